//! Build, refit and queries of the tree of boxes.

use crate::{own, read, thread};
use tangency_kernels::bvh::{Node, TreeBox, morton, query, refit, tree};

macro_rules! box_kernels {
    ($real:ty, $corners:literal, $boxes:ident, $leaves:ident) => {
        /// The boxes of primitives, larger by `radius`, in the order of `order`.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $boxes(
            order: *const u32,
            order_len: usize,
            corners: *const [u32; $corners],
            corners_len: usize,
            positions: *const [$real; 3],
            positions_len: usize,
            radius: $real,
            boxes: *mut TreeBox<$real>,
            _: usize,
        ) {
            let t = thread();
            if t < order_len {
                // SAFETY: the contract; this thread alone writes entry t.
                unsafe {
                    let primitive = read(order, order_len)[t] as usize;
                    let corners = &read(corners, corners_len)[primitive];
                    *boxes.add(t) = TreeBox::around(corners, read(positions, positions_len), radius);
                }
            }
        }

        /// The same for the leaves of a tree: into the groups and into the nodes.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $leaves(
            order: *const u32,
            order_len: usize,
            corners: *const [u32; $corners],
            corners_len: usize,
            positions: *const [$real; 3],
            positions_len: usize,
            radius: $real,
            groups: *mut TreeBox<$real>,
            _: usize,
            nodes: *mut Node<$real>,
            _: usize,
        ) {
            let t = thread();
            if t < order_len {
                // SAFETY: the contract; this thread alone writes entry t and the leaf at place t.
                unsafe {
                    let primitive = read(order, order_len)[t] as usize;
                    let corners = &read(corners, corners_len)[primitive];
                    let bounds = TreeBox::around(corners, read(positions, positions_len), radius);
                    *groups.add(t) = bounds;
                    (*nodes.add(order_len - 1 + t)).bounds = bounds;
                }
            }
        }
    };
}
box_kernels!(f32, 1, boxes_points_f32, leaves_points_f32);
box_kernels!(f32, 2, boxes_edges_f32, leaves_edges_f32);
box_kernels!(f32, 3, boxes_triangles_f32, leaves_triangles_f32);
box_kernels!(f64, 1, boxes_points_f64, leaves_points_f64);
box_kernels!(f64, 2, boxes_edges_f64, leaves_edges_f64);
box_kernels!(f64, 3, boxes_triangles_f64, leaves_triangles_f64);

macro_rules! code_kernel {
    ($real:ty, $code:ty, $name:ident) => {
        /// The Morton code of box t, and t itself as its index.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            boxes: *const TreeBox<$real>,
            len: usize,
            scene: *const TreeBox<$real>,
            _: usize,
            codes: *mut $code,
            _: usize,
            indices: *mut u32,
            _: usize,
        ) {
            let t = thread();
            if t < len {
                // SAFETY: the contract; this thread alone writes the entries t.
                unsafe {
                    *codes.add(t) = morton::code(&read(boxes, len)[t], &*scene);
                    *indices.add(t) = t as u32;
                }
            }
        }
    };
}
code_kernel!(f32, u32, codes_u32_f32);
code_kernel!(f32, u64, codes_u64_f32);
code_kernel!(f64, u32, codes_u32_f64);
code_kernel!(f64, u64, codes_u64_f64);

macro_rules! branch_kernel {
    ($code:ty, $name:ident) => {
        /// Inner node t: its range and split, and what follows the leaf it splits behind.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(
            codes: *const $code,
            len: usize,
            branches: *mut tree::Branch,
            _: usize,
            after: *mut u32,
            _: usize,
        ) {
            let t = thread();
            if t + 1 < len {
                // SAFETY: the contract; every inner node has a split of its own, below `len - 1`.
                unsafe {
                    let branch = tree::branch(t, read(codes, len));
                    *branches.add(t) = branch;
                    *after.add(branch.split as usize) = branch.right(len);
                }
            }
        }
    };
}
branch_kernel!(u32, branches_u32);
branch_kernel!(u64, branches_u64);

