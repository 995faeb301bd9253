//! Any bytes are an npz archive or refused, and so is any array within an archive that is sound.
#![no_main]

use tensors::TensorFile;

fn read_all(bytes: Vec<u8>) {
    let file = match TensorFile::from_bytes(bytes) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for name in file.names() {
        let Ok(tensor) = file.read(name) else { continue };
        assert_eq!(tensor.shape(), file.shape(name).expect("the tensor was read"));
        assert_eq!(tensor.dtype(), file.dtype(name).expect("the tensor was read"));
        assert_eq!(tensor.len(), tensor.shape().iter().product::<usize>());
        if let Some(&rows) = tensor.shape().first() {
            let rest = rows / 2..rows;
            let part = file.rows(name, rest.clone()).expect("rows of a tensor that was read");
            let same = format!("{part:?}") == format!("{:?}", tensor.rows(rest).expect("within the tensor"));
            assert!(same, "a part of `{name}` differs from that part of the whole");
        }
    }
}

/// An archive of one stored member with the right checksum, which random bytes would not have.
fn archive(array: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"a.npy";
    let length = (array.len() as u32).to_le_bytes();
    let checksum = rawzip::crc32(array).to_le_bytes();
    let common = [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &checksum, &length, &length, &[5, 0, 0, 0]].concat();
    let local = [b"PK\x03\x04", &common[..], NAME, array].concat();
    let central = [b"PK\x01\x02\x14\x00", &common[..], &[0; 14], NAME].concat();
    let (offset, size) = ((local.len() as u32).to_le_bytes(), (central.len() as u32).to_le_bytes());
    let end = [b"PK\x05\x06\0\0\0\0\x01\0\x01\0", &size[..], &offset, &[0, 0]].concat();
    [local, central, end].concat()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let archive = archive(bytes);
    assert!(TensorFile::from_bytes(archive.clone()).is_ok(), "the archive itself is sound");
    read_all(archive);
    read_all(bytes.to_vec());
});
