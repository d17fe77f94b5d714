//! The targets of fuzzing: the readers of the inputs.

mod arrays;
mod meshes;
mod runs;
mod scenes;

use std::fmt;
use std::path::Path;

use clap::ValueEnum;

use super::{bytes, seeds, text};
use crate::random::RandomStream;

/// A reader of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FuzzTarget {
    /// Scene files in TOML, loaded and built
    Toml,
    /// Scene files in JSON, loaded and built
    Json,
    /// Scripts of the IPC code, imported and built
    Script,
    /// Gmsh's meshes
    Msh,
    /// Legacy VTK meshes
    Vtk,
    /// VTK's XML meshes
    Vtu,
    /// Wavefront meshes and garments
    Obj,
    /// STL surfaces
    Stl,
    /// PLY meshes
    Ply,
    /// Segments
    Seg,
    /// Points
    Pt,
    /// Arrays of numpy
    Npy,
    /// Archives of arrays
    Npz,
    /// Run folders: what their files say
    Run,
    /// Run folders, verified and exported
    Verify,
    /// Run folders, resumed from their checkpoint
    Resume,
}

impl FuzzTarget {
    /// All of them, with the share of inputs each gets: the quick ones get more.
    pub const ALL: [(FuzzTarget, u64); 16] = [
        (FuzzTarget::Toml, 100),
        (FuzzTarget::Json, 60),
        (FuzzTarget::Script, 60),
        (FuzzTarget::Msh, 120),
        (FuzzTarget::Vtk, 120),
        (FuzzTarget::Vtu, 120),
        (FuzzTarget::Obj, 120),
        (FuzzTarget::Stl, 80),
        (FuzzTarget::Ply, 120),
        (FuzzTarget::Seg, 30),
        (FuzzTarget::Pt, 30),
        (FuzzTarget::Npy, 60),
        (FuzzTarget::Npz, 60),
        (FuzzTarget::Run, 30),
        (FuzzTarget::Verify, 5),
        (FuzzTarget::Resume, 5),
    ];

    /// Reads an input as the program would; files that it needs go to the folder `scratch`.
    pub fn read(self, input: &[u8], scratch: &Path) {
        match self {
            FuzzTarget::Toml => scenes::read("s.toml", input, scratch),
            FuzzTarget::Json => scenes::read("s.json", input, scratch),
            FuzzTarget::Script => scenes::read("s.txt", input, scratch),
            FuzzTarget::Msh => meshes::read(tangency_io::read::msh::parse, input),
            FuzzTarget::Vtk => meshes::read(tangency_io::read::vtk::parse, input),
            FuzzTarget::Vtu => meshes::read(tangency_io::read::vtu::parse, input),
            FuzzTarget::Obj => meshes::read_obj(input),
            FuzzTarget::Stl => meshes::read(tangency_io::read::stl::parse, input),
            FuzzTarget::Ply => meshes::read(tangency_io::read::ply::parse, input),
            FuzzTarget::Seg => meshes::read(tangency_io::read::seg::parse, input),
            FuzzTarget::Pt => meshes::read(tangency_io::read::obj::parse_points, input),
            FuzzTarget::Npy => drop(tangency_io::npy::from_bytes(input)),
            FuzzTarget::Npz => drop(tangency_io::npz::from_bytes(input)),
            FuzzTarget::Run => runs::read(input, scratch),
            FuzzTarget::Verify => runs::verify(input, scratch),
            FuzzTarget::Resume => runs::resume(input, scratch),
        }
    }

    /// Makes the files that all inputs of the target share.
    pub fn prepare(self, scratch: &Path) -> std::io::Result<()> {
        match self {
            FuzzTarget::Toml | FuzzTarget::Json | FuzzTarget::Script => scenes::prepare(scratch),
            _ => Ok(()),
        }
    }

    /// Number of inputs that one child process takes.
    pub fn per_child(self) -> u64 {
        match self {
            FuzzTarget::Verify | FuzzTarget::Resume => 250,
            FuzzTarget::Toml | FuzzTarget::Json | FuzzTarget::Script | FuzzTarget::Run => 2_000,
            _ => 20_000,
        }
    }
}

impl fmt::Display for FuzzTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |v| v.get_name()))
    }
}

/// A random input of a target: one of its seeds, changed in a few ways.
pub fn mutated(target: FuzzTarget, random: &mut RandomStream) -> Vec<u8> {
    match target {
        FuzzTarget::Npy => return arrays::npy(random),
        FuzzTarget::Npz => return arrays::npz(random),
        FuzzTarget::Run | FuzzTarget::Verify | FuzzTarget::Resume => {
            return runs::mutated(target, random);
        }
        _ => {}
    }
    let seeds = seeds::of(target);
    let mut input = random.pick(seeds).clone();
    let is_text = std::str::from_utf8(&input).is_ok();
    for _ in 0..changes(random) {
        if is_text {
            text::change(&mut input, seeds, random);
        } else {
            bytes::change(&mut input, seeds, random);
        }
    }
    input
}

/// Number of changes that an input gets: mostly few.
fn changes(random: &mut RandomStream) -> usize {
    let mut count = 1;
    while count < 12 && random.chance(0.6) {
        count += 1;
    }
    count
}
