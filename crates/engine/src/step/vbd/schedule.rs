//! Decisions of block descent: when contacts are detected again, and when a step is at its end.
//!
//! Sweeps on the CPU are looked at one by one. Those of a GPU run in rounds, because every look waits for the device.

/// Share of the vertices stopped by their bounds above which contacts are detected anew.
const STOPPED_SHARE: f64 = 0.01;
/// Sweeps after a detection that are given to fewer that are stopped: without a new one they would stay so for ever. And
/// sweeps in which prescribed vertices have to make progress: what is in their way may have to give way first.
const PATIENCE: u32 = 10;
/// Progress: the way left to their targets is less than this share of what it was.
const PROGRESS: f64 = 0.99;
/// Sweeps in addition to those asked for, as a multiple, in which prescribed vertices have to arrive.
const MORE_SWEEPS: u32 = 200;
/// The same for motion that bounds cut off: each detection gives it room again.
const MORE_FOR_MOTION: u32 = 20;

/// Sweeps of the first round, before contacts may be detected again for the first time in a step.
const FIRST_ROUND: u32 = 2;
/// Sweeps of the others but the last.
const ROUND: u32 = 10;
/// Sweeps between two detections before the last round, while prescribed vertices have not arrived.
pub const EXTRA_ROUND: u32 = 2;
/// Most times that these are repeated.
const MOST_REPEATS: u32 = 100;
/// Most times that they are repeated while bounds cut off motion.
const MOST_FOR_MOTION: u32 = 400;

/// Place where sweeps and detections of one step are done.
pub trait Backend {
    /// Why it may fail.
    type Error;

    /// Finds contacts and bounds where the vertices are.
    fn detect(&mut self) -> Result<(), Self::Error>;

    /// Sweeps so many times over all vertices.
    fn sweep(&mut self, count: u32) -> Result<(), Self::Error>;

    /// The result of the sweeps since the last detection.
    fn progress(&mut self) -> Result<SweepProgress, Self::Error>;
}

/// The result of sweeps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SweepProgress {
    /// Vertices that their bounds have stopped.
    pub stopped: usize,
    /// Largest motion that bounds have cut off, m.
    pub lost: f64,
    /// Distance of prescribed vertices from their targets, m, or any number above zero where only that is known.
    pub gap: f64,
}

/// Next action in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// So many sweeps.
    Sweep(u32),
    /// A detection.
    Detect,
    /// Nothing: the step is at its end.
    Finish,
    /// Nothing: prescribed vertices cannot reach their targets.
    GiveUp,
}

/// Decides what comes next.
pub trait SweepSchedule {
    /// The next thing to do, decided by what `look` says where that matters.
    fn next<E>(&mut self, look: impl FnMut() -> Result<SweepProgress, E>) -> Result<Next, E>;
}

/// Sweeps and detects until the schedule ends; whether prescribed vertices could arrive.
pub fn descend<B: Backend>(
    backend: &mut B,
    schedule: &mut impl SweepSchedule,
) -> Result<bool, B::Error> {
    loop {
        match schedule.next(|| backend.progress())? {
            Next::Sweep(count) => backend.sweep(count)?,
            Next::Detect => backend.detect()?,
            Next::Finish => return Ok(true),
            Next::GiveUp => return Ok(false),
        }
    }
}

/// Limits of a step.
#[derive(Clone, Copy, Debug)]
pub struct SweepLimits {
    /// Sweeps that are asked for.
    pub iterations: u32,
    /// Motion that bounds may cut off in the end, m.
    pub tolerance: f64,
    /// Vertices that may move.
    pub moving: usize,
}

impl SweepLimits {
    fn are_many_stopped(&self, progress: &SweepProgress) -> bool {
        progress.stopped as f64 > STOPPED_SHARE * self.moving as f64
    }

    fn holds_back(&self, progress: &SweepProgress) -> bool {
        progress.lost > self.tolerance
    }
}

/// Looks at every sweep: goes on until their number is reached, prescribed vertices have arrived, and bounds cut off no
/// motion that counts.
pub struct SingleSchedule {
    limits: SweepLimits,
    sweeps: u32,
    /// Sweeps before the last detection.
    detected: u32,
    /// Whether the sweep after a detection is due.
    is_due: bool,
    last_gap: f64,
    in_vain: u32,
}

