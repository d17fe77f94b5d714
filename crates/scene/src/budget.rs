//! Memory that a scene may take: counted before it is taken, so that a slip of the keyboard, or a small file made to
//! harm, is answered with a message instead of a machine that stands still.

/// Memory that every vertex of a run takes at least, bytes: the smallest seen is about four times as much.
const BYTES_PER_VERTEX: f64 = 2000.0;
/// Memory of a pair of bodies with its own friction, or of a vertex in a boundary program or load, bytes.
const BYTES_PER_ENTRY: f64 = 64.0;
/// Memory of a machine that does not tell, bytes.
const USUAL_MEMORY: u64 = 16 << 30;
/// Share of the memory that text and lists may grow to by copies, and bytes that they may grow to on any larger
/// machine, up to where a smaller share is more.
const GROWTH_SHARE: u64 = 16;
const USUAL_GROWTH: u64 = 500_000_000;

/// Memory that a scene may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Memory for meshes and what is computed on them, bytes.
    pub memory: u64,
    /// Memory for copies of parameters and of repeated items, bytes.
    pub growth: u64,
}

impl Default for Budget {
    /// The memory of this machine.
    fn default() -> Self {
        Self::of(tangency_engine::linear::machine_memory().unwrap_or(USUAL_MEMORY))
    }
}

impl Budget {
    /// So many bytes in all.
    pub fn of(memory: u64) -> Self {
        Self {
            memory,
            growth: (memory / GROWTH_SHARE)
                .min(USUAL_GROWTH)
                .max(memory / (4 * GROWTH_SHARE)),
        }
    }

    /// The largest number of vertices.
    pub fn vertices(&self) -> f64 {
        (self.memory as f64 / BYTES_PER_VERTEX).min(f64::from(u32::MAX / 2))
    }

    /// Refuses more vertices than fit; the error is a message for the user.
    pub fn hold_vertices(&self, count: f64) -> Result<(), String> {
        if count <= self.vertices() || count.is_nan() {
            return Ok(());
        }
        Err(format!(
            "the scene would have about {count:.3e} vertices with this, which take at least {} of memory; {} are \
             allowed: make it coarser or smaller, or raise the limit with --memory-limit",
            bytes_in_words(count * BYTES_PER_VERTEX),
            bytes_in_words(self.memory as f64),
        ))
    }

    /// Refuses more entries of lists made by names (`"*"`) than fit; the error is a message for the user.
    pub fn hold_entries(&self, count: f64) -> Result<(), String> {
        let bytes = count * BYTES_PER_ENTRY;
        if bytes <= self.growth as f64 {
            return Ok(());
        }
        Err(format!(
            "the names here mean {count:.3e} entries with those before, which take {} of memory; {} are allowed: name \
             fewer, or raise the limit with --memory-limit",
            bytes_in_words(bytes),
            bytes_in_words(self.growth as f64),
        ))
    }
}

/// A number of bytes, as people write it.
pub fn bytes_in_words(bytes: f64) -> String {
    let units = [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB")];
    match units.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) if bytes / unit < 1e5 => format!("{:.3} {name}", bytes / unit),
        Some((unit, name)) => format!("{:.1e} {name}", bytes / unit),
        None => format!("{:.0} kB", bytes / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_would_be_needed() {
        let budget = Budget::of(2_000_000_000);
        assert!(budget.hold_vertices(1e6).is_ok());
        let message = budget.hold_vertices(2.7e7).unwrap_err();
        for part in [
            "2.700e7 vertices",
            "54.000 GB",
            "2.000 GB",
            "--memory-limit",
        ] {
            assert!(message.contains(part), "`{part}` is not in: {message}");
        }
        assert!(budget.hold_vertices(f64::INFINITY).is_err());
    }
}
