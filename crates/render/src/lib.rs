//! A software renderer: frames to pictures without a GPU or a browser.
//!
//! ```text
//! Topology + positions ── scene ──► triangles, balls, rods, walls, planes      (world space, f32)
//!        Camera::fit   ── shadow ─► depth seen from the key light
//!                      ── raster ─► what each of 4 samples per pixel sees      (tiles in parallel)
//!                      ── shade ──► light, shadow, occlusion, glass, sRGB  ──► Image ──► PNG, GIF
//! ```
//! Planar scenes are drawn flat instead (`planar`). Fields of a run become colours and arrows (`field`, [`Overlay`]), and
//! curves become plots ([`chart`]). The same input gives the same bytes for any number of threads.
//!
//! ```
//! use tangency_geometry::Vec3;
//! use tangency_io::run_folder::Topology;
//! use tangency_render::{RenderOptions, png_bytes, render_frame};
//!
//! let x = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
//! let topology = Topology {
//!     rest: x.to_vec(),
//!     triangles: vec![[0, 1, 2]],
//!     edges: vec![[0, 1], [1, 2], [0, 2]],
//!     points: vec![0, 1, 2],
//!     body: vec![0; 3],
//!     body_names: vec!["triangle".to_owned()],
//!     obstacle: vec![false; 3],
//!     thickness: vec![0.0; 3],
//!     ..Topology::default()
//! };
//! let options = RenderOptions { width: 64, height: 48, ..RenderOptions::default() };
//! let image = render_frame(&topology, &x, &options)?;
//! // The camera is fitted to the triangle: it is in the middle, and the sky is above.
//! assert_ne!(image.pixel(32, 24), image.pixel(32, 0));
//! assert!(png_bytes(&image)?.starts_with(b"\x89PNG"));
//! # Ok::<(), tangency_render::RenderError>(())
//! ```

mod animation;
mod arrow;
mod camera;
mod canvas;
pub mod chart;
mod colormap;
mod error;
mod field;
mod image;
mod legend;
mod light;
mod occlusion;
mod options;
mod palette;
mod planar;
mod raster;
mod render;
mod rods;
mod scene;
mod shadow;
mod smooth;
mod spiral;
mod subject;
mod text;
mod things;
mod turn;
mod vector;
mod video;

pub use animation::{GifWriter, write_gif};
pub use camera::Camera;
pub use colormap::{ColorMap, ColorScale, NO_VALUE};
pub use error::RenderError;
pub use field::{
    ArrowField, FieldChoice, FieldError, FieldVector, SurfaceMap, SurfaceValues, components,
    unit_of,
};
pub use image::{Image, png_bytes, write_png};
pub use legend::{ArrowKey, Legend};
pub use options::{ObstacleStyle, RenderOptions};
pub use palette::BodyPalette;
pub use render::{render_frame, render_overlaid};
pub use subject::Overlay;
pub use text::Anchor;
pub use video::{VideoEncoder, VideoWriter};
