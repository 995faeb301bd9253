//! Files damaged at random: an answer or an error, never a panic, and no answer that the reference library refuses.

use crate::data;
use quickcheck::{Arbitrary, Gen, QuickCheck};
use tensors::{Dtype, TensorFile};

const FILES: [&str; 9] = [
    "bf16.safetensors",
    "ckda_B1H2T7K4V3.safetensors",
    "plain.npz",
    "compressed.npz",
    "fortran.npz",
    "big_endian.npz",
    "object.npz",
    "f16.npz",
    "unsupported.npz",
];

/// A file and what is done to it: bytes set, most of them in the directory, and perhaps an end cut off.
#[derive(Clone, Debug)]
struct Damage {
    file: usize,
    bytes: Vec<(u16, u8)>,
    cut: Option<u16>,
}

impl Arbitrary for Damage {
    fn arbitrary(source: &mut Gen) -> Self {
        let bytes = (0..1 + usize::arbitrary(source) % 4).map(|_| {
            // Digits, signs and brackets keep JSON and dictionaries alive more often than other bytes.
            let value =
                *source.choose(b"0123456789[]{}(),:\"'-<>|TFOub\x00\x01\xff").expect("there are bytes");
            (u16::arbitrary(source), if bool::arbitrary(source) { value } else { u8::arbitrary(source) })
        });
        let bytes = bytes.collect();
        let cut = (u8::arbitrary(source) % 8 == 0).then(|| u16::arbitrary(source));
        Self { file: usize::arbitrary(source) % FILES.len(), bytes, cut }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let file = self.file;
        Box::new((self.bytes.clone(), self.cut).shrink().map(move |(bytes, cut)| Self { file, bytes, cut }))
    }
}

impl Damage {
    fn apply(&self) -> Vec<u8> {
        let mut bytes = std::fs::read(data(FILES[self.file])).unwrap();
        for &(place, value) in &self.bytes {
            let place = usize::from(place) % bytes.len().min(2100);
            bytes[place] = value;
        }
        if let Some(cut) = self.cut {
            bytes.truncate(usize::from(cut) % bytes.len());
        }
        bytes
    }
}

fn answers_or_errors(damage: Damage) -> bool {
    let bytes = damage.apply();
    let Ok(file) = TensorFile::from_bytes(bytes.clone()) else {
        return true;
    };
    let mut supported = true;
    for name in file.names() {
        match (file.read(name), file.dtype(name)) {
            (Ok(tensor), Ok(dtype)) => {
                assert_eq!((tensor.shape(), tensor.dtype()), (&file.shape(name).unwrap()[..], dtype));
                assert_eq!(tensor.len(), tensor.shape().iter().product::<usize>());
                if let Some(&rows) = tensor.shape().first() {
                    let half = file.rows(name, 0..rows / 2).unwrap();
                    assert_eq!(half.len(), tensor.rows(0..rows / 2).unwrap().len());
                }
            }
            (Ok(_), Err(error)) => panic!("read, but of no type: {error}"),
            (Err(error), dtype) => {
                assert!(error.to_string().len() > 20);
                supported &= matches!(dtype, Ok(dtype) if Dtype::ALL.contains(&dtype));
            }
        }
    }
    let is_archive = bytes.starts_with(b"PK");
    is_archive || !supported || safetensors::SafeTensors::deserialize(&bytes).is_ok()
}

#[test]
fn a_damaged_file_gives_answers_or_errors() {
    let variable =
        |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seed, cases) = (variable("EIGENCLAIM_SEED", 1), variable("EIGENCLAIM_CASES", 300) * 20);
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(100, seed))
        .tests(cases)
        .max_tests(cases)
        .quickcheck(answers_or_errors as fn(Damage) -> bool);
}
