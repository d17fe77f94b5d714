//! Which solver: the direct one, or conjugate gradients with multigrid, by predicted cost and memory.
//!
//! The choice depends on the pattern and on the memory of the machine, never on a clock, the load or
//! the number of threads.

use super::LinearKind;
use super::ordering::FLOPS_PER_SECOND;
use super::tree::Cost;

/// Seconds per unknown (three per node) that multigrid is expected to take (measured).
const AMG_SECONDS: f64 = 30e-6;
/// Systems with fewer rows are always factored.
const AMG_ROWS: usize = 2000;
/// Share of the machine's memory that a factor may take by default.
const MEMORY_SHARE: f64 = 0.6;

/// The solver that was used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinearSolver {
    /// Multifrontal Cholesky.
    #[default]
    Direct,
    /// Conjugate gradients with smoothed-aggregation multigrid.
    Amg,
}

/// Bounds that make a factorisation worth its while.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Policy {
    pub kind: LinearKind,
    /// Bytes that a factor may take.
    pub budget: Option<u64>,
}

impl Default for Policy {
    fn default() -> Self {
        Self::new(LinearKind::Auto, None)
    }
}

impl Policy {
    /// `budget` in bytes; where there is none, a share of the machine's memory.
    pub fn new(kind: LinearKind, budget: Option<u64>) -> Self {
        let share = |bytes| (MEMORY_SHARE * bytes as f64) as u64;
        Self {
            kind,
            budget: budget.or_else(|| machine_memory().map(share)),
        }
    }

    /// Whether a matrix of so many block rows can be left to multigrid.
    pub fn may_use_amg(&self, rows: usize) -> bool {
        match self.kind {
            LinearKind::Auto => rows >= AMG_ROWS,
            kind => kind == LinearKind::Amg,
        }
    }

    /// Whether it can be factored in the first place.
    pub fn may_use_direct(&self) -> bool {
        self.kind != LinearKind::Amg
    }

    /// Whether to factor at the predicted cost.
    pub fn accepts(&self, cost: &Cost) -> bool {
        self.is_cheap(cost) && self.fits(cost)
    }

    fn is_cheap(&self, cost: &Cost) -> bool {
        let unknowns = 3.0 * cost.rows as f64;
        cost.flops / FLOPS_PER_SECOND <= AMG_SECONDS * unknowns
    }

    /// Whether the factor is within the budget.
    pub fn fits(&self, cost: &Cost) -> bool {
        self.budget
            .is_none_or(|budget| factor_bytes(cost) <= budget as f64)
    }
}

/// Panels of the factor with some explicit zeros, and the update matrices alive at one time: about a
/// third as much again.
fn factor_bytes(cost: &Cost) -> f64 {
    1.5 * cost.blocks * 9.0 * size_of::<f64>() as f64
}

/// Bytes of memory of the machine, or of the control group the process is in.
pub fn machine_memory() -> Option<u64> {
    let read = |path| std::fs::read_to_string(path).ok();
    let groups = [
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
    ];
    let limit = groups
        .into_iter()
        .filter_map(read)
        .filter_map(|text| text.trim().parse().ok());
    let total = read("/proc/meminfo").and_then(|text| total_memory(&text));
    limit.chain(total).min()
}

/// The line `MemTotal:  16384 kB` in bytes.
fn total_memory(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_memory_is_read() {
        let text = "MemFree:  1 kB\nMemTotal:       16384 kB\nMemAvailable: 3 kB\n";
        assert_eq!(total_memory(text), Some(16 << 20));
        assert_eq!(total_memory("MemFree: 1 kB"), None);
    }
}
