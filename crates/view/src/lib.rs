//! The viewer: a page that shows runs and scenes.
//!
//! [`ViewServer`] serves it to a browser on this machine. What it shows is a [`Subject`]: a run folder ([`ViewedRun`]), a
//! simulation under way ([`LiveRun`]), or a scene before it runs ([`ViewedScene`]). The page is in `viewer`, in TypeScript; its bundle is part of this crate.

mod contacts;
mod error;
mod live;
mod mesh;
mod pack;
pub mod page;
mod portable;
mod run;
mod scene;
#[cfg(not(target_family = "wasm"))]
mod server;
mod subject;

pub use error::ViewError;
pub use live::LiveRun;
pub use portable::{PortableRun, portable};
pub use run::ViewedRun;
pub use scene::ViewedScene;
#[cfg(not(target_family = "wasm"))]
pub use server::ViewServer;
pub use subject::{CurveQuestion, Subject};
