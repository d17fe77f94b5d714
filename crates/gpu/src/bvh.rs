//! The tree of boxes on the GPU.

use crate::buffer::Buffer;
use crate::device::Device;
use crate::error::GpuError;
use crate::lists::{DeviceKey, DeviceReal, Scan, Sort};
use tangency_kernels::Vec3;
use tangency_kernels::bvh::tree::Branch;
use tangency_kernels::bvh::{Node, TreeBox, refit};

/// Points (N = 1), edges (2) or triangles (3) and where their corners are, in metres.
#[derive(Clone, Copy)]
pub struct TreePrimitives<'a, R, const N: usize> {
    /// The corners of each primitive, as places in `positions`.
    pub corners: &'a Buffer<[u32; N]>,
    /// The positions of all vertices.
    pub positions: &'a Buffer<Vec3<R>>,
    /// By how much boxes are larger than the primitives.
    pub radius: R,
}

impl<R, const N: usize> TreePrimitives<'_, R, N> {
    const NAME: &'static str = match N {
        1 => "points",
        2 => "edges",
        3 => "triangles",
        _ => panic!("primitives have one, two or three corners"),
    };
}

/// A tree over boxes in the GPU's memory; R is the real number, K the Morton code.
pub struct Bvh<R, K> {
    device: Device,
    /// The primitives in the order in which they are given.
    every: Buffer<u32>,
    boxes: Buffer<TreeBox<R>>,
    folds: [Buffer<TreeBox<R>>; 2],
    sort: Sort<K>,
    branches: Buffer<Branch>,
    after: Buffer<u32>,
    groups: Buffer<TreeBox<R>>,
    nodes: Buffer<Node<R>>,
    scan: Scan,
}

impl<R: DeviceReal, K: DeviceKey> Bvh<R, K> {
    /// A tree over nothing.
    pub fn new(device: &Device) -> Self {
        Self {
            device: device.clone(),
            every: Buffer::new(device),
            boxes: Buffer::new(device),
            folds: [Buffer::new(device), Buffer::new(device)],
            sort: Sort::new(device),
            branches: Buffer::new(device),
            after: Buffer::new(device),
            groups: Buffer::new(device),
            nodes: Buffer::new(device),
            scan: Scan::new(device),
        }
    }

    /// The sorted Morton codes.
    pub fn codes(&self) -> &Buffer<K> {
        self.sort.keys()
    }

    /// The primitive at each place of the Morton order.
    pub fn order(&self) -> &Buffer<u32> {
        self.sort.indices()
    }

    /// Ranges and splits of the inner nodes.
    pub fn branches(&self) -> &Buffer<Branch> {
        &self.branches
    }

    /// Inner nodes, then leaves.
    pub fn nodes(&self) -> &Buffer<Node<R>> {
        &self.nodes
    }

    /// Makes the arrays as long as `leaves` primitives need.
    fn resize(&mut self, leaves: usize) -> Result<(), GpuError> {
        if self.every.len() != leaves {
            self.every.upload(&(0..leaves as u32).collect::<Vec<_>>())?;
        }
        let inner = leaves.saturating_sub(1);
        self.boxes.resize(leaves)?;
        self.folds[0].resize(leaves.div_ceil(refit::FOLD).max(1))?;
        self.folds[1].resize(leaves.div_ceil(refit::FOLD * refit::FOLD).max(1))?;
        self.branches.resize(inner)?;
        self.after.resize(inner)?;
        self.groups.resize(refit::BoxGroups::new(leaves).len())?;
        self.nodes.resize(leaves + inner)
    }

    /// Puts the primitives into Morton order. Of the tree only codes and order are made.
    pub fn order_by_place<const N: usize>(
        &mut self,
        primitives: TreePrimitives<'_, R, N>,
    ) -> Result<(), GpuError> {
        let leaves = primitives.corners.len();
        self.resize(leaves)?;
        write_boxes(&self.device, &self.every, primitives, &mut self.boxes)?;
        let scene = self.fold()?;
        let (codes, indices) = self.sort.input(leaves)?;
        let arguments = [
            self.boxes.read(),
            self.folds[scene].read_part(0..1),
            codes.write(),
            indices.write(),
        ];
        let kernel = format!("codes_{}_{}", K::NAME, R::NAME);
        // SAFETY: the arguments of `codes`, one code and index for each box.
        unsafe { self.device.launch(&kernel, leaves, &arguments)? };
        self.sort.run(K::BITS)
    }

    /// The box of all boxes; says in which of the two folds it lies.
    fn fold(&mut self) -> Result<usize, GpuError> {
        let kernel = format!("fold_{}", R::NAME);
        let mut len = self.boxes.len().div_ceil(refit::FOLD);
        let [first, second] = &mut self.folds;
        let arguments = [self.boxes.read(), first.write_part(0..len)];
        // SAFETY: the arguments of `fold`, a place for the union of each 64 boxes.
        unsafe { self.device.launch(&kernel, len, &arguments)? };
        let (mut from, mut to, mut result) = (first, second, 0);
        while len > 1 {
            let shorter = len.div_ceil(refit::FOLD);
            let arguments = [from.read_part(0..len), to.write_part(0..shorter)];
            // SAFETY: the same; the two arrays are different.
            unsafe { self.device.launch(&kernel, shorter, &arguments)? };
            (from, to, len, result) = (to, from, shorter, 1 - result);
        }
        Ok(result)
    }

