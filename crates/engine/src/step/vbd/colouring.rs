//! Colours of vertices: two that share an element have different ones, so that all of a colour can move at once.

/// Colours the vertices of elements, in the order of their numbers: each takes the colour that is allowed and has the
/// fewest vertices so far, which keeps the colours balanced. Vertices that do not move take part with no colour.
///
/// `elements` are the vertices of every element; `moves` says which vertices get a colour.
pub fn colour(moves: &[bool], elements: &[&[u32]]) -> Vec<Option<u32>> {
    let neighbours = Neighbours::new(moves, elements);
    let mut colours: Vec<Option<u32>> = vec![None; moves.len()];
    let mut sizes: Vec<u32> = Vec::new();
    // For each colour the last vertex that may not take it.
    let mut taken_for: Vec<usize> = Vec::new();
    for v in (0..moves.len()).filter(|&v| moves[v]) {
        for &neighbour in neighbours.of(v) {
            if let Some(colour) = colours[neighbour as usize] {
                taken_for[colour as usize] = v + 1;
            }
        }
        let free = (0..sizes.len()).filter(|&colour| taken_for[colour] != v + 1);
        let smallest = free.min_by_key(|&colour| sizes[colour]);
        let colour = smallest.unwrap_or_else(|| {
            sizes.push(0);
            taken_for.push(0);
            sizes.len() - 1
        });
        sizes[colour] += 1;
        colours[v] = Some(colour as u32);
    }
    colours
}

/// Which vertices share an element.
struct Neighbours {
    begin: Vec<u32>,
    items: Vec<u32>,
}

impl Neighbours {
    fn new(moves: &[bool], elements: &[&[u32]]) -> Self {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for element in elements {
            for &a in *element {
                let others = element.iter().filter(|&&b| b != a && moves[b as usize]);
                pairs.extend(others.map(|&b| (a, b)));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut begin = vec![0; moves.len() + 1];
        for &(a, _) in &pairs {
            begin[a as usize + 1] += 1;
        }
        for v in 0..moves.len() {
            begin[v + 1] += begin[v];
        }
        Neighbours {
            begin,
            items: pairs.into_iter().map(|(_, b)| b).collect(),
        }
    }

    fn of(&self, v: usize) -> &[u32] {
        &self.items[self.begin[v] as usize..self.begin[v + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of a grid, each a stencil of its four corners.
    fn squares(n: u32) -> Vec<[u32; 4]> {
        let corner = |i: u32, j: u32| i * (n + 1) + j;
        let cells = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        cells
            .map(|(i, j)| {
                [
                    corner(i, j),
                    corner(i, j + 1),
                    corner(i + 1, j),
                    corner(i + 1, j + 1),
                ]
            })
            .collect()
    }

    #[test]
    fn no_element_has_a_colour_twice_and_colours_are_balanced() {
        let squares = squares(30);
        let elements: Vec<&[u32]> = squares.iter().map(|square| &square[..]).collect();
        let mut moves = vec![true; 31 * 31];
        moves[5] = false;
        let colours = colour(&moves, &elements);
        assert_eq!(colours[5], None);
        for square in &squares {
            let mut seen: Vec<u32> = square.iter().filter_map(|&v| colours[v as usize]).collect();
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count);
        }
        let number = colours.iter().flatten().max().map_or(0, |most| most + 1);
        assert!((4..=6).contains(&number), "{number}");
        let sizes: Vec<usize> = (0..number)
            .map(|colour| colours.iter().filter(|&&c| c == Some(colour)).count())
            .collect();
        let (least, most) = (sizes.iter().min(), sizes.iter().max());
        assert!(
            least.zip(most).is_some_and(|(a, b)| 2 * a > *b),
            "{sizes:?}"
        );
    }

    #[test]
    fn vertices_without_elements_share_a_colour() {
        assert_eq!(colour(&[true; 3], &[]), [Some(0); 3]);
        assert!(colour(&[], &[]).is_empty());
    }
}
