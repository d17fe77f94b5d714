//! The functions an expression may call.

use crate::error::suggestion;

/// Names of all functions, for suggestions and documentation.
pub const NAMES: [&str; 20] = [
    "if", "min", "max", "abs", "sign", "sqrt", "floor", "ceil", "round", "sin", "cos", "tan",
    "asin", "acos", "atan2", "exp", "ln", "hypot", "clamp", "random",
];

/// The value of function `name`, or why there is none.
pub fn call(name: &str, arguments: &[f64]) -> Result<f64, String> {
    match (name, arguments) {
        ("min", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |a, b| a.min(*b))),
        ("max", [first, rest @ ..]) => Ok(rest.iter().fold(*first, |a, b| a.max(*b))),
        ("random", [_, ..]) => Ok(random(arguments)),
        ("if", [condition, yes, no]) => Ok(if *condition != 0.0 { *yes } else { *no }),
        ("clamp", [x, low, high]) => Ok(x.max(*low).min(*high)),
        ("atan2", [y, x]) => Ok(y.atan2(*x)),
        ("hypot", [x, y]) => Ok(x.hypot(*y)),
        (_, [x]) => unary(name, *x).ok_or_else(|| complain(name, 1)),
        _ => Err(complain(name, arguments.len())),
    }
}

fn unary(name: &str, x: f64) -> Option<f64> {
    Some(match name {
        "abs" => x.abs(),
        "sign" => f64::from(i8::from(x > 0.0) - i8::from(x < 0.0)),
        "sqrt" => x.sqrt(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "round" => x.round(),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "exp" => x.exp(),
        "ln" => x.ln(),
        _ => return None,
    })
}

/// A call that fits no function: the name is unknown or the number of arguments wrong.
fn complain(name: &str, given: usize) -> String {
    if !NAMES.contains(&name) {
        return format!(
            "`{name}` is no function{}; there are: {}",
            suggestion(name, NAMES),
            NAMES.join(", ")
        );
    }
    let wanted = match name {
        "min" | "max" | "random" => "1 argument or more",
        "if" | "clamp" => "3 arguments",
        "atan2" | "hypot" => "2 arguments",
        _ => "1 argument",
    };
    format!("`{name}` takes {wanted}, not {given}")
}

/// A number in [0, 1) that depends on the arguments alone (splitmix64 over their bits).
fn random(seeds: &[f64]) -> f64 {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    for seed in seeds {
        state = mix(state ^ (seed + 0.0).to_bits()).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
    (mix(state) >> 11) as f64 / (1u64 << 53) as f64
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
