//! The lower triangle of a square matrix in strips of columns, each with the rows from its first column on: little
//! more than half the memory of the square, and every strip is a matrix that dense kernels work on.
//!
//! ```text
//! 0 .             columns 0 and 1 are the first strip, 2 and 3 the second;
//! 0 1             `.` is stored, but never read
//! 0 1  2 .
//! 0 1  2 3
//! ```

use std::ops::Range;

/// Most columns of a strip.
pub(super) const WIDEST: usize = 192;

/// The columns `first..first + width` and their rows `first..size`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    pub first: usize,
    pub width: usize,
    /// Index where its entries begin.
    start: usize,
}

/// The strips of a triangle, from left to right.
#[derive(Debug)]
pub(super) struct PackedLowerTriangle {
    size: usize,
    strips: Vec<Strip>,
}

impl PackedLowerTriangle {
    /// Cuts a triangle with `size` rows into strips: in halves until they are narrow enough.
    pub fn new(size: usize) -> Self {
        let mut strips = Self {
            size,
            strips: Vec::new(),
        };
        strips.cut(0..size);
        strips
    }

    fn cut(&mut self, columns: Range<usize>) {
        let width = columns.len();
        if width > WIDEST {
            let middle = columns.start + half(width);
            self.cut(columns.start..middle);
            self.cut(middle..columns.end);
        } else if width > 0 {
            let (first, start) = (columns.start, self.entries());
            self.strips.push(Strip {
                first,
                width,
                start,
            });
        }
    }

    /// Number of entries.
    pub fn entries(&self) -> usize {
        self.strips.last().map_or(0, |last| self.range(last).end)
    }

    /// The strips.
    pub fn all(&self) -> &[Strip] {
        &self.strips
    }

    /// Rows of a strip.
    pub fn height(&self, strip: &Strip) -> usize {
        self.size - strip.first
    }

    /// Range of the entries of a strip among all.
    pub fn range(&self, strip: &Strip) -> Range<usize> {
        strip.start..strip.start + strip.width * self.height(strip)
    }

    /// The row that `column` begins with, at or above its diagonal, and where its entries lie.
    pub fn column(&self, column: usize) -> (usize, Range<usize>) {
        let after = self.strips.partition_point(|strip| strip.first <= column);
        let strip = &self.strips[after - 1];
        let height = self.height(strip);
        let start = strip.start + (column - strip.first) * height;
        (strip.first, start..start + height)
    }
}

/// About half of `count`, a multiple of 16 so that tiles suit the vector registers.
pub(super) fn half(count: usize) -> usize {
    (count / 2).next_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_triangle_has_a_place_of_its_own() {
        for size in [0, 1, 3, 192, 193, 400, 999] {
            let strips = PackedLowerTriangle::new(size);
            let mut used = vec![false; strips.entries()];
            for column in 0..size {
                let (first, range) = strips.column(column);
                assert!(first <= column && range.len() == size - first);
                for place in range {
                    assert!(!std::mem::replace(&mut used[place], true));
                }
            }
            assert!(used.iter().all(|&is_used| is_used));
        }
    }

    #[test]
    fn strips_are_narrow_and_take_little_more_than_half() {
        let strips = PackedLowerTriangle::new(1000);
        assert!(strips.all().iter().all(|strip| strip.width <= WIDEST));
        assert!(strips.entries() < 600_000, "{}", strips.entries());
    }
}
