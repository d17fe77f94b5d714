//! Animations and videos: times, sizes, and the form of the files.

use tangency_render::{GifWriter, Image, RenderError, VideoEncoder, VideoWriter};

/// A picture with a bright square that moves.
fn picture(k: u32, [width, height]: [u32; 2]) -> Image {
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let inside = |x: u32, y: u32| (4 * k..4 * k + 16).contains(&x) && (8..24).contains(&y);
    let rgb = |(x, y)| {
        if inside(x, y) {
            [250, 220, 40]
        } else {
            [30, 60, (2 * x) as u8]
        }
    };
    Image {
        width,
        height,
        rgb: pixels.flat_map(rgb).collect(),
    }
}

#[test]
fn a_gif_is_shown_for_the_time_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    let pictures: Vec<Image> = (0..31).map(|k| picture(k % 8, [64, 32])).collect();
    let mut writer = GifWriter::create(&path, &pictures[..3]).unwrap();
    // A thirtieth of a second is no whole number of hundredths.
    pictures
        .iter()
        .for_each(|p| writer.add(p, 1.0 / 30.0).unwrap());
    let other = picture(0, [32, 32]);
    assert!(matches!(
        writer.add(&other, 0.1),
        Err(RenderError::Animation)
    ));
    drop(writer);
    let mut decoder = gif::DecodeOptions::new()
        .read_info(std::fs::File::open(&path).unwrap())
        .unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.next_frame_info().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays.len(), 31);
    assert_eq!(delays.iter().sum::<u16>(), 103);
    assert!(delays.iter().all(|d| (3..=4).contains(d)), "{delays:?}");
}

/// The boxes in some bytes: kind and content.
fn boxes(bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut rest = bytes;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        found.push((&rest[4..8], &rest[8..length]));
        rest = &rest[length..];
    }
    found
}

/// The content of a box by the kinds on the way to it.
fn inside<'a>(bytes: &'a [u8], way: &[&str]) -> &'a [u8] {
    way.iter().fold(bytes, |bytes, kind| {
        let found = boxes(bytes)
            .into_iter()
            .find(|(k, _)| *k == kind.as_bytes());
        found.unwrap_or_else(|| panic!("no {kind}")).1
    })
}

#[test]
fn the_built_in_video_has_every_picture_at_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mp4");
    let size = [65, 47];
    let mut writer = VideoWriter::create(&path, size, 20.0, VideoEncoder::BuiltIn).unwrap();
    assert_eq!(writer.encoder(), "built-in encoder");
    (0..9).for_each(|k| writer.add(&picture(k, size)).unwrap());
    writer.finish().unwrap();
    let file = std::fs::read(&path).unwrap();
    let kinds: Vec<&[u8]> = boxes(&file).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [b"ftyp", b"moov", b"mdat"]);
    let table = inside(&file, &["moov", "trak", "mdia", "minf", "stbl"]);
    let words = |kind: &str| -> Vec<u32> {
        let chunks = inside(table, &[kind]).chunks_exact(4);
        chunks
            .map(|c| u32::from_be_bytes(c.try_into().unwrap()))
            .collect()
    };
    assert_eq!(
        words("stts"),
        [0, 1, 9, 4500],
        "a twentieth of a second of 90,000"
    );
    let sizes = words("stsz");
    assert_eq!(sizes[2], 9);
    let pictures = inside(&file, &["mdat"]);
    assert_eq!(sizes[3..].iter().sum::<u32>() as usize, pictures.len());
    let start = words("stco")[2] as usize;
    assert_eq!(&file[start - 4..start], b"mdat");
    // The header has the size without the odd column and row.
    let header = inside(&file, &["moov", "trak", "tkhd"]);
    let sides = &header[header.len() - 8..];
    assert_eq!([sides[1], sides[5]], [64, 46]);
}

#[test]
fn videos_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mp4");
    for (size, fps) in [([1, 48], 20.0), ([64, 48], 0.0)] {
        let made = VideoWriter::create(&path, size, fps, VideoEncoder::BuiltIn);
        assert!(matches!(made, Err(RenderError::Video(_))));
    }
    let writer = VideoWriter::create(&path, [64, 48], 20.0, VideoEncoder::BuiltIn).unwrap();
    assert!(writer.finish().is_err(), "no picture");
}
