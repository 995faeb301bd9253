//! Tensors in memory.

use tensors::{Data, Dtype, Tensor, TensorError, bf16, f16};

/// The value of a binary floating-point number from its fields, for every exponent but the largest.
fn value(sign: bool, exponent: i32, fraction: u32, bits: i32, bias: i32) -> f64 {
    let magnitude = if exponent == 0 {
        f64::from(fraction) * 2_f64.powi(1 - bias - bits)
    } else {
        f64::from(fraction + (1 << bits)) * 2_f64.powi(exponent - bias - bits)
    };
    if sign { -magnitude } else { magnitude }
}

fn check_all_halves(tensor: &Tensor, bits: i32, exponents: i32) {
    let widened = tensor.to_f64().unwrap();
    for (pattern, found) in (0..=u16::MAX).zip(widened) {
        let fraction = u32::from(pattern) & ((1 << bits) - 1);
        let exponent = (i32::from(pattern) >> bits) & exponents;
        let sign = pattern >> 15 == 1;
        if exponent == exponents {
            assert_eq!(found.is_nan(), fraction != 0, "{pattern:04x}");
            assert_eq!(found.is_infinite(), fraction == 0, "{pattern:04x}");
            assert_eq!(found.is_sign_negative(), sign, "{pattern:04x}");
        } else {
            let expected = value(sign, exponent, fraction, bits, exponents / 2);
            assert_eq!(found.to_bits(), expected.to_bits(), "{pattern:04x}");
        }
    }
}

#[test]
fn every_half_is_widened_exactly() {
    let halves: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    check_all_halves(&Tensor::new(vec![1 << 16], halves).unwrap(), 10, 31);
    let brains: Vec<bf16> = (0..=u16::MAX).map(bf16::from_bits).collect();
    check_all_halves(&Tensor::new(vec![1 << 16], brains).unwrap(), 7, 255);
}

#[test]
fn singles_are_widened_exactly() {
    let singles = vec![f32::MIN_POSITIVE, f32::from_bits(1), -0.0, f32::MAX, f32::NEG_INFINITY, 1.0 / 3.0];
    let widened = Tensor::new(vec![6], singles).unwrap().to_f64().unwrap();
    let expected = [
        2_f64.powi(-126),
        2_f64.powi(-149),
        -0.0,
        (2.0 - 2_f64.powi(-23)) * 2_f64.powi(127),
        f64::NEG_INFINITY,
    ];
    for (found, expected) in widened.iter().zip(expected) {
        assert_eq!(found.to_bits(), expected.to_bits());
    }
    assert_eq!(widened[5], f64::from(11_184_811) / f64::from(1 << 25));
}

#[test]
fn integers_are_widened_and_are_no_floats() {
    for tensor in [
        Tensor::new(vec![2], vec![3_i64, 0]).unwrap(),
        Tensor::new(vec![2], vec![3_i32, 0]).unwrap(),
        Tensor::new(vec![2], vec![3_u8, 0]).unwrap(),
    ] {
        assert_eq!(tensor.to_i64().unwrap(), [3, 0]);
        let error = tensor.to_f64().unwrap_err();
        assert_eq!(error, TensorError::NotFloat { dtype: tensor.dtype() });
        assert_eq!(tensor.first_non_finite(), None);
    }
    let flags = Tensor::new(vec![1], vec![true]).unwrap();
    assert_eq!(
        flags.to_f64().unwrap_err().to_string(),
        "elements of type BOOL are not floating-point numbers"
    );
    assert_eq!(flags.to_i64().unwrap_err().to_string(), "elements of type BOOL are not integers");
    let halves = Tensor::new(vec![1], vec![f16::ONE]).unwrap();
    assert_eq!(halves.to_i64(), Err(TensorError::NotInteger { dtype: Dtype::F16 }));
}

#[test]
fn a_shape_that_does_not_fit_the_elements_is_refused() {
    let error = Tensor::new(vec![2, 3], vec![0.0; 5]).unwrap_err();
    assert_eq!(error.to_string(), "shape [2, 3] has 6 elements, but 5 are given");
    assert_eq!(
        Tensor::new(vec![], vec![1.0, 2.0]).unwrap_err().to_string(),
        "shape [] has 1 elements, but 2 are given"
    );
    for shape in [vec![1 << 32, 1 << 32], vec![1 << 60], vec![usize::MAX, 2, 0]] {
        let error = Tensor::new(shape.clone(), Vec::<u8>::new()).unwrap_err();
        assert_eq!(error, TensorError::ShapeOverflow { shape });
    }
    assert!(Tensor::new(vec![1 << 59, 0], Vec::<u8>::new()).unwrap().is_empty());
}

#[test]
fn the_first_non_finite_element_is_found_by_its_index() {
    let mut elements = vec![0.0; 24];
    elements[17] = f64::NEG_INFINITY;
    elements[23] = f64::NAN;
    let tensor = Tensor::new(vec![2, 3, 4], elements).unwrap();
    assert_eq!(tensor.first_non_finite(), Some((vec![1, 1, 1], f64::NEG_INFINITY)));
    let brain = Tensor::new(vec![2, 1], vec![bf16::MAX, bf16::NAN]).unwrap();
    let (index, value) = brain.first_non_finite().unwrap();
    assert_eq!(index, [1, 0]);
    assert!(value.is_nan());
    assert_eq!(
        Tensor::new(vec![], vec![f32::INFINITY]).unwrap().first_non_finite(),
        Some((vec![], f64::INFINITY))
    );
    assert_eq!(Tensor::new(vec![0, 2], Vec::<f64>::new()).unwrap().first_non_finite(), None);
}

#[test]
fn rows_are_a_part_of_the_leading_axis() {
    let tensor = Tensor::new(vec![3, 2], vec![0_u8, 1, 2, 3, 4, 5]).unwrap();
    let rows = tensor.rows(1..3).unwrap();
    assert_eq!((rows.shape(), rows.data()), (&[2, 2][..], &Data::U8(vec![2, 3, 4, 5])));
    assert_eq!(tensor.rows(3..3).unwrap().shape(), [0, 2]);
    let error = tensor.rows(2..4).unwrap_err();
    assert_eq!(error.to_string(), "rows 2..4 are not within the leading axis of shape [3, 2]");
    #[expect(clippy::reversed_empty_ranges, reason = "the range that must be refused")]
    let reversed = tensor.rows(2..1);
    assert!(matches!(reversed, Err(TensorError::Rows { start: 2, end: 1, .. })));
    assert!(Tensor::new(vec![], vec![1.0]).unwrap().rows(0..1).is_err());
}
