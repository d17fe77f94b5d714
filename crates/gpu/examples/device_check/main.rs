//! Runs every kernel on the GPU and on the CPU, compares bit for bit, and prints times.
//!
//! `cargo run --release -p tangency-gpu --example device_check [-- --quick | --times]`;
//! `--quick` compares small scenes only, `--times` none; `--steps` compares time steps alone, `--bench` measures them
//! (`--lanes N` with N threads a vertex); `--host` only builds the scenes, without a GPU. Exit status 0: all bits agree, 1: some
//! differ or a launch failed, 2: there is no GPU to be used.

mod compare;
mod measure;
mod scene;
mod steps;
mod worlds;

use compare::Verdict;
use measure::{print_heading, row};
use scene::{Numbers, Scene};
use std::process::ExitCode;
use tangency_gpu::{
    Buffer, Bvh, Device, DeviceKey, DeviceReal, GpuError, Scan, Sort, TreePrimitives, write_boxes,
};
use tangency_kernels::Vec3;
use tangency_kernels::bvh::{Node, TreeBox, refit};
use tangency_kernels::sort;

fn main() -> ExitCode {
    if std::env::args().any(|word| word == "--host") {
        steps::describe();
        let is_well = steps::rehearse::<f32>() & steps::rehearse::<f64>();
        return ExitCode::from(u8::from(!is_well));
    }
    let device = match Device::open(0) {
        Ok(device) => device,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match run(&device) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all bits agree.
fn run(device: &Device) -> Result<bool, GpuError> {
    let wants = |word: &str| std::env::args().any(|argument| argument == word);
    println!("{}", device.description()?);
    let lanes = std::env::args().skip_while(|word| word != "--lanes").nth(1);
    let lanes = lanes.and_then(|word| word.parse().ok());
    if wants("--bench") {
        steps::bench_all(device, lanes)?;
        return Ok(true);
    }
    let steps_agree = steps::compare::<f32>(device)? & steps::compare::<f64>(device)?;
    if wants("--steps") {
        return Ok(steps_agree);
    }
    let mut verdict = Verdict::default();
    if !wants("--times") {
        compare_all(device, !wants("--quick"), &mut verdict)?;
    }
    let large = Scene::stack("50 layers", 50, 71, 0.002);
    print_heading();
    measure_lists(device)?;
    measure_scene::<f32, u32>(device, &large)?;
    measure_scene::<f32, u64>(device, &large)?;
    measure_scene::<f64, u32>(device, &large)?;
    check_errors(device)?;
    Ok(verdict.differences.is_empty() && steps_agree)
}

fn compare_all(device: &Device, large: bool, verdict: &mut Verdict) -> Result<(), GpuError> {
    compare::lists(device, verdict)?;
    let mut scenes = vec![
        Scene::stack("nothing", 0, 0, 0.0),
        Scene::stack("one square", 1, 1, 0.002),
        Scene::stack("three layers", 3, 10, 0.002),
        Scene::stack("flat cloth", 1, 20, 0.0),
        Scene::stack("", 2, 5, 0.0).collapsed("one place"),
    ];
    if large {
        scenes.push(Scene::stack("50 layers", 50, 71, 0.002));
    }
    for scene in &scenes {
        compare::scene::<f32, u32>(device, scene, verdict)?;
        compare::scene::<f32, u64>(device, scene, verdict)?;
        compare::scene::<f64, u32>(device, scene, verdict)?;
        compare::scene::<f64, u64>(device, scene, verdict)?;
    }
    for difference in &verdict.differences {
        println!("DIFFERENT {difference}");
    }
    let Verdict {
        arrays,
        items,
        differences,
    } = verdict;
    println!(
        "{arrays} arrays of {items} items compared, {} differ",
        differences.len()
    );
    Ok(())
}

fn measure_lists(device: &Device) -> Result<(), GpuError> {
    let items = Buffer::from_slice(device, &vec![1_u32; 1 << 28])?;
    let mut copy = Buffer::new(device);
    row(device, "copy of 1 GiB", 2 << 30, || copy.copy_from(&items))?;
    for len in [1 << 19, 1 << 20, 1 << 24] {
        let mut scan = Scan::new(device);
        let mut counts = Buffer::from_slice(device, &vec![1_u32; len])?;
        row(device, &format!("scan of {len}"), 12 * len, || {
            scan.run(&mut counts)
        })?;
    }
    measure_sort::<u32>(device, 1 << 19, 30)?;
    measure_sort::<u32>(device, 1 << 22, 30)?;
    measure_sort::<u64>(device, 1 << 19, 63)
}

fn sort_bytes<K>(len: usize, bits: u32) -> usize {
    let pass = len * (3 * size_of::<K>() + 8) + 5 * 4 * sort::table(len);
    sort::shifts(bits).count() * pass
}

fn measure_sort<K: DeviceKey + From<u32> + std::ops::BitXor<Output = K>>(
    device: &Device,
    len: usize,
    bits: u32,
) -> Result<(), GpuError> {
    let mut numbers = Numbers(5);
    let keys: Vec<K> = (0..len)
        .map(|_| K::interleaved([(); 3].map(|()| numbers.next() as u32 >> (32 - K::AXIS_BITS))))
        .collect();
    let mut sort = Sort::<K>::new(device);
    let (input, indices) = sort.input(len)?;
    input.upload(&keys)?;
    indices.upload(&(0..len as u32).collect::<Vec<_>>())?;
    row(
        device,
        &format!("sort of {len} {bits}-bit keys"),
        sort_bytes::<K>(len, bits),
        || sort.run(bits),
    )
}

fn measure_scene<R: DeviceReal, K: DeviceKey>(
    device: &Device,
    scene: &Scene,
) -> Result<(), GpuError> {
    let positions: Vec<Vec3<R>> = scene
        .positions
        .iter()
        .map(|x| x.map(R::from_f64).into())
        .collect();
    let positions = Buffer::from_slice(device, &positions)?;
    let triangles = Buffer::from_slice(device, &scene.triangles)?;
    let edges = Buffer::from_slice(device, &scene.edges)?;
    let points = Buffer::from_slice(device, &scene.points)?;
    let triangles = TreePrimitives {
        corners: &triangles,
        positions: &positions,
        radius: R::zero(),
    };
    let edges = TreePrimitives {
        corners: &edges,
        positions: &positions,
        radius: R::from_f64(0.001),
    };
    let points = TreePrimitives {
        corners: &points,
        positions: &positions,
        radius: R::from_f64(0.002),
    };
    let title = |part: &str, count: usize| format!("{part}, {count}, {} {}", R::NAME, K::NAME);

    let mut tree = Bvh::<R, K>::new(device);
    let count = scene.triangles.len();
    row(
        device,
        &title("build triangles", count),
        build_bytes::<R, K, 3>(count),
        || tree.build(triangles),
    )?;
    row(
        device,
        &title("refit triangles", count),
        refit_bytes::<R, 3>(count),
        || tree.refit(triangles),
    )?;

    let mut order = Bvh::<R, K>::new(device);
    order.order_by_place(points)?;
    let (mut queries, mut places, mut hits) = (
        Buffer::new(device),
        Buffer::new(device),
        Buffer::new(device),
    );
    write_boxes(device, order.order(), points, &mut queries)?;
    let nodes = 2 * count * size_of::<Node<R>>();
    let count = scene.points.len();
    let bytes = nodes + count * (size_of::<TreeBox<R>>() + 12);
    row(
        device,
        &title("points in triangles: count", count),
        bytes,
        || tree.count(&queries, &mut places),
    )?;
    let found = places.download_part(count..count + 1)?[0] as usize;
    hits.resize(found)?;
    let bytes = nodes + count * (size_of::<TreeBox<R>>() + 4) + found * 4;
    row(
        device,
        &title("points in triangles: list", found),
        bytes,
        || tree.list(&queries, &places, &mut hits),
    )?;

    let mut tree = Bvh::<R, K>::new(device);
    let count = scene.edges.len();
    row(
        device,
        &title("build edges", count),
        build_bytes::<R, K, 2>(count),
        || tree.build(edges),
    )?;
    row(
        device,
        &title("refit edges", count),
        refit_bytes::<R, 2>(count),
        || tree.refit(edges),
    )?;
    let nodes = 2 * count * size_of::<Node<R>>();
    row(
        device,
        &title("pairs of edges: count", count),
        nodes + 12 * count,
        || tree.count_pairs(&mut places),
    )?;
    let found = places.download_part(count..count + 1)?[0] as usize;
    let mut pairs = Buffer::new(device);
    pairs.resize(found)?;
    let bytes = nodes + 4 * count + 8 * found;
    row(device, &title("pairs of edges: list", found), bytes, || {
        tree.list_pairs(&places, &mut pairs)
    })
}

fn refit_bytes<R, const N: usize>(count: usize) -> usize {
    let (item, node) = (size_of::<TreeBox<R>>(), size_of::<Node<R>>());
    let leaves = count * (4 + 4 * N + 3 * N * size_of::<R>() + item + node);
    let levels = refit::BoxGroups::new(count).len() * 2 * item;
    leaves + levels + count * (12 + item + node)
}

fn build_bytes<R, K: DeviceKey, const N: usize>(count: usize) -> usize {
    let item = size_of::<TreeBox<R>>();
    let boxes = count * (4 + 4 * N + 3 * N * size_of::<R>() + item);
    let codes = count * (2 * item + size_of::<K>() + 4);
    let links = count * (size_of::<K>() + 16 + 16 + 4 + 2 * size_of::<Node<R>>());
    boxes + codes + sort_bytes::<K>(count, K::BITS) + links + refit_bytes::<R, N>(count)
}

/// The errors that a healthy machine can show.
fn check_errors(device: &Device) -> Result<(), GpuError> {
    let mut buffer = Buffer::<u64>::new(device);
    let refused = buffer.resize(1 << 45).err().map(|error| error.to_string());
    println!(
        "\nasked for 256 TiB: {}",
        refused.unwrap_or_else(|| "given!".into())
    );
    buffer.upload(&[1, 2, 3])?;
    let graph = device.capture(|| Ok(()))?;
    let grown = device
        .capture(|| buffer.resize(1000))
        .err()
        .map(|error| error.to_string());
    println!(
        "growth in a capture: {}",
        grown.unwrap_or_else(|| "allowed!".into())
    );
    buffer.resize(1000)?;
    let stale = graph.replay().err().map(|error| error.to_string());
    println!(
        "replay after growth: {}",
        stale.unwrap_or_else(|| "allowed!".into())
    );
    Ok(())
}
