//! Lists by owner, one behind the other.

#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
use crate::storage::{Borrow, Owned};
use crate::storage::{Borrowed, Convert, OnDevice, Plain, Storage};

/// For each of many owners (vertices, edges) a list.
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub struct Rows<S: Storage, T: Plain> {
    /// Begin of the list of each owner, and the end of the last.
    pub begin: S::Of<u32>,
    /// The lists.
    pub items: S::Of<T>,
}

impl<T: Plain> Copy for Rows<Borrowed<'_>, T> {}
impl<T: Plain> Copy for Rows<OnDevice, T> {}

/// For each vertex a list of the stencils that it is part of: four times their number, plus the vertex's place in it.
pub type Incidence<S> = Rows<S, u32>;

/// The number of a stencil and the place in it that an entry of an [`Incidence`] stands for.
#[inline]
pub fn split(item: u32) -> (usize, usize) {
    ((item >> 2) as usize, (item & 3) as usize)
}

impl<S: Storage, T: Plain> Rows<S, T> {
    /// The lists in another storage.
    #[inline]
    pub fn map<'a, C: Convert<'a, S>>(
        &'a self,
        convert: &mut C,
    ) -> Result<Rows<C::To, T>, C::Error> {
        Ok(Rows {
            begin: convert.array(&self.begin)?,
            items: convert.array(&self.items)?,
        })
    }
}

impl<'a, T: Plain> Rows<Borrowed<'a>, T> {
    /// The list of `owner`.
    #[inline]
    pub fn of(&self, owner: usize) -> &'a [T] {
        if self.items.is_empty() {
            return &[];
        }
        &self.items[self.begin[owner] as usize..self.begin[owner + 1] as usize]
    }
}

#[cfg(feature = "std")]
impl<T: Plain> Rows<Owned, T> {
    /// As kernels read them.
    pub fn view(&self) -> Rows<Borrowed<'_>, T> {
        let Ok(rows) = self.map(&mut Borrow);
        rows
    }

    /// A record for each entry of the incidence of `owners` owners, made from the number of the stencil and the place in
    /// it, where there is one.
    pub fn of_records(
        owners: usize,
        incidence: Incidence<Borrowed<'_>>,
        record: impl Fn(usize, usize) -> Option<T>,
    ) -> Self {
        let (mut begin, mut items) = (std::vec![0], std::vec::Vec::new());
        for owner in 0..owners {
            let entries = incidence.of(owner).iter().map(|&item| split(item));
            items.extend(entries.filter_map(|(e, i)| record(e, i)));
            begin.push(items.len() as u32);
        }
        Rows { begin, items }
    }
}

#[cfg(feature = "std")]
impl Rows<Owned, u32> {
    /// The lists of `owners` owners, each in the order of the entries, which `entries` gives twice alike.
    pub fn new<I: Iterator<Item = (u32, u32)>>(owners: usize, entries: impl Fn() -> I) -> Self {
        let mut begin = std::vec![0; owners + 1];
        entries().for_each(|(owner, _)| begin[owner as usize + 1] += 1);
        for k in 0..owners {
            begin[k + 1] += begin[k];
        }
        let mut next = begin.clone();
        let mut items = std::vec![0; begin[owners] as usize];
        entries().for_each(|(owner, item)| {
            let place = &mut next[owner as usize];
            items[*place as usize] = item;
            *place += 1;
        });
        Rows { begin, items }
    }

    /// The stencils that each of `vertices` vertices is part of. A vertex that a stencil has twice is listed once.
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
}
