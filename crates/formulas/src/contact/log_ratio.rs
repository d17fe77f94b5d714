//! `ln(s/ŝ)` of the log barrier, of one pair and of eight at once.
//!
//! Eight at once have the bits of one: [`log_ratios`] does what `libm`'s `log` and `log1p` (from FreeBSD's msun) do for such
//! arguments, with both ways computed and one chosen, so that a compiler can do it side by side.

use crate::Real;

/// Numbers that are computed side by side.
pub const LANES: usize = 8;

/// `ln(s/ŝ)` for `0 < s < ŝ`, accurate also where `s` approaches `ŝ`.
#[inline]
pub fn log_ratio<R: Real>(s: R, shat: R) -> R {
    if s > shat * R::half() {
        ((s - shat) / shat).ln_1p()
    } else {
        (s / shat).ln()
    }
}

/// [`log_ratio`] of many; anything where not `0 < s < ŝ`.
#[inline]
pub fn log_ratios(s: &[f64; LANES], shat: &[f64; LANES]) -> [f64; LANES] {
    let mut logs = [0.0; LANES];
    let mut all_normal = true;
    for k in 0..LANES {
        logs[k] = branchless(s[k], shat[k]);
        all_normal &= s[k] / shat[k] >= f64::MIN_POSITIVE;
    }
    if !all_normal {
        for k in 0..LANES {
            if s[k] > 0.0 && s[k] < shat[k] {
                logs[k] = log_ratio(s[k], shat[k]);
            }
        }
    }
    logs
}

// ln 2 in two parts, and the polynomial of the logarithm.
const LN2_HI: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LO: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const LG1: f64 = f64::from_bits(0x3fe5_5555_5555_5593);
const LG2: f64 = f64::from_bits(0x3fd9_9999_9997_fa04);
const LG3: f64 = f64::from_bits(0x3fd2_4924_9422_9359);
const LG4: f64 = f64::from_bits(0x3fcc_71c5_1d8e_78af);
const LG5: f64 = f64::from_bits(0x3fc7_4664_96cb_03de);
const LG6: f64 = f64::from_bits(0x3fc3_9a09_d078_c69f);
const LG7: f64 = f64::from_bits(0x3fc2_f112_df3e_5244);

/// The high word of √½, with the bits below it.
const ROOT_HALF: u64 = 0x3fe6_a09e_0000_0000;
/// The high word of 1.
const ONE: u64 = 0x3ff0_0000_0000_0000;
/// High words of numbers down to √½ - 1: of these the logarithm of 1 + x is that of x itself, without a power of two.
const NEAR_ONE: u64 = 0xbfd2_bec4_ffff_ffff;

#[inline(always)]
fn branchless(s: f64, shat: f64) -> f64 {
    let is_near = s > shat * 0.5;
    let x = (s - shat) / shat;
    let u = if is_near { 1.0 + x } else { s / shat };
    // u = 2^k (1 + f) with 1 + f from √½ to √2.
    let raised = u.to_bits().wrapping_add(ONE - ROOT_HALF);
    let exponent = (raised >> 52) as i32 - 0x3ff;
    let mantissa = (raised & 0x000f_ffff_ffff_ffff).wrapping_add(ROOT_HALF);
    let reduced = f64::from_bits(mantissa) - 1.0;
    let is_whole = is_near & (x.to_bits() <= NEAR_ONE);
    let f = if is_whole { x } else { reduced };
    let power = if is_whole { 0 } else { exponent };
    // What 1 + x has lost.
    let lost = (x - (u - 1.0)) / u;
    let lost = if is_near & !is_whole { lost } else { 0.0 };
    let power = f64::from(power);
    let hfsq = 0.5 * f * f;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG2 + w * (LG4 + w * LG6));
    let t2 = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
    let r = t2 + t1;
    s * (hfsq + r) + (power * LN2_LO + lost) - hfsq + f + power * LN2_HI
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn eight_have_the_bits_of_one() {
        let mut random = Random(3);
        let shat = 1.7e-6;
        let mut seen = [0; 3];
        for round in 0..200_000 {
            let s: [f64; LANES] = core::array::from_fn(|k| {
                let share = 0.5 + 0.5 * random.uniform();
                match (round + k) % 4 {
                    0 => shat * share,
                    1 => shat * libm::pow(10.0, -20.0 * share),
                    2 => shat * (1.0 - libm::pow(10.0, -16.0 * share)),
                    // Around the places where the ways part.
                    _ => {
                        shat * ([0.5, core::f64::consts::FRAC_1_SQRT_2, 0.5][k % 3]
                            + 1e-7 * random.uniform())
                    }
                }
            });
            let logs = log_ratios(&s, &[shat; LANES]);
            for k in 0..LANES {
                if s[k] > 0.0 && s[k] < shat {
                    assert_eq!(
                        logs[k].to_bits(),
                        log_ratio(s[k], shat).to_bits(),
                        "{}",
                        s[k]
                    );
                    seen[usize::from(s[k] > 0.5 * shat) + usize::from(s[k] > 0.708 * shat)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 100_000), "{seen:?}");
    }

    #[test]
    fn tiny_distances_have_them_too() {
        let s = [
            1e-320,
            5e-324,
            1e-300,
            f64::MIN_POSITIVE,
            0.25,
            0.5,
            0.75,
            1e-310,
        ];
        let logs = log_ratios(&s, &[1.0; LANES]);
        assert_eq!(logs, s.map(|s| log_ratio(s, 1.0)));
    }
}
