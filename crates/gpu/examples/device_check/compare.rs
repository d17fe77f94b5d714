//! The same launches on the GPU and in loops on the CPU, compared bit for bit.

use crate::scene::{Numbers, Scene};
use tangency_gpu::{
    Buffer, Bvh, Device, DeviceKey, DeviceReal, GpuError, Scan, Sort, TreePrimitives, write_boxes,
};
use tangency_kernels::Vec3;
use tangency_kernels::bvh::TreeBox;
use tangency_kernels::bvh::tree::{Branch, Node};
use tangency_kernels::host;
use tangency_kernels::storage::Plain;

/// The bits that must agree; not those between fields.
pub trait Bits {
    /// Whether they do.
    fn same(&self, other: &Self) -> bool;
}

macro_rules! bits {
    ($($name:ty),*) => {
        $(impl Bits for $name {
            fn same(&self, other: &Self) -> bool {
                self.to_ne_bytes() == other.to_ne_bytes()
            }
        })*
    };
}
bits!(u32, u64, f32, f64);

impl<T: Bits, const N: usize> Bits for [T; N] {
    fn same(&self, other: &Self) -> bool {
        self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}

impl Bits for Branch {
    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl<R: Bits> Bits for TreeBox<R> {
    fn same(&self, other: &Self) -> bool {
        self.lower.same(&other.lower) && self.upper.same(&other.upper)
    }
}

impl<R: Bits> Bits for Node<R> {
    fn same(&self, other: &Self) -> bool {
        self.bounds.same(&other.bounds) && self.child == other.child && self.next == other.next
    }
}

/// Counts comparisons and keeps the differences.
#[derive(Default)]
pub struct Verdict {
    /// Arrays that were compared.
    pub arrays: usize,
    /// Items in them.
    pub items: usize,
    /// Differences found.
    pub differences: Vec<String>,
}

impl Verdict {
    fn check<T: Bits + Plain>(
        &mut self,
        what: &str,
        device: &Buffer<T>,
        host: &[T],
    ) -> Result<(), GpuError> {
        let device = device.download()?;
        self.arrays += 1;
        self.items += host.len();
        if device.len() != host.len() {
            self.differences.push(format!(
                "{what}: {} items on the GPU, {} on the CPU",
                device.len(),
                host.len()
            ));
            return Ok(());
        }
        let wrong: Vec<_> = (0..host.len())
            .filter(|&k| !device[k].same(&host[k]))
            .collect();
        if let Some(first) = wrong.first() {
            self.differences.push(format!(
                "{what}: {} of {} items differ, the first is {first}",
                wrong.len(),
                host.len()
            ));
        }
        Ok(())
    }
}

/// Scan and sort of lists of awkward lengths.
pub fn lists(device: &Device, verdict: &mut Verdict) -> Result<(), GpuError> {
    let mut numbers = Numbers(11);
    for len in [
        0, 1, 31, 32, 33, 63, 64, 65, 4095, 4096, 4097, 100_000, 1_000_003,
    ] {
        let counts: Vec<u32> = (0..len).map(|_| numbers.next() as u32 % 1000).collect();
        let mut buffer = Buffer::from_slice(device, &counts)?;
        Scan::new(device).run(&mut buffer)?;
        verdict.check(&format!("scan of {len}"), &buffer, &host::scanned(&counts))?;
        let keys: Vec<u32> = (0..len).map(|_| numbers.next() as u32).collect();
        sort(device, &keys, 32, verdict)?;
        sort(device, &vec![5_u32; len], 30, verdict)?;
        let keys: Vec<u64> = (0..len).map(|_| numbers.next() >> 1).collect();
        sort(device, &keys, 63, verdict)?;
    }
    Ok(())
}

fn sort<K: DeviceKey + Bits>(
    device: &Device,
    keys: &[K],
    bits: u32,
    verdict: &mut Verdict,
) -> Result<(), GpuError> {
    let mut sort = Sort::<K>::new(device);
    let (input, indices) = sort.input(keys.len())?;
    input.upload(keys)?;
    indices.upload(&(0..keys.len() as u32).collect::<Vec<_>>())?;
    sort.run(bits)?;
    let (expected, order) = host::sorted(keys, bits);
    verdict.check(
        &format!("{bits}-bit keys of {}", keys.len()),
        sort.keys(),
        &expected,
    )?;
    verdict.check(
        &format!("order of {} {bits}-bit keys", keys.len()),
        sort.indices(),
        &order,
    )
}

fn check_tree<R: DeviceReal + Bits, K: DeviceKey + Bits>(
    what: &str,
    device: &Bvh<R, K>,
    host: &host::Tree<R, K>,
    verdict: &mut Verdict,
) -> Result<(), GpuError> {
    verdict.check(&format!("{what}: codes"), device.codes(), &host.codes)?;
    verdict.check(&format!("{what}: order"), device.order(), &host.order)?;
    verdict.check(
        &format!("{what}: branches"),
        device.branches(),
        &host.branches,
    )?;
    verdict.check(&format!("{what}: nodes"), device.nodes(), &host.nodes)
}

fn boxes<R: DeviceReal, const N: usize>(
    corners: &[[u32; N]],
    positions: &[Vec3<R>],
    radius: R,
) -> Vec<TreeBox<R>> {
    corners
        .iter()
        .map(|item| TreeBox::around(item, positions, radius))
        .collect()
}

/// Trees over triangles and edges of a scene, queries by its points, pairs of its edges, and a refit.
pub fn scene<R: DeviceReal + Bits, K: DeviceKey + Bits>(
    device: &Device,
    scene: &Scene,
    verdict: &mut Verdict,
) -> Result<(), GpuError> {
    let what = |part: &str| format!("{} ({}, {}), {part}", scene.name, R::NAME, K::NAME);
    let mut positions: Vec<Vec3<R>> = scene
        .positions
        .iter()
        .map(|x| x.map(R::from_f64).into())
        .collect();
    let mut on_device = Buffer::from_slice(device, &positions)?;
    let (none, half, full) = (R::zero(), R::from_f64(0.001), R::from_f64(0.002));

    let triangles = Buffer::from_slice(device, &scene.triangles)?;
    let mut tree = Bvh::<R, K>::new(device);
    tree.build(TreePrimitives {
        corners: &triangles,
        positions: &on_device,
        radius: none,
    })?;
    let mut expected = host::Tree::<R, K>::build(&boxes(&scene.triangles, &positions, none));
    check_tree(&what("triangles"), &tree, &expected, verdict)?;

    let points = Buffer::from_slice(device, &scene.points)?;
    let primitives = TreePrimitives {
        corners: &points,
        positions: &on_device,
        radius: full,
    };
    let mut order = Bvh::<R, K>::new(device);
    order.order_by_place(primitives)?;
    let mut queries = Buffer::new(device);
    write_boxes(device, order.order(), primitives, &mut queries)?;
    let unordered = boxes(&scene.points, &positions, full);
    let expected_order = host::Tree::<R, K>::build(&unordered).order;
    let expected_queries: Vec<_> = expected_order
        .iter()
        .map(|&k| unordered[k as usize])
        .collect();
    verdict.check(&what("query boxes"), &queries, &expected_queries)?;
    let mut places = Buffer::new(device);
    tree.count(&queries, &mut places)?;
    let (expected_places, expected_hits) = expected.hits(&expected_queries);
    verdict.check(&what("counts"), &places, &expected_places)?;
    let mut hits = Buffer::new(device);
    hits.resize(expected_hits.len())?;
    tree.list(&queries, &places, &mut hits)?;
    verdict.check(&what("hits"), &hits, &expected_hits)?;

    let edges = Buffer::from_slice(device, &scene.edges)?;
    let mut edge_tree = Bvh::<R, K>::new(device);
    edge_tree.build(TreePrimitives {
        corners: &edges,
        positions: &on_device,
        radius: half,
    })?;
    let expected_edges = host::Tree::<R, K>::build(&boxes(&scene.edges, &positions, half));
    check_tree(&what("edges"), &edge_tree, &expected_edges, verdict)?;
    edge_tree.count_pairs(&mut places)?;
    let (expected_places, expected_pairs) = expected_edges.pairs();
    verdict.check(&what("pair counts"), &places, &expected_places)?;
    let mut pairs = Buffer::new(device);
    pairs.resize(expected_pairs.len())?;
    edge_tree.list_pairs(&places, &mut pairs)?;
    verdict.check(&what("pairs"), &pairs, &expected_pairs)?;

    let mut numbers = Numbers(23);
    for x in positions.iter_mut().flatten() {
        *x += R::from_f64(0.001 * numbers.signed());
    }
    on_device.upload(&positions)?;
    tree.refit(TreePrimitives {
        corners: &triangles,
        positions: &on_device,
        radius: none,
    })?;
    expected.refit(&boxes(&scene.triangles, &positions, none));
    check_tree(&what("refitted"), &tree, &expected, verdict)?;
    println!(
        "{}: {} hits, {} pairs",
        what("compared"),
        expected_hits.len(),
        expected_pairs.len()
    );
    Ok(())
}
