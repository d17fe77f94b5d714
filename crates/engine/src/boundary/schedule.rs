//! Which program each vertex follows, and when: a vertex may be in several programs whose times do not meet.

use super::BoundaryProgram;

/// A vertex's place in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The program.
    pub program: u32,
    /// The vertex's number within it.
    pub index: u32,
}

/// The places of every vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// First place of each vertex, and the end.
    first: Vec<u32>,
    places: Vec<Place>,
}

impl Schedule {
    /// The places of `count` vertices in `programs`, whose vertices must be below `count`.
    pub fn new(programs: &[BoundaryProgram], count: usize) -> Self {
        let mut first = vec![0; count + 1];
        for program in programs {
            for &v in &program.vertices {
                first[v as usize + 1] += 1;
            }
        }
        for v in 0..count {
            first[v + 1] += first[v];
        }
        let nowhere = Place {
            program: 0,
            index: 0,
        };
        let mut places = vec![nowhere; first[count] as usize];
        let mut next = first.clone();
        for (k, program) in programs.iter().enumerate() {
            for (index, &v) in program.vertices.iter().enumerate() {
                let slot = &mut next[v as usize];
                places[*slot as usize] = Place {
                    program: k as u32,
                    index: index as u32,
                };
                *slot += 1;
            }
        }
        Schedule { first, places }
    }

    /// The places of vertex `v`, in the order of the programs.
    pub fn places(&self, v: u32) -> &[Place] {
        let v = v as usize;
        match (self.first.get(v), self.first.get(v + 1)) {
            (Some(&from), Some(&to)) => &self.places[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Two programs that hold vertex `v` at the same time.
    pub fn clash(&self, programs: &[BoundaryProgram], v: u32) -> Option<(u32, u32)> {
        let places = self.places(v);
        let motion = |place: &Place| &programs[place.program as usize].motion;
        for (k, second) in places.iter().enumerate() {
            let meets = |first: &&Place| motion(first).overlaps(motion(second));
            if let Some(first) = places[..k].iter().find(meets) {
                return Some((first.program, second.program));
            }
        }
        None
    }

    /// The place of vertex `v` in the program that holds it in a step that ends at `time`.
    pub fn at(&self, programs: &[BoundaryProgram], v: u32, time: f64) -> Option<Place> {
        let holds = |place: &&Place| programs[place.program as usize].motion.is_active(time);
        self.places(v).iter().find(holds).copied()
    }
}