impl SingleSchedule {
    /// The schedule of a step whose contacts have been detected.
    pub fn new(limits: SweepLimits) -> Self {
        SingleSchedule {
            limits,
            sweeps: 0,
            detected: 0,
            is_due: true,
            last_gap: f64::INFINITY,
            in_vain: 0,
        }
    }

    fn sweep(&mut self) -> Next {
        self.is_due = false;
        self.sweeps += 1;
        Next::Sweep(1)
    }
}

impl SweepSchedule for SingleSchedule {
    fn next<E>(&mut self, mut look: impl FnMut() -> Result<SweepProgress, E>) -> Result<Next, E> {
        if self.is_due {
            return Ok(self.sweep());
        }
        let progress = look()?;
        let (limits, gap) = (self.limits, progress.gap);
        let enough = self.sweeps >= limits.iterations;
        let holds_back = limits.holds_back(&progress);
        let is_free = !holds_back || self.sweeps >= limits.iterations * (1 + MORE_FOR_MOTION);
        if enough && gap == 0.0 && is_free {
            return Ok(Next::Finish);
        }
        self.in_vain += 1;
        if gap < PROGRESS * self.last_gap {
            (self.last_gap, self.in_vain) = (gap, 0);
        }
        let most = limits.iterations * (1 + MORE_SWEEPS);
        if enough && gap > 0.0 && (self.sweeps >= most || self.in_vain >= PATIENCE) {
            return Ok(Next::GiveUp);
        }
        let is_late = self.sweeps - self.detected >= PATIENCE;
        let are_some = progress.stopped > 0 && (is_late || enough && holds_back);
        if gap > 0.0 || limits.are_many_stopped(&progress) || are_some {
            self.detected = self.sweeps;
            self.is_due = true;
            return Ok(Next::Detect);
        }
        Ok(self.sweep())
    }
}

/// Looks between rounds of sweeps; all but the last have an even number of sweeps, after which positions are back in the
/// first of two buffers. Before the last round, prescribed vertices arrive, however many detections that takes.
pub struct RoundSchedule {
    limits: SweepLimits,
    rounds: Vec<u32>,
    /// The round that is next.
    round: usize,
    stage: Stage,
}

/// Progress of a schedule of rounds.
#[derive(Clone, Copy)]
enum Stage {
    /// A look before the next round.
    Look,
    /// The next round.
    Round,
    /// After a detection before the last round: motion that was cut off before it, m, and repetitions so far.
    Arriving(f64, u32),
    /// After the sweeps of a repetition.
    Repeated(u32),
}

impl RoundSchedule {
    /// The schedule of a step whose contacts have been detected.
    pub fn new(limits: SweepLimits) -> Self {
        let (mut rounds, mut left) = (Vec::new(), limits.iterations);
        for length in std::iter::once(FIRST_ROUND).chain(std::iter::repeat(ROUND)) {
            if left < length {
                break;
            }
            rounds.push(length);
            left -= length;
        }
        if rounds.is_empty() {
            rounds.push(0);
        }
        rounds.push(left);
        RoundSchedule {
            limits,
            rounds,
            round: 0,
            stage: Stage::Round,
        }
    }

    /// The lengths of its rounds.
    pub fn rounds(&self) -> &[u32] {
        &self.rounds
    }

    fn sweep(&mut self) -> Next {
        self.stage = Stage::Look;
        let length = self.rounds.get(self.round).copied();
        self.round += 1;
        length.map_or(Next::Finish, Next::Sweep)
    }
}

