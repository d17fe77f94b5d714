//! Groups of vertices that hang together.

/// Disjoint groups of vertices.
pub struct Groups(Vec<u32>);

impl Groups {
    /// As many groups of one vertex each.
    pub fn new(count: usize) -> Self {
        Groups((0..count as u32).collect())
    }

    /// The groups of the vertices of elements: those of one element are in one group.
    pub fn of_elements<'a, const N: usize>(
        count: usize,
        elements: impl Iterator<Item = &'a [u32; N]>,
    ) -> Self {
        let mut groups = Self::new(count);
        groups.join_elements(elements);
        groups
    }

    /// The smallest vertex of the group of `v`.
    pub fn root(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            let above = self.0[self.0[v as usize] as usize];
            self.0[v as usize] = above;
            v = above;
        }
        v
    }

    /// Makes the groups of two vertices one.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// Makes the groups of the vertices of each element one.
    pub fn join_elements<'a, const N: usize>(
        &mut self,
        elements: impl Iterator<Item = &'a [u32; N]>,
    ) {
        for element in elements {
            element.windows(2).for_each(|two| self.join(two[0], two[1]));
        }
    }

    /// The smallest vertex of the group of each vertex.
    pub fn roots(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|v| self.root(v)).collect()
    }
}
