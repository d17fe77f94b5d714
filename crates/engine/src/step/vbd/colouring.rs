//! Colours of vertices: two that share an element have different ones, so that all of a colour can move at once.

/// Rounds of balancing after which colours are as good as balanced.
const ROUNDS: usize = 10;

/// Colours the vertices of elements, with few colours of about the same size: a sweep waits once for each. Vertices that
/// do not move take part with no colour.
///
/// `elements` are the vertices of every element; `moves` says which vertices get a colour.
pub fn colour(moves: &[bool], elements: &[&[u32]]) -> Vec<Option<u32>> {
    let neighbours = Neighbours::new(moves, elements);
    let mut colours = Colours::new(moves.len());
    for v in smallest_last(moves, &neighbours) {
        colours.take_first(v, &neighbours);
    }
    for _ in 0..ROUNDS {
        for v in (0..moves.len()).filter(|&v| moves[v]) {
            colours.take_smallest(v, &neighbours);
        }
    }
    colours.of
}

/// The vertices that move, last those with the fewest neighbours among those before them (Matula and Beck 1983): when a
/// vertex gets its colour, few of its neighbours have one.
fn smallest_last(moves: &[bool], neighbours: &Neighbours) -> Vec<usize> {
    let mut left: Vec<usize> = (0..moves.len()).map(|v| neighbours.of(v).len()).collect();
    let most = left.iter().max().map_or(0, |most| most + 1);
    let mut with_left: Vec<Vec<usize>> = vec![Vec::new(); most];
    for v in (0..moves.len()).rev().filter(|&v| moves[v]) {
        with_left[left[v]].push(v);
    }
    let mut is_listed: Vec<bool> = moves.iter().map(|moves| !moves).collect();
    let mut order = Vec::new();
    let mut fewest = 0;
    while fewest < most {
        let Some(v) = with_left[fewest].pop() else {
            fewest += 1;
            continue;
        };
        if is_listed[v] || left[v] != fewest {
            continue;
        }
        is_listed[v] = true;
        order.push(v);
        for &u in neighbours.of(v) {
            let u = u as usize;
            if !is_listed[u] {
                left[u] -= 1;
                with_left[left[u]].push(u);
                fewest = fewest.min(left[u]);
            }
        }
    }
    order.reverse();
    order
}

/// Colours in the making.
struct Colours {
    of: Vec<Option<u32>>,
    /// Vertices of each colour.
    sizes: Vec<u32>,
    /// For each colour the number of the last question whose vertex may not take it.
    taken_for: Vec<usize>,
    questions: usize,
}

impl Colours {
    fn new(vertices: usize) -> Self {
        Colours {
            of: vec![None; vertices],
            sizes: Vec::new(),
            taken_for: Vec::new(),
            questions: 0,
        }
    }

    /// Asks for the colours that no neighbour of vertex `v` has.
    fn ask(&mut self, v: usize, neighbours: &Neighbours) {
        self.questions += 1;
        for &neighbour in neighbours.of(v) {
            if let Some(colour) = self.of[neighbour as usize] {
                self.taken_for[colour as usize] = self.questions;
            }
        }
    }

    /// The answer to the last question.
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.sizes.len()).filter(|&colour| self.taken_for[colour] != self.questions)
    }

    /// Gives vertex `v` its first colour.
    fn take_first(&mut self, v: usize, neighbours: &Neighbours) {
        self.ask(v, neighbours);
        let first = self.free().next();
        let colour = first.unwrap_or_else(|| {
            self.sizes.push(0);
            self.taken_for.push(0);
            self.sizes.len() - 1
        });
        self.sizes[colour] += 1;
        self.of[v] = Some(colour as u32);
    }

    /// Gives vertex `v` a colour that fewer have, if it may have one.
    fn take_smallest(&mut self, v: usize, neighbours: &Neighbours) {
        self.ask(v, neighbours);
        let smallest = self.free().min_by_key(|&colour| self.sizes[colour]);
        if let Some((own, colour)) = self.of[v].map(|own| own as usize).zip(smallest)
            && self.sizes[colour] + 1 < self.sizes[own]
        {
            self.sizes[own] -= 1;
            self.sizes[colour] += 1;
            self.of[v] = Some(colour as u32);
        }
    }
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
        assert!((4..=5).contains(&number), "{number}");
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