    /// Builds the tree anew.
    pub fn build<const N: usize>(
        &mut self,
        primitives: TreePrimitives<'_, R, N>,
    ) -> Result<(), GpuError> {
        self.order_by_place(primitives)?;
        let arguments = [
            self.sort.keys().read(),
            self.branches.write(),
            self.after.write(),
        ];
        let kernel = format!("branches_{}", K::NAME);
        // SAFETY: the arguments of `branches`: one branch less than there are codes.
        unsafe {
            self.device
                .launch(&kernel, self.branches.len(), &arguments)?
        };
        let arguments = [
            self.branches.read(),
            self.after.read(),
            self.sort.indices().read(),
            self.nodes.write(),
        ];
        // SAFETY: the arguments of `link`: nodes for all branches and leaves.
        unsafe {
            self.device
                .launch(&format!("link_{}", R::NAME), self.nodes.len(), &arguments)?
        };
        self.refit(primitives)
    }

    /// New boxes for primitives that have moved; they are as many as those the tree was built over.
    pub fn refit<const N: usize>(
        &mut self,
        primitives: TreePrimitives<'_, R, N>,
    ) -> Result<(), GpuError> {
        let leaves = self.order().len();
        assert_eq!(
            primitives.corners.len(),
            leaves,
            "the tree is over other primitives"
        );
        let arguments = [
            self.sort.indices().read(),
            primitives.corners.read(),
            primitives.positions.read(),
            primitives.radius.into(),
            self.groups.write(),
            self.nodes.write(),
        ];
        let kernel = format!("leaves_{}_{}", TreePrimitives::<R, N>::NAME, R::NAME);
        // SAFETY: the arguments of `leaves`: groups begin with the leaves, nodes end with them.
        unsafe { self.device.launch(&kernel, leaves, &arguments)? };
        let levels = refit::BoxGroups::new(leaves).levels();
        for ((start, len), (above, threads)) in
            levels.zip(refit::BoxGroups::new(leaves).levels().skip(1))
        {
            let from = self.groups.read_part(start..start + len);
            let arguments = [from, self.groups.write_part(above..above + threads)];
            // SAFETY: the arguments of `group`; the levels lie one behind the other.
            unsafe {
                self.device
                    .launch(&format!("group_{}", R::NAME), threads, &arguments)?
            };
        }
        let arguments = [self.branches.read(), self.groups.read(), self.nodes.write()];
        // SAFETY: the arguments of `refit`, all over the same leaves.
        unsafe {
            self.device.launch(
                &format!("refit_{}", R::NAME),
                self.branches.len(),
                &arguments,
            )
        }
    }

    /// Counts the primitives that meet each query: afterwards `places` has where each query's list starts, and
    /// the length of all lists at its end.
    pub fn count(
        &mut self,
        queries: &Buffer<TreeBox<R>>,
        places: &mut Buffer<u32>,
    ) -> Result<(), GpuError> {
        places.resize(queries.len() + 1)?;
        let arguments = [queries.read(), self.nodes.read(), places.write()];
        // SAFETY: the arguments of `query_count`; there is a count for each query.
        unsafe {
            self.device.launch(
                &format!("query_count_{}", R::NAME),
                places.len(),
                &arguments,
            )?
        };
        self.scan.run(places)
    }

    /// Lists the primitives that meet each query. Lists that do not fit into `hits` are left out: compare its
    /// length with the last of `places`.
    pub fn list(
        &self,
        queries: &Buffer<TreeBox<R>>,
        places: &Buffer<u32>,
        hits: &mut Buffer<u32>,
    ) -> Result<(), GpuError> {
        assert_eq!(places.len(), queries.len() + 1, "places of other queries");
        let arguments = [
            queries.read(),
            self.nodes.read(),
            places.read(),
            hits.write(),
        ];
        // SAFETY: the arguments of `query_list`; places outside of `hits` are checked there.
        unsafe {
            self.device.launch(
                &format!("query_list_{}", R::NAME),
                queries.len(),
                &arguments,
            )
        }
    }

    /// Counts, for each place of the Morton order, the later primitives whose boxes meet that of the one
    /// there; `places` as in [`Bvh::count`].
    pub fn count_pairs(&mut self, places: &mut Buffer<u32>) -> Result<(), GpuError> {
        let leaves = self.order().len();
        places.resize(leaves + 1)?;
        let arguments = [self.nodes.read(), places.write()];
        // SAFETY: the arguments of `later_count`; there is a count for each leaf.
        unsafe {
            self.device
                .launch(&format!("later_count_{}", R::NAME), leaves + 1, &arguments)?
        };
        self.scan.run(places)
    }

    /// Lists those pairs, each once, the smaller primitive first; `pairs` as in [`Bvh::list`].
    pub fn list_pairs(
        &self,
        places: &Buffer<u32>,
        pairs: &mut Buffer<[u32; 2]>,
    ) -> Result<(), GpuError> {
        let leaves = self.order().len();
        assert_eq!(places.len(), leaves + 1, "places of another tree");
        let arguments = [self.nodes.read(), places.read(), pairs.write()];
        // SAFETY: the arguments of `later_list`; places outside of `pairs` are checked there.
        unsafe {
            self.device
                .launch(&format!("later_list_{}", R::NAME), leaves, &arguments)
        }
    }
}

/// Writes the boxes of primitives in the order of `order`.
pub fn write_boxes<R: DeviceReal, const N: usize>(
    device: &Device,
    order: &Buffer<u32>,
    primitives: TreePrimitives<'_, R, N>,
    boxes: &mut Buffer<TreeBox<R>>,
) -> Result<(), GpuError> {
    boxes.resize(order.len())?;
    let arguments = [
        order.read(),
        primitives.corners.read(),
        primitives.positions.read(),
        primitives.radius.into(),
        boxes.write(),
    ];
    let kernel = format!("boxes_{}_{}", TreePrimitives::<R, N>::NAME, R::NAME);
    // SAFETY: the arguments of `boxes`, a box for each entry of `order`; entries beyond the primitives trap.
    unsafe { device.launch(&kernel, order.len(), &arguments) }
}
