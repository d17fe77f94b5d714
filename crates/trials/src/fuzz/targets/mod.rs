//! What reads the inputs.

mod arrays;
mod meshes;
mod runs;
mod scenes;

use std::fmt;
use std::path::Path;

use clap::ValueEnum;

use super::{bytes, seeds, text};
use crate::random::Random;

/// A reader of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
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

impl Target {
    /// All of them, with the share of inputs each gets: the quick ones get more.
    pub const ALL: [(Target, u64); 15] = [
        (Target::Toml, 100),
        (Target::Json, 60),
        (Target::Script, 60),
        (Target::Msh, 120),
        (Target::Vtk, 120),
        (Target::Obj, 120),
        (Target::Stl, 80),
        (Target::Ply, 120),
        (Target::Seg, 30),
        (Target::Pt, 30),
        (Target::Npy, 60),
        (Target::Npz, 60),
        (Target::Run, 30),
        (Target::Verify, 5),
        (Target::Resume, 5),
    ];

    /// Reads an input as the program would; files that it needs go to the folder `scratch`.
    pub fn read(self, input: &[u8], scratch: &Path) {
        match self {
            Target::Toml => scenes::read("s.toml", input, scratch),
            Target::Json => scenes::read("s.json", input, scratch),
            Target::Script => scenes::read("s.txt", input, scratch),
            Target::Msh => meshes::read(tangency_io::read::msh::parse, input),
            Target::Vtk => meshes::read(tangency_io::read::vtk::parse, input),
            Target::Obj => meshes::read_obj(input),
            Target::Stl => meshes::read(tangency_io::read::stl::parse, input),
            Target::Ply => meshes::read(tangency_io::read::ply::parse, input),
            Target::Seg => meshes::read(tangency_io::read::seg::parse, input),
            Target::Pt => meshes::read(tangency_io::read::obj::parse_points, input),
            Target::Npy => drop(tangency_io::npy::from_bytes(input)),
            Target::Npz => drop(tangency_io::npz::from_bytes(input)),
            Target::Run => runs::read(input, scratch),
            Target::Verify => runs::verify(input, scratch),
            Target::Resume => runs::resume(input, scratch),
        }
    }

    /// Makes the files that all inputs of the target share.
    pub fn prepare(self, scratch: &Path) -> std::io::Result<()> {
        match self {
            Target::Toml | Target::Json | Target::Script => scenes::prepare(scratch),
            _ => Ok(()),
        }
    }

    /// How many inputs one child process takes.
    pub fn per_child(self) -> u64 {
        match self {
            Target::Verify | Target::Resume => 250,
            Target::Toml | Target::Json | Target::Script | Target::Run => 2_000,
            _ => 20_000,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |v| v.get_name()))
    }
}

/// A random input of a target: one of its seeds, changed in a few ways.
pub fn mutated(target: Target, random: &mut Random) -> Vec<u8> {
    match target {
        Target::Npy => return arrays::npy(random),
        Target::Npz => return arrays::npz(random),
        Target::Run | Target::Verify | Target::Resume => return runs::mutated(target, random),
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

/// How many changes an input gets: mostly few.
fn changes(random: &mut Random) -> usize {
    let mut count = 1;
    while count < 12 && random.chance(0.6) {
        count += 1;
    }
    count
}
