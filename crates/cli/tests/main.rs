//! Integration tests of `tangency-cli`, one program: it links once, and its tests run side by side.

mod bad_input;
mod catalogue;
mod common;
mod drape;
mod embedded;
mod export;
mod gpu;
mod interrupt;
mod limits;
mod optimise;
mod output;
mod pictures;
mod plot;
mod repair;
mod report;
mod resume;
mod runs;
mod scripts;
mod sweep;
mod verify;
mod view;