macro_rules! tree_kernels {
    ($real:ty, $fold:ident, $group:ident, $link:ident, $refit:ident) => {
        /// The union of boxes 64 t to 64 t + 63.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $fold(
            boxes: *const TreeBox<$real>,
            len: usize,
            out: *mut TreeBox<$real>,
            out_len: usize,
        ) {
            let t = thread();
            if t < out_len {
                // SAFETY: the contract; this thread alone writes entry t.
                unsafe { *out.add(t) = refit::fold(t, read(boxes, len)) }
            }
        }

        /// The union of boxes 4 t to 4 t + 3 of a level of groups.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $group(
            level: *const TreeBox<$real>,
            len: usize,
            out: *mut TreeBox<$real>,
            out_len: usize,
        ) {
            let t = thread();
            if t < out_len {
                // SAFETY: the contract; this thread alone writes entry t.
                unsafe { *out.add(t) = refit::group(t, read(level, len)) }
            }
        }

        /// The links of node t, inner or leaf.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $link(
            branches: *const tree::Branch,
            branches_len: usize,
            after: *const u32,
            after_len: usize,
            order: *const u32,
            order_len: usize,
            nodes: *mut Node<$real>,
            _: usize,
        ) {
            let t = thread();
            // SAFETY: the contract; this thread alone writes node t.
            unsafe {
                let (branches, after) = (read(branches, branches_len), read(after, after_len));
                if t < branches_len {
                    *nodes.add(t) = tree::link_branch(&branches[t], after);
                } else if t - branches_len < order_len {
                    let place = t - branches_len;
                    *nodes.add(t) = tree::link_leaf(place, read(order, order_len)[place], after);
                }
            }
        }

        /// The box of inner node t from the groups.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $refit(
            branches: *const tree::Branch,
            branches_len: usize,
            groups: *const TreeBox<$real>,
            groups_len: usize,
            nodes: *mut Node<$real>,
            _: usize,
        ) {
            let t = thread();
            if t < branches_len {
                // SAFETY: the contract; this thread alone writes node t.
                unsafe {
                    let branch = read(branches, branches_len)[t];
                    let groups = read(groups, groups_len);
                    (*nodes.add(t)).bounds =
                        refit::range(branch.first, branch.last, branches_len + 1, groups);
                }
            }
        }
    };
}
tree_kernels!(f32, fold_f32, group_f32, link_f32, refit_f32);
tree_kernels!(f64, fold_f64, group_f64, link_f64, refit_f64);

/// The part of a list of `capacity` places that lies between two scanned counts: empty where it does not fit,
/// since the host then makes more room and repeats the launch.
fn part(places: &[u32], t: usize, capacity: usize) -> core::ops::Range<usize> {
    let (start, end) = (places[t] as usize, places[t + 1] as usize);
    if start <= end && end <= capacity {
        start..end
    } else {
        0..0
    }
}

macro_rules! query_kernels {
    ($real:ty, $count:ident, $list:ident, $count_later:ident, $list_later:ident) => {
        /// The number of primitives that meet box t; a last count of 0, which the scan turns into the total.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $count(
            queries: *const TreeBox<$real>,
            len: usize,
            nodes: *const Node<$real>,
            nodes_len: usize,
            counts: *mut u32,
            counts_len: usize,
        ) {
            let t = thread();
            if t < counts_len {
                // SAFETY: the contract; this thread alone writes entry t.
                unsafe {
                    *counts.add(t) = match read(queries, len).get(t) {
                        Some(item) => query::count(item, read(nodes, nodes_len)),
                        None => 0,
                    }
                }
            }
        }

        /// Which primitives meet box t.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $list(
            queries: *const TreeBox<$real>,
            len: usize,
            nodes: *const Node<$real>,
            nodes_len: usize,
            places: *const u32,
            places_len: usize,
            hits: *mut u32,
            capacity: usize,
        ) {
            let t = thread();
            if t < len {
                // SAFETY: the contract; scanned counts part the list among the threads.
                unsafe {
                    let own = own(hits, part(read(places, places_len), t, capacity));
                    if !own.is_empty() {
                        query::list(&read(queries, len)[t], read(nodes, nodes_len), own);
                    }
                }
            }
        }

        /// The number of primitives behind place t that meet the one at place t; a last count of 0.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $count_later(
            nodes: *const Node<$real>,
            nodes_len: usize,
            counts: *mut u32,
            counts_len: usize,
        ) {
            let t = thread();
            if t < counts_len {
                let is_leaf = t < nodes_len.div_ceil(2);
                // SAFETY: the contract; this thread alone writes entry t.
                unsafe {
                    *counts.add(t) = if is_leaf {
                        query::count_later(t, read(nodes, nodes_len))
                    } else {
                        0
                    }
                }
            }
        }

        /// Which pairs those are.
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $list_later(
            nodes: *const Node<$real>,
            nodes_len: usize,
            places: *const u32,
            places_len: usize,
            pairs: *mut [u32; 2],
            capacity: usize,
        ) {
            let t = thread();
            if t < nodes_len.div_ceil(2) {
                // SAFETY: the contract; scanned counts part the list among the threads.
                unsafe {
                    let own = own(pairs, part(read(places, places_len), t, capacity));
                    if !own.is_empty() {
                        query::list_later(t, read(nodes, nodes_len), own);
                    }
                }
            }
        }
    };
}
query_kernels!(
    f32,
    query_count_f32,
    query_list_f32,
    later_count_f32,
    later_list_f32
);
query_kernels!(
    f64,
    query_count_f64,
    query_list_f64,
    later_count_f64,
    later_list_f64
);
