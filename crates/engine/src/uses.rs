//! For each of many owners a list of what it is part of, as kernels read it.

use tangency_kernels::vbd::Uses;

/// The lists, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UseLists {
    begin: Vec<u32>,
    items: Vec<u32>,
}

impl UseLists {
    /// The lists of `owners` owners, each in the order of the entries, which `entries` gives twice alike.
    pub fn new<I: Iterator<Item = (u32, u32)>>(owners: usize, entries: impl Fn() -> I) -> Self {
        let mut begin = vec![0; owners + 1];
        entries().for_each(|(owner, _)| begin[owner as usize + 1] += 1);
        for k in 0..owners {
            begin[k + 1] += begin[k];
        }
        let mut next = begin.clone();
        let mut items = vec![0; begin[owners] as usize];
        entries().for_each(|(owner, item)| {
            let place = &mut next[owner as usize];
            items[*place as usize] = item;
            *place += 1;
        });
        UseLists { begin, items }
    }

    /// The stencils that each of `vertices` vertices is part of: four times their number, and the place in it. A vertex
    /// that a stencil has twice is listed once.
    pub fn of_stencils<'a, I>(vertices: usize, stencils: I) -> Self
    where
        I: Iterator<Item = &'a [u32]> + Clone,
    {
        Self::new(vertices, || {
            stencils.clone().zip(0_u32..).flat_map(|(stencil, e)| {
                let places = stencil.iter().zip(0_u32..);
                let first = places.filter(move |(v, i)| !stencil[..*i as usize].contains(v));
                first.map(move |(&v, i)| (v, e << 2 | i))
            })
        })
    }

    /// What kernels read.
    pub fn view(&self) -> Uses<'_> {
        Uses {
            begin: &self.begin,
            items: &self.items,
        }
    }
}
