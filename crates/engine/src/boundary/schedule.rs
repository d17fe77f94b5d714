//! Which program each vertex follows, and when: a vertex may be in several programs whose times do not meet.

use tangency_geometry::Vec3;

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

    /// The place of vertex `v` in the program that holds it while these rule.
    pub fn at(&self, ruling: &Ruling, v: u32) -> Option<Place> {
        let holds = |place: &&Place| ruling.rules[place.program as usize];
        self.places(v).iter().find(holds).copied()
    }
}

/// The programs that rule in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruling {
    /// Whether each program does.
    rules: Vec<bool>,
    /// Those whose passage has been passed, ascending.
    released: Vec<u32>,
}

impl Ruling {
    /// Those of the step from `x` to `time`, where the programs `released` have let go before.
    pub fn new(programs: &[BoundaryProgram], released: &[u32], x: &[Vec3], time: f64) -> Self {
        let mut ruling = Ruling::default();
        for (k, program) in programs.iter().enumerate() {
            let (k, motion) = (k as u32, &program.motion);
            let is_active = motion.is_active(time);
            let passes = || (motion.passage.as_ref()).is_some_and(|place| place.is_passed(x));
            let is_released = released.contains(&k) || (is_active && passes());
            if is_released {
                ruling.released.push(k);
            }
            ruling.rules.push(is_active && !is_released);
        }
        ruling
    }

    /// The programs that have let go for good by the end of the step.
    pub fn into_released(self) -> Vec<u32> {
        self.released
    }
}
