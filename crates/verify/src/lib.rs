//! The certificate repeated from the files of a run alone; shares no code with the solver.
//!
//! [`verify_run`] reads every frame of a run folder and decides, on the very numbers the solver had:
//! - does any edge cross or touch a triangle (exactly: a filter with a proven error bound, then integers)?
//! - is any piece of surface inside of a solid (exactly, by one point of each)?
//! - has any tet no or negative volume (exactly)?
//! - is every body strictly on its side of every half-space (exactly)?
//! - is every pair farther apart than its offset (exactly; from half-spaces in floating point)?
//! - is every sheet strained less than its limits (exactly)?
//! - what is the smallest distance of all pairs (in floating point)?
//!
//! Of a planar run it decides whether boundary segments cross or touch, triangles have no or negative area, points are
//! inside of bodies, or vertices have left the plane; the rest is the same.
//!
//! It then compares the answers with the run's `certificate.json`, and checks that no frame is missing, that frames,
//! statistics and certificate tell of the same steps, that the chain of hashes through them is whole, and that the
//! contact surface it was given leaves nothing out. On demand it also decides whether anything touches where every vertex
//! goes straight from one frame to the next. Distances, boxes, search trees and predicates are its own:
//! a mistake in the engine's cannot hide here.
//!
//! ```
//! use tangency_geometry::Vec3;
//! use tangency_io::run_folder::{RunWriter, Topology};
//! use tangency_verify::{FailureKind, verify_run};
//!
//! // A tet on its way through itself: the second frame is inside out.
//! let x = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
//! let topology = Topology {
//!     rest: x.to_vec(),
//!     tets: vec![[0, 1, 2, 3]],
//!     triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
//!     edges: vec![[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]],
//!     points: vec![0, 1, 2, 3],
//!     body: vec![0; 4],
//!     body_names: vec!["tet".to_owned()],
//!     obstacle: vec![false; 4],
//!     thickness: vec![0.0; 4],
//!     ..Topology::default()
//! };
//! let folder = tempfile::tempdir()?;
//! let run = folder.path().join("run");
//! let mut writer = RunWriter::create(&run, &topology, "{}", false)?;
//! writer.write_frame(0, &x)?;
//! writer.write_frame(1, &x.map(|x| -x))?;
//!
//! let report = verify_run(&run, |_| {})?;
//! assert!(!report.verified);
//! assert_eq!((report.frames, report.inversions), (2, 1));
//! assert_eq!((report.failures[0].frame, report.failures[0].kind), (1, FailureKind::Inversion));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apart;
mod certificate;
mod distance;
mod embedded;
mod error;
mod exact;
mod frame;
mod gaps;
mod hierarchy;
mod motion;
mod records;
mod report;
mod run;
mod solids;
mod strain;
mod surface;
mod touch;

pub use error::VerifyError;
pub use report::{
    BetweenFramesReport, FailureKind, FrameFailure, GreenStrain, Primitive, PrimitiveShape, Report,
};
pub use run::{Options, VerifyProgress, verify_run, verify_run_with};
