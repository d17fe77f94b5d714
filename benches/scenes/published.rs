//! What the published IPC code (C++ with CHOLMOD and OpenBLAS, 2 threads) needs for the reference scenes.

/// A scene of `benches/reference` and the published code's figures for its first steps.
pub struct Published {
    /// File name without `.toml`.
    pub name: &'static str,
    /// Number of steps the figures are for.
    pub steps: u64,
    /// Newton iterations a step.
    pub iterations: f64,
    /// Time and memory, where known.
    pub cost: Option<Cost>,
}

/// Time and memory of the published code.
pub struct Cost {
    /// Wall-clock seconds a Newton iteration.
    pub seconds: f64,
    /// Peak memory, MB.
    pub megabytes: f64,
}

const fn timed(
    name: &'static str,
    steps: u64,
    iterations: f64,
    milliseconds: f64,
    megabytes: f64,
) -> Published {
    let cost = Some(Cost {
        seconds: milliseconds / 1e3,
        megabytes,
    });
    Published {
        cost,
        ..counted(name, steps, iterations)
    }
}

const fn counted(name: &'static str, steps: u64, iterations: f64) -> Published {
    Published {
        name,
        steps,
        iterations,
        cost: None,
    }
}

/// Erleben's cases took 2.0 to 2.9 iterations a step; which took how many is not known.
const fn erleben(name: &'static str) -> Published {
    counted(name, 100, 2.9)
}

/// All scenes of `benches/reference`.
pub const ALL: &[Published] = &[
    timed("mat40-twist", 80, 5.6, 213.0, 106.0),
    timed("mat100-twist", 12, 5.3, 1360.0, 456.0),
    timed("ball-on-points", 8, 29.3, 474.0, 273.0),
    timed("mat-on-knives", 12, 36.3, 247.0, 111.0),
    timed("pin-cushion", 10, 25.3, 450.0, 294.0),
    timed("chain10", 25, 4.1, 176.0, 56.0),
    timed("rods-twist", 6, 3.0, 3140.0, 1155.0),
    timed("armadillo13k-twist", 10, 4.0, 790.0, 332.0),
    counted("two-cubes", 200, 3.7),
    counted("cube-stack", 200, 3.4),
    erleben("erleben-cube-cliff"),
    erleben("erleben-internal-edges"),
    erleben("erleben-spike-crack"),
    erleben("erleben-spike-hole"),
    erleben("erleben-spike-plane"),
    erleben("erleben-spike-spike"),
    erleben("erleben-spike-wedge"),
    erleben("erleben-wedge-crack"),
    erleben("erleben-wedge-plane"),
    erleben("erleben-wedge-wedge"),
];
