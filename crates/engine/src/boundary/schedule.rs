//! Which program each vertex follows, and when: a vertex may be in several programs whose times do not meet.

use tangency_geometry::Vec3;

use super::BoundaryProgram;

/// A vertex's slot in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramSlot {
    /// The program.
    pub program: u32,
    /// The vertex's number within it.
    pub index: u32,
}

/// The slots of all vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// First slot of each vertex, and the end.
    first: Vec<u32>,
    slots: Vec<ProgramSlot>,
}

impl Schedule {
    /// The slots of `count` vertices in `programs`, whose vertices must be below `count`.
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
        let nowhere = ProgramSlot {
            program: 0,
            index: 0,
        };
        let mut slots = vec![nowhere; first[count] as usize];
        let mut next = first.clone();
        for (k, program) in programs.iter().enumerate() {
            for (index, &v) in program.vertices.iter().enumerate() {
                let next = &mut next[v as usize];
                slots[*next as usize] = ProgramSlot {
                    program: k as u32,
                    index: index as u32,
                };
                *next += 1;
            }
        }
        Schedule { first, slots }
    }

    /// The slots of vertex `v`, in the order of the programs.
    pub fn slots(&self, v: u32) -> &[ProgramSlot] {
        let v = v as usize;
        match (self.first.get(v), self.first.get(v + 1)) {
            (Some(&from), Some(&to)) => &self.slots[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Two programs that hold vertex `v` at the same time.
    pub fn clash(&self, programs: &[BoundaryProgram], v: u32) -> Option<(u32, u32)> {
        let slots = self.slots(v);
        let motion = |slot: &ProgramSlot| &programs[slot.program as usize].motion;
        for (k, second) in slots.iter().enumerate() {
            let meets = |first: &&ProgramSlot| motion(first).overlaps(motion(second));
            if let Some(first) = slots[..k].iter().find(meets) {
                return Some((first.program, second.program));
            }
        }
        None
    }

    /// The slot of vertex `v` in the program that holds it while these are active.
    pub fn at(&self, active: &ActivePrograms, v: u32) -> Option<ProgramSlot> {
        let holds = |slot: &&ProgramSlot| active.is_active[slot.program as usize];
        self.slots(v).iter().find(holds).copied()
    }
}

/// The programs that are active in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActivePrograms {
    /// Whether each program is.
    is_active: Vec<bool>,
    /// Programs whose release plane has been passed, ascending.
    released: Vec<u32>,
}

impl ActivePrograms {
    /// Finds the active programs of the step from `x` to `time`, where the programs `released` have let go before.
    pub fn new(programs: &[BoundaryProgram], released: &[u32], x: &[Vec3], time: f64) -> Self {
        let mut active = ActivePrograms::default();
        for (k, program) in programs.iter().enumerate() {
            let (k, motion) = (k as u32, &program.motion);
            let is_active = motion.is_active(time);
            let passes = || (motion.release_plane.as_ref()).is_some_and(|plane| plane.is_passed(x));
            let is_released = released.contains(&k) || (is_active && passes());
            if is_released {
                active.released.push(k);
            }
            active.is_active.push(is_active && !is_released);
        }
        active
    }

    /// The programs that have let go for good by the end of the step.
    pub fn into_released(self) -> Vec<u32> {
        self.released
    }
}
