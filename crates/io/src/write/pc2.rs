//! PC2, a point cache: the points of one mesh in every frame, without the mesh. Little endian: `POINTCACHE2\0`, version 1
//! (int32), number of points (int32), first frame and frames a sample (float32), number of samples (int32); then x, y, z of
//! every point (float32), sample after sample.

/// The points of a mesh in every frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointCache {
    /// Number of points.
    pub points: usize,
    /// Coordinates, frame after frame.
    pub coordinates: Vec<f32>,
}

impl PointCache {
    /// The bytes of a PC2 file; `None` where it has more points or samples than the format can count.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let samples = self.coordinates.len() / (3 * self.points).max(1);
        let mut bytes = b"POINTCACHE2\0".to_vec();
        bytes.extend(1i32.to_le_bytes());
        bytes.extend(i32::try_from(self.points).ok()?.to_le_bytes());
        bytes.extend(0f32.to_le_bytes());
        bytes.extend(1f32.to_le_bytes());
        bytes.extend(i32::try_from(samples).ok()?.to_le_bytes());
        bytes.extend(self.coordinates.iter().flat_map(|c| c.to_le_bytes()));
        Some(bytes)
    }
}
