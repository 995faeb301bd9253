//! Any bytes are a safetensors file or refused: what is read has the shape that was announced, parts are parts of the
//! whole, and the reference library accepts every file whose types are all supported.
#![no_main]

use tensors::TensorFile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let file = match TensorFile::from_bytes(bytes.to_vec()) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut all_supported = true;
    for name in file.names() {
        let shape = file.shape(name).expect("the header was checked");
        let Ok(dtype) = file.dtype(name) else {
            assert!(file.read(name).is_err());
            all_supported = false;
            continue;
        };
        let Ok(tensor) = file.read(name) else {
            assert_eq!(dtype, tensors::Dtype::Bool, "only a boolean can be wrong");
            continue;
        };
        assert_eq!((tensor.shape(), tensor.dtype()), (&shape[..], dtype));
        assert_eq!(tensor.len(), shape.iter().product::<usize>());
        if let Some(&rows) = shape.first() {
            let rest = rows / 2..rows;
            let part = file.rows(name, rest.clone()).expect("rows of a tensor that was read");
            let same = format!("{part:?}") == format!("{:?}", tensor.rows(rest).expect("within the tensor"));
            assert!(same, "a part of `{name}` differs from that part of the whole");
        }
    }
    if all_supported && !bytes.starts_with(b"PK") {
        assert!(
            safetensors::SafeTensors::deserialize(bytes).is_ok(),
            "the reference library refuses the file"
        );
    }
});
