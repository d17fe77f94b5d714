//! Colours of bodies, obstacles and arrows.

/// sRGB colours of obstacles: walls, and thin things such as needles and the rims of walls.
pub(crate) const WALL: [u8; 3] = [156, 170, 188];
pub(crate) const NEEDLE: [u8; 3] = [112, 118, 128];
/// The sRGB colour of arrows.
pub(crate) const ARROW_INK: [u8; 3] = [26, 26, 32];

/// Colours that also the colour-blind can tell apart (Okabe and Ito 2008), without black.
const OKABE_ITO: [[u8; 3]; 7] = [
    [213, 94, 0],
    [0, 114, 178],
    [0, 158, 115],
    [230, 159, 0],
    [204, 121, 167],
    [86, 180, 233],
    [240, 228, 66],
];

/// Calm colours, also for the colour-blind (Tol 2021, "muted").
const MUTED: [[u8; 3]; 9] = [
    [204, 102, 119],
    [51, 34, 136],
    [221, 204, 119],
    [17, 119, 51],
    [136, 204, 238],
    [136, 34, 85],
    [68, 170, 153],
    [153, 153, 51],
    [170, 68, 153],
];

/// The ten colours of the gallery.
const GALLERY: [[u8; 3]; 10] = [
    [226, 122, 63],
    [62, 134, 190],
    [110, 170, 92],
    [222, 178, 76],
    [150, 110, 180],
    [205, 88, 96],
    [74, 168, 164],
    [196, 132, 164],
    [128, 144, 70],
    [96, 112, 176],
];

const GREY: [[u8; 3]; 1] = [[196, 198, 202]];

/// Colours of the bodies, in the order of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyPalette {
    /// Seven colours of Okabe and Ito, that also the colour-blind tell apart.
    #[default]
    OkabeIto,
    /// Nine calm colours of Tol, that also the colour-blind tell apart.
    Muted,
    /// The ten colours of the gallery's pictures.
    Gallery,
    /// One light grey for all.
    Grey,
}

impl BodyPalette {
    /// The sRGB colour of a body. Bodies beyond the number of colours have them again, paler, then darker.
    pub fn color(self, body: u32) -> [u8; 3] {
        let colors: &[[u8; 3]] = match self {
            Self::OkabeIto => &OKABE_ITO,
            Self::Muted => &MUTED,
            Self::Gallery => &GALLERY,
            Self::Grey => return GREY[0],
        };
        let (body, count) = (body as usize, colors.len());
        let toward = |goal: u8, share: f32| {
            colors[body % count].map(|c| {
                let (c, goal) = (f32::from(c), f32::from(goal));
                (c + share * (goal - c)).round() as u8
            })
        };
        match (body / count) % 3 {
            0 => colors[body % count],
            1 => toward(255, 0.45),
            _ => toward(0, 0.4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn twenty_bodies_have_twenty_colours() {
        for palette in [
            BodyPalette::OkabeIto,
            BodyPalette::Muted,
            BodyPalette::Gallery,
        ] {
            let colors: BTreeSet<[u8; 3]> = (0..20).map(|body| palette.color(body)).collect();
            assert_eq!(colors.len(), 20, "{palette:?}");
        }
        assert_eq!(BodyPalette::Grey.color(0), BodyPalette::Grey.color(5));
    }
}
