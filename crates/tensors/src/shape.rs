//! Arithmetic of shapes, none of which may overflow.

use std::ops::Range;

/// The number of elements, or none when it is too large to be addressed.
///
/// The extents other than zero must have a product that fits, eight bytes each, into the address space, even when
/// another extent is zero: every product of some of the extents is then representable, whatever the type.
pub(crate) fn elements(shape: &[usize]) -> Option<usize> {
    let widest = shape
        .iter()
        .filter(|&&extent| extent != 0)
        .try_fold(1_usize, |product, &extent| product.checked_mul(extent))?;
    if widest > isize::MAX.unsigned_abs() / 8 {
        return None;
    }
    Some(if shape.contains(&0) { 0 } else { widest })
}

/// The multi-index of the element at `position`, row-major. The shape must have that many elements.
pub(crate) fn index(shape: &[usize], mut position: usize) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (slot, &extent) in index.iter_mut().zip(shape).rev() {
        *slot = position % extent;
        position /= extent;
    }
    index
}

/// What `range` of the leading axis selects, in elements, with the shape of the selection. None when there is no
/// leading axis or the range does not lie within it.
pub(crate) fn rows(shape: &[usize], range: &Range<usize>) -> Option<(Vec<usize>, Range<usize>)> {
    let (&leading, rest) = shape.split_first()?;
    if range.start > range.end || range.end > leading {
        return None;
    }
    let row = elements(rest)?;
    let selected = std::iter::once(range.end - range.start).chain(rest.iter().copied()).collect();
    Some((selected, range.start * row..range.end * row))
}

/// Where the elements, taken in row-major order, lie in column-major storage. The shape must have [`elements`].
pub(crate) fn column_major_positions(shape: &[usize]) -> impl Iterator<Item = usize> {
    let count = if shape.contains(&0) { 0 } else { shape.iter().product() };
    let mut stride = 1;
    // Unit extents move nothing, and a hostile header can hold thousands of them.
    let axes: Vec<(usize, usize)> = shape
        .iter()
        .filter(|&&extent| extent > 1 && count > 0)
        .map(|&extent| {
            let axis = (extent, stride);
            stride *= extent;
            axis
        })
        .collect();
    let mut index = vec![0; axes.len()];
    let mut next = 0;
    std::iter::from_fn(move || {
        let position = next;
        for (slot, &(extent, stride)) in index.iter_mut().zip(&axes).rev() {
            *slot += 1;
            next += stride;
            if *slot < extent {
                break;
            }
            *slot = 0;
            next -= stride * extent;
        }
        Some(position)
    })
    .take(count)
}
