//! Processor time and memory of this process, as the operating system tells them. Zero where it says nothing.

use std::fs;

/// Clock ticks per second that Linux reports processor times in.
const TICKS: f64 = 100.0;

/// Processor time used so far by all threads, s.
pub fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is the program's name in parentheses and may itself hold spaces.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = |field| {
        let word = after_name.split_whitespace().nth(field);
        word.and_then(|word| word.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    (ticks(11) + ticks(12)) / TICKS
}

/// Largest resident memory so far, MB (1e6 bytes).
pub fn peak_rss_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kib.unwrap_or(0.0) * 1024.0 / 1e6
}
