//! H.264 pictures as an MP4 file (ISO/IEC 14496-12, -14 and -15): `ftyp`, `moov` with the tables, `mdat` with the pictures.

use crate::error::RenderError;

/// Units of time in a second.
const TIME_SCALE: u32 = 90_000;
/// No rotation and no scaling, as nine numbers with 16 and 30 bits behind the point.
const UNTURNED: [u32; 9] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000];

/// One picture.
#[derive(Default)]
pub(super) struct Sample {
    /// Its units, each after its length.
    pub bytes: Vec<u8>,
    /// Whether it stands by itself.
    pub is_key: bool,
}

/// A video in the making.
pub(super) struct Movie {
    size: [u32; 2],
    /// Time of a picture, in units of time.
    duration: u32,
    pub sequence_parameters: Vec<u8>,
    pub picture_parameters: Vec<u8>,
    pub samples: Vec<Sample>,
}

impl Movie {
    pub(super) fn new(size: [u32; 2], fps: f64) -> Self {
        let duration = (f64::from(TIME_SCALE) / fps).round().clamp(1.0, 1e9);
        Self {
            size,
            duration: duration as u32,
            sequence_parameters: Vec::new(),
            picture_parameters: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, RenderError> {
        if self.samples.is_empty() || self.sequence_parameters.len() < 4 {
            return Err(RenderError::Animation);
        }
        let pictures: usize = self.samples.iter().map(|s| s.bytes.len()).sum();
        if u32::try_from(pictures + (1 << 20)).is_err() {
            let words =
                "it would be larger than 4 GB; make it smaller (--size) or shorter (--every)";
            return Err(RenderError::Video(words.into()));
        }
        let kind = atom(
            b"ftyp",
            &[b"isom", &0x200_u32.to_be_bytes(), b"isomavc1mp41"],
        );
        // The tables are as long wherever the pictures begin.
        let start = kind.len() + self.tables(0).len() + 8;
        let mut bytes = [kind, self.tables(start as u32)].concat();
        bytes.extend((pictures as u32 + 8).to_be_bytes());
        bytes.extend(b"mdat");
        bytes.extend(self.samples.iter().flat_map(|s| &s.bytes));
        Ok(bytes)
    }

    fn total(&self) -> u32 {
        self.duration.saturating_mul(self.samples.len() as u32)
    }

    /// The tables, with the place of the first picture in the file.
    fn tables(&self, start: u32) -> Vec<u8> {
        let mut header = Fields::default();
        header.words(&[0, 0, 0, TIME_SCALE, self.total(), 0x10000]);
        header.bytes(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        header.words(&UNTURNED).words(&[0; 6]).words(&[2]);
        let header = atom(b"mvhd", &[&header.0]);
        atom(b"moov", &[&header, &self.track(start)])
    }

    fn track(&self, start: u32) -> Vec<u8> {
        let mut header = Fields::default();
        // Enabled and in the movie.
        header.words(&[3, 0, 0, 1, 0, self.total(), 0, 0, 0, 0]);
        header
            .words(&UNTURNED)
            .words(&self.size.map(|side| side << 16));
        let mut media = Fields::default();
        // The language is undetermined.
        media.words(&[0, 0, 0, TIME_SCALE, self.total(), 0x55C4_0000]);
        let mut handler = Fields::default();
        handler
            .words(&[0, 0])
            .bytes(b"vide")
            .words(&[0; 3])
            .bytes(b"video\0");
        let video = atom(b"vmhd", &[&1_u32.to_be_bytes(), &[0; 8]]);
        let here = atom(b"url ", &[&1_u32.to_be_bytes()]);
        let references = atom(b"dref", &[&[0; 4], &1_u32.to_be_bytes(), &here]);
        let media_data = atom(b"dinf", &[&references]);
        let information = atom(b"minf", &[&video, &media_data, &self.samples(start)]);
        let media = [
            atom(b"mdhd", &[&media.0]),
            atom(b"hdlr", &[&handler.0]),
            information,
        ];
        atom(
            b"trak",
            &[
                &atom(b"tkhd", &[&header.0]),
                &atom(b"mdia", &[&media.concat()]),
            ],
        )
    }

    /// The table of pictures: kind, times, which stand by themselves, sizes, places.
    fn samples(&self, start: u32) -> Vec<u8> {
        let count = self.samples.len() as u32;
        let list = |kind: &[u8; 4], words: &[u32]| {
            let mut fields = Fields::default();
            fields.words(&[0]).words(words);
            atom(kind, &[&fields.0])
        };
        let keys = (1..)
            .zip(&self.samples)
            .filter(|(_, s)| s.is_key)
            .map(|(k, _)| k);
        let keys: Vec<u32> = keys.collect();
        let sizes: Vec<u32> = self.samples.iter().map(|s| s.bytes.len() as u32).collect();
        let kind = atom(b"stsd", &[&[0; 4], &1_u32.to_be_bytes(), &self.kind()]);
        let tables = [
            kind,
            list(b"stts", &[1, count, self.duration]),
            list(b"stss", &[&[keys.len() as u32], &keys[..]].concat()),
            list(b"stsc", &[1, 1, count, 1]),
            list(b"stsz", &[&[0, count], &sizes[..]].concat()),
            list(b"stco", &[1, start]),
        ];
        atom(b"stbl", &[&tables.concat()])
    }

    /// The kind of the pictures: H.264 with its parameters, colours of BT.709.
    fn kind(&self) -> Vec<u8> {
        let mut fields = Fields::default();
        fields.bytes(&[0, 0, 0, 0, 0, 0, 0, 1]).words(&[0; 4]);
        fields.half(self.size[0]).half(self.size[1]);
        // 72 dots an inch, one picture in a sample.
        fields
            .words(&[0x48_0000, 0x48_0000, 0])
            .half(1)
            .bytes(&[0; 32]);
        fields.half(24).half(0xFFFF);
        let (sequence, picture) = (&self.sequence_parameters, &self.picture_parameters);
        let mut parameters = Fields::default();
        parameters.bytes(&[1, sequence[1], sequence[2], sequence[3], 0xFF, 0xE1]);
        parameters.half(sequence.len() as u32).bytes(sequence);
        parameters
            .bytes(&[1])
            .half(picture.len() as u32)
            .bytes(picture);
        let colors = atom(b"colr", &[b"nclx", &[0, 1, 0, 1, 0, 1, 0]]);
        atom(
            b"avc1",
            &[&fields.0, &atom(b"avcC", &[&parameters.0]), &colors],
        )
    }
}

/// A box of the file: length, kind, content.
fn atom(kind: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = 8 + parts.iter().map(|part| part.len()).sum::<usize>();
    let mut bytes = (length as u32).to_be_bytes().to_vec();
    bytes.extend(kind);
    bytes.extend(parts.concat());
    bytes
}

/// Numbers one after the other, the largest byte first.
#[derive(Default)]
struct Fields(Vec<u8>);

impl Fields {
    fn words(&mut self, words: &[u32]) -> &mut Self {
        self.0
            .extend(words.iter().flat_map(|word| word.to_be_bytes()));
        self
    }

    fn half(&mut self, number: u32) -> &mut Self {
        self.0.extend(&number.to_be_bytes()[2..]);
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend(bytes);
        self
    }
}
