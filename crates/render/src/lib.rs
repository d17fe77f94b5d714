//! A software renderer: frames to pictures without a GPU or a browser.
//!
//! ```text
//! Topology + positions ── scene ──► triangles, balls, rods, walls, planes      (world space, f32)
//!        Camera::fit   ── shadow ─► depth seen from the key light
//!                      ── raster ─► what each of 4 samples per pixel sees      (tiles in parallel)
//!                      ── shade ──► light, shadow, occlusion, glass, sRGB  ──► Image ──► PNG, GIF
//! ```
//! Planar scenes are drawn flat instead (`planar`). The same input gives the same bytes for any number of threads.

mod camera;
mod error;
mod image;
mod light;
mod occlusion;
mod options;
mod planar;
mod raster;
mod render;
mod scene;
mod shadow;
mod spiral;
mod vector;

pub use camera::Camera;
pub use error::RenderError;
pub use image::{Image, png_bytes, write_gif, write_png};
pub use options::RenderOptions;
pub use render::render_frame;
