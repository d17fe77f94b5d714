//! scratch
use std::f64::consts::TAU;
use tangency_geometry::Vec3;
use tangency_io::run_folder::Topology;
use tangency_render::*;

fn add(t: &mut Topology, name: &str, obstacle: bool, pts: Vec<Vec3>, tris: Vec<[u32; 3]>, segs: Vec<[u32; 2]>) {
    let k = t.rest.len() as u32;
    let b = t.body_names.len() as u32;
    t.body_names.push(name.into());
    t.rest.extend(&pts);
    let n = t.rest.len();
    t.body.resize(n, b);
    t.obstacle.resize(n, obstacle);
    t.thickness.resize(n, 0.0);
    t.points.extend(k..n as u32);
    for f in tris {
        let f = f.map(|v| v + k);
        t.triangles.push(f);
        t.edges.extend([[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]]);
    }
    t.edges.extend(segs.into_iter().map(|e| e.map(|v| v + k)));
}
fn grid(nu: u32, nv: u32, wrap_u: bool, wrap_v: bool, f: impl Fn(f64, f64) -> Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let cu = if wrap_u { nu } else { nu + 1 };
    let cv = if wrap_v { nv } else { nv + 1 };
    let p = (0..cu).flat_map(|i| (0..cv).map(move |j| (i, j))).map(|(i, j)| f(i as f64 / nu as f64, j as f64 / nv as f64)).collect();
    let at = |i: u32, j: u32| (i % cu) * cv + j % cv;
    let mut t = vec![];
    for i in 0..nu { for j in 0..nv {
        t.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
        t.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    } }
    (p, t)
}
fn cube(c: Vec3, h: f64, turn: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let p = (0..8).map(|i| {
        let q = Vec3::new((i & 1) as f64 - 0.5, ((i >> 1) & 1) as f64 - 0.5, ((i >> 2) & 1) as f64 - 0.5) * h;
        c + Vec3::new(q.x * turn.cos() - q.z * turn.sin(), q.y, q.x * turn.sin() + q.z * turn.cos())
    }).collect();
    (p, vec![[0,2,1],[1,2,3],[4,5,6],[5,7,6],[0,1,4],[1,5,4],[2,6,3],[3,6,7],[0,4,2],[2,4,6],[1,3,5],[3,7,5]])
}
fn ball(c: Vec3, r: f64, n: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    grid(n, 2 * n, false, true, |u, v| { let (a, b) = (u * TAU / 2.0, v * TAU); c + Vec3::new(a.sin() * b.cos(), a.cos(), -a.sin() * b.sin()) * r })
}
fn torus(c: Vec3, r: f64, s: f64, upright: bool, n: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    grid(2 * n, n, true, true, move |u, v| { let (a, b) = (u * TAU, v * TAU); let q = r + s * b.cos();
        let p = Vec3::new(q * a.cos(), s * b.sin(), q * a.sin()); c + if upright { Vec3::new(p.x, p.z, -p.y) } else { p } })
}
fn save(name: &str, t: &Topology) {
    let start = std::time::Instant::now();
    let i = render_frame(t, &t.rest, &RenderOptions::default()).unwrap();
    println!("{name}: {} tris {:?}", t.triangles.len(), start.elapsed());
    write_png(format!("/tmp/pics/{name}.png"), &i).unwrap();
}
fn main() {
    let mut t = Topology { half_spaces: vec![[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]], ..Default::default() };
    for (i, (c, h, a)) in [(Vec3::new(0.0, 0.505, 0.0), 1.0, 0.3), (Vec3::new(0.15, 1.52, 0.0), 1.0, 0.8), (Vec3::new(1.6, 0.41, 0.4), 0.8, 0.1)].into_iter().enumerate() {
        let (p, f) = cube(c, h, a); add(&mut t, &format!("c{i}"), false, p, f, vec![]);
    }
    let (p, f) = ball(Vec3::new(-1.2, 0.5, 0.9), 0.5, 40); add(&mut t, "ball", false, p, f, vec![]);
    let (p, f) = ball(Vec3::new(0.1, 2.9, 0.0), 0.4, 40); add(&mut t, "ball2", false, p, f, vec![]);
    save("boxes", &t);

    let mut t = Topology::default();
    for i in 0..5 { let (p, f) = torus(Vec3::new(0.0, -1.05 * i as f64, 0.0), 0.8, 0.22, true, 24);
        let p = if i % 2 == 1 { p.into_iter().map(|q| Vec3::new(q.z, q.y, q.x)).collect() } else { p };
        add(&mut t, &format!("l{i}"), i == 0, p, f, vec![]); }
    save("chain", &t);

    let mut t = Topology::default();
    let (p, f) = grid(100, 250, false, false, |u, v| { let a = (v - 0.5) * 7.0; let x = (u - 0.5) * 1.0; Vec3::new((v - 0.5) * 3.0, x * a.cos() + 0.05 * (20.0 * v).sin(), x * a.sin()) });
    add(&mut t, "mat", false, p, f, vec![]);
    save("mat", &t);

    let mut t = Topology::default();
    let (p, f) = grid(12, 64, false, true, |u, v| { let r = 0.35 + 1.3 * u * u.sqrt(); let b = v * TAU; Vec3::new(r * b.cos(), -0.3 + 1.6 * u, r * b.sin()) });
    add(&mut t, "funnel", true, p, f, vec![]);
    for i in 0..9 { let a = i as f64 * 2.4; let (p, f) = ball(Vec3::new(0.6 * a.cos(), 1.0 + 0.25 * i as f64, 0.6 * a.sin()), 0.3, 24); add(&mut t, "b", false, p, f, vec![]); }
    let (p, f) = ball(Vec3::new(0.0, -0.9, 0.0), 0.3, 24); add(&mut t, "b", false, p, f, vec![]);
    save("funnel", &t);

    let mut t = Topology::default();
    let pts: Vec<Vec3> = (0..20).flat_map(|i| (0..20).map(move |j| Vec3::new(i as f64 * 0.1 - 0.95, 0.0, j as f64 * 0.1 - 0.95))).collect();
    add(&mut t, "points", true, pts, vec![], vec![]);
    let pts: Vec<Vec3> = (0..10).flat_map(|i| [-1.0, 1.0].map(|z| Vec3::new(i as f64 * 0.2 - 0.9, -0.3, z))).collect();
    add(&mut t, "knives", true, pts, vec![], (0..10).map(|i| [2 * i, 2 * i + 1]).collect());
    let (p, f) = ball(Vec3::new(0.0, 0.62, 0.0), 0.6, 60); add(&mut t, "ball", false, p, f, vec![]);
    let pts: Vec<Vec3> = (0..60).map(|i| { let a = i as f64 * 0.2; Vec3::new(0.75 * a.cos(), 0.1 + 0.02 * i as f64, 0.75 * a.sin()) }).collect();
    add(&mut t, "rope", false, pts, vec![], (0..59).map(|i| [i, i + 1]).collect());
    save("points", &t);

    let mut t = Topology::default();
    let (p, f) = grid(1, 1, false, false, |u, v| Vec3::new(4.0 * u - 2.0, 0.0, 2.0 - 4.0 * v)); add(&mut t, "floor", true, p, f, vec![]);
    let (p, f) = cube(Vec3::new(0.0, 0.505, 0.0), 1.0, 0.3); add(&mut t, "c", false, p, f, vec![]);
    let (p, f) = torus(Vec3::new(0.0, 1.22, 0.0), 0.6, 0.2, false, 40); add(&mut t, "t", false, p, f, vec![]);
    save("plate", &t);
    let mut imgs = vec![];
    let cam = Camera::fit(&t, [&t.rest[..]], 16.0 / 9.0);
    for k in 0..12 { let x: Vec<Vec3> = t.rest.iter().zip(&t.obstacle).map(|(p, o)| if *o { *p } else { p + Vec3::new(0.0, (k as f64 * 0.5).sin().abs() * 0.4, 0.0) }).collect();
        imgs.push(render_frame(&t, &x, &RenderOptions { width: 640, height: 360, camera: Some(cam), ..Default::default() }).unwrap()); }
    let s = std::time::Instant::now();
    write_gif("/tmp/pics/bounce.gif", &imgs, 0.05).unwrap();
    println!("gif {:?}", s.elapsed());
}