impl SweepSchedule for RoundSchedule {
    fn next<E>(&mut self, mut look: impl FnMut() -> Result<SweepProgress, E>) -> Result<Next, E> {
        let limits = self.limits;
        match self.stage {
            Stage::Look if self.round < self.rounds.len() => {
                let progress = look()?;
                let is_last = self.round + 1 == self.rounds.len();
                let detects = progress.gap > 0.0
                    || limits.are_many_stopped(&progress)
                    || is_last && limits.holds_back(&progress);
                if !detects {
                    return Ok(self.sweep());
                }
                self.stage = match is_last {
                    true => Stage::Arriving(progress.lost, 0),
                    false => Stage::Round,
                };
                Ok(Next::Detect)
            }
            Stage::Look | Stage::Round => Ok(self.sweep()),
            Stage::Arriving(lost, repeats) => {
                let progress = SweepProgress { lost, ..look()? };
                let repeat = progress.gap > 0.0 && repeats < MOST_REPEATS
                    || limits.holds_back(&progress) && repeats < MOST_FOR_MOTION;
                if !repeat {
                    return Ok(self.sweep());
                }
                self.stage = Stage::Repeated(repeats + 1);
                Ok(Next::Sweep(EXTRA_ROUND))
            }
            Stage::Repeated(repeats) => {
                self.stage = Stage::Arriving(look()?.lost, repeats);
                Ok(Next::Detect)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SweepLimits = SweepLimits {
        iterations: 15,
        tolerance: 0.1,
        moving: 100,
    };

    /// Actions of a schedule where progress is what `look` says of the sweeps so far.
    fn all(mut schedule: impl SweepSchedule, look: impl Fn(u32) -> SweepProgress) -> Vec<Next> {
        let (mut all, mut sweeps) = (Vec::new(), 0);
        loop {
            let next = schedule.next(|| Ok::<_, ()>(look(sweeps))).expect("a look");
            all.push(next);
            match next {
                Next::Sweep(count) => sweeps += count,
                Next::Detect => {}
                Next::Finish | Next::GiveUp => return all,
            }
        }
    }

    #[test]
    fn free_vertices_take_the_sweeps_that_are_asked_for() {
        let free = |_| SweepProgress::default();
        let single = all(SingleSchedule::new(LIMITS), free);
        assert_eq!(single[..15], [Next::Sweep(1); 15]);
        assert_eq!(single[15..], [Next::Finish]);
        let rounds = all(RoundSchedule::new(LIMITS), free);
        assert_eq!(
            rounds,
            [2, 10, 3]
                .map(Next::Sweep)
                .into_iter()
                .chain([Next::Finish])
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn stopped_vertices_are_given_room() {
        let stopped = |stopped| {
            move |_| SweepProgress {
                stopped,
                ..SweepProgress::default()
            }
        };
        let detections = |all: &[Next]| all.iter().filter(|next| **next == Next::Detect).count();
        // Many, at every look; few, after ten sweeps.
        assert_eq!(
            detections(&all(SingleSchedule::new(LIMITS), stopped(2))),
            14
        );
        assert_eq!(detections(&all(SingleSchedule::new(LIMITS), stopped(1))), 1);
        assert_eq!(detections(&all(RoundSchedule::new(LIMITS), stopped(2))), 2);
        assert_eq!(detections(&all(RoundSchedule::new(LIMITS), stopped(1))), 0);
    }

    #[test]
    fn prescribed_vertices_arrive_or_the_step_is_given_up() {
        let arriving = |sweeps: u32| SweepProgress {
            gap: if sweeps < 20 {
                0.5f64.powi(sweeps as i32)
            } else {
                0.0
            },
            ..SweepProgress::default()
        };
        let single = all(SingleSchedule::new(LIMITS), arriving);
        assert_eq!(single.last(), Some(&Next::Finish));
        assert_eq!(
            single
                .iter()
                .filter(|next| **next == Next::Sweep(1))
                .count(),
            20
        );
        let never = |_| SweepProgress {
            gap: 1.0,
            ..SweepProgress::default()
        };
        assert_eq!(
            all(SingleSchedule::new(LIMITS), never).last(),
            Some(&Next::GiveUp)
        );
        // In rounds, repetitions of two sweeps come before the last round.
        let rounds = all(RoundSchedule::new(LIMITS), arriving);
        let sweeps: Vec<Next> = rounds
            .iter()
            .filter(|next| **next != Next::Detect)
            .copied()
            .collect();
        assert_eq!(
            sweeps[1..],
            [10, 2, 2, 2, 2, 3]
                .map(Next::Sweep)
                .into_iter()
                .chain([Next::Finish])
                .collect::<Vec<_>>()
        );
        let never = all(RoundSchedule::new(LIMITS), never);
        assert_eq!(
            never
                .iter()
                .filter(|next| **next == Next::Sweep(EXTRA_ROUND))
                .count(),
            101
        );
    }
}
