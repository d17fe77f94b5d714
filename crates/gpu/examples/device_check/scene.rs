//! Layers of cloth as test input, the same on every machine.

/// Vertices, triangles and edges.
pub struct Scene {
    /// Name in messages.
    pub name: &'static str,
    /// Metres.
    pub positions: Vec<[f64; 3]>,
    /// Each vertex as a primitive.
    pub points: Vec<[u32; 1]>,
    /// Each edge once.
    pub edges: Vec<[u32; 2]>,
    /// All triangles.
    pub triangles: Vec<[u32; 3]>,
}

/// Numbers that look random (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from -1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

impl Scene {
    /// `layers` square cloths of `quads` x `quads` squares of 1 cm, each cut in two triangles, 3 mm apart;
    /// vertices shaken by up to `shake` metres.
    pub fn stack(name: &'static str, layers: u32, quads: u32, shake: f64) -> Self {
        let side = quads + 1;
        let mut numbers = Numbers(7);
        let (mut positions, mut edges, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
        for layer in 0..layers {
            let at = |x: u32, y: u32| (layer * side + y) * side + x;
            for y in 0..side {
                for x in 0..side {
                    let place = [
                        0.01 * f64::from(x),
                        0.01 * f64::from(y),
                        0.003 * f64::from(layer),
                    ];
                    positions.push(place.map(|c| c + shake * numbers.signed()));
                    if x < quads {
                        edges.push([at(x, y), at(x + 1, y)]);
                    }
                    if y < quads {
                        edges.push([at(x, y), at(x, y + 1)]);
                    }
                    if x < quads && y < quads {
                        edges.push([at(x, y), at(x + 1, y + 1)]);
                        triangles.push([at(x, y), at(x + 1, y), at(x + 1, y + 1)]);
                        triangles.push([at(x, y), at(x + 1, y + 1), at(x, y + 1)]);
                    }
                }
            }
        }
        let points = (0..positions.len() as u32).map(|k| [k]).collect();
        Self {
            name,
            positions,
            points,
            edges,
            triangles,
        }
    }

    /// All vertices in one place.
    pub fn collapsed(mut self, name: &'static str) -> Self {
        self.positions.fill([0.25; 3]);
        self.name = name;
        self
    }
}
