//! The frames that are shown and for how long: real time, as near as the frames allow.

use tangency_render::chart::ticks::short;

use super::target::Target;
use super::world::World;
use crate::arguments::RenderArguments;

/// Pictures a second, at most.
const GIF_RATE: f64 = 25.0;
const VIDEO_RATE: f64 = 30.0;
/// Runs that last less or more than this, s, are slowed down or sped up unless told otherwise, to about these times.
const SHORT: f64 = 0.5;
const LONG: f64 = 60.0;
const SLOWED: f64 = 4.0;
const SPED: f64 = 30.0;

/// Frames with the seconds that each is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// Numbers of the frames.
    pub numbers: Vec<u64>,
    /// Seconds for each.
    pub seconds: Vec<f64>,
    /// Words about a speed that nobody asked for.
    pub note: Option<String>,
}

impl Playback {
    /// Chooses among the frames of a run.
    pub fn of(
        arguments: &RenderArguments,
        target: &Target,
        world: &World,
        numbers: &[u64],
    ) -> Self {
        let times = world.times(numbers);
        match target {
            Target::Picture | Target::Series { .. } => {
                let every = arguments.every.unwrap_or(1);
                Self {
                    numbers: numbers.iter().copied().step_by(every as usize).collect(),
                    seconds: Vec::new(),
                    note: None,
                }
            }
            Target::Gif => Self::timed(arguments, numbers, &times, GIF_RATE),
            Target::Video => Self::timed(arguments, numbers, &times, VIDEO_RATE),
        }
    }

    fn timed(arguments: &RenderArguments, numbers: &[u64], times: &[f64], rate: f64) -> Self {
        let last = numbers.len().saturating_sub(1);
        let duration = times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0);
        if last == 0 || !(duration > 0.0 && duration.is_finite()) {
            return Self {
                numbers: numbers.to_vec(),
                seconds: vec![1.0 / rate; numbers.len()],
                note: None,
            };
        }
        let (speed, note) = match arguments.speed {
            Some(speed) => (speed, None),
            None => usual_speed(duration),
        };
        let spacing = duration / last as f64;
        let wanted = speed / arguments.fps.unwrap_or(rate);
        let stride = match arguments.every {
            Some(every) => every as usize,
            None => ((wanted / spacing - 1e-6).ceil() as usize).clamp(1, last),
        };
        let mut places: Vec<usize> = (0..=last).step_by(stride).collect();
        if places.last() != Some(&last) {
            places.push(last);
        }
        let mut seconds: Vec<f64> = places
            .windows(2)
            .map(|p| (times[p[1]] - times[p[0]]) / speed)
            .collect();
        // The last frame is shown as long as any.
        seconds.push(stride as f64 * spacing / speed);
        Self {
            numbers: places.iter().map(|&k| numbers[k]).collect(),
            seconds,
            note,
        }
    }

    /// Pictures a second, all shown for the same time.
    pub fn rate(&self) -> f64 {
        let most = self.seconds.iter().copied().fold(0.0, f64::max);
        if most > 0.0 { 1.0 / most } else { VIDEO_RATE }
    }
}

/// Real time, unless a run is so short that one would see nothing, or so long that nobody would wait.
fn usual_speed(duration: f64) -> (f64, Option<String>) {
    let (goal, word) = match duration {
        d if d < SHORT => (SLOWED, "slowed down"),
        d if d > LONG => (SPED, "sped up"),
        _ => return (1.0, None),
    };
    let exact = duration / goal;
    let power = 10f64.powf(exact.log10().floor());
    let digits = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power);
    let speed = digits
        .filter(|s| *s <= exact * 1.000_001)
        .fold(power, f64::max);
    let words = format!(
        "the run lasts {} s and is {word}: --speed {} (--speed 1 is real time)",
        short(duration),
        short(speed)
    );
    (speed, Some(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playback(steps: u64, h: f64, change: impl Fn(&mut RenderArguments)) -> Playback {
        let mut arguments = RenderArguments::plain("r".into(), "x.gif".into(), (64, 48));
        change(&mut arguments);
        let numbers: Vec<u64> = (0..=steps).collect();
        let times: Vec<f64> = numbers.iter().map(|&n| n as f64 * h).collect();
        Playback::timed(&arguments, &numbers, &times, GIF_RATE)
    }

    /// Seconds until the last frame begins.
    fn length(playback: &Playback) -> f64 {
        playback.seconds[..playback.seconds.len() - 1].iter().sum()
    }

    #[test]
    fn a_run_plays_in_real_time() {
        let shown = playback(160, 0.01, |_| {});
        assert!((length(&shown) - 1.6).abs() < 1e-9);
        assert_eq!(shown.numbers.len(), 41, "25 pictures a second");
        assert_eq!((shown.numbers[1], shown.note), (4, None));
    }

    #[test]
    fn speed_rate_and_stride_are_obeyed() {
        let slow = playback(160, 0.01, |a| a.speed = Some(0.5));
        assert!((length(&slow) - 3.2).abs() < 1e-9);
        let coarse = playback(160, 0.01, |a| a.fps = Some(10.0));
        assert_eq!(coarse.numbers[1], 10);
        let every = playback(160, 0.01, |a| a.every = Some(7));
        assert_eq!(every.numbers[..3], [0, 7, 14]);
        assert_eq!(every.numbers.last(), Some(&160));
        assert!((length(&every) - 1.6).abs() < 1e-9);
    }

    #[test]
    fn frames_that_are_far_apart_stay_longer() {
        let shown = playback(10, 0.1, |_| {});
        assert_eq!(shown.numbers.len(), 11);
        assert!(shown.seconds.iter().all(|s| (s - 0.1).abs() < 1e-9));
        assert!((shown.rate() - 10.0).abs() < 1e-6);
    }

    #[test]
    fn what_would_be_over_at_once_is_slowed_down_and_said() {
        let shown = playback(100, 1e-5, |_| {});
        assert!((2.0..10.0).contains(&length(&shown)), "{}", length(&shown));
        assert!(shown.note.unwrap().contains("--speed"));
        let asked = playback(100, 1e-5, |a| a.speed = Some(1.0));
        assert_eq!((asked.numbers.len(), asked.note), (2, None));
    }
}
