//! Decides `read-out-misses` (`docs/certificate-v1.md`, sections 7.10 and 7.11): how near linear read-outs with at most one pair
//! come to given samples.

use crate::limits;
use crate::located::number;
use exact::{Integer, Matrix, Rational, vector};
use serde_json::Value as Json;

/// Most filters of a cover, most cells of one direction, and how often a cell is halved.
const MAX_FILTERS: usize = 1 << 10;
const MAX_CELLS: usize = 1 << 17;
const MAX_HALVINGS: u32 = 40;
/// Bound of what a line may cost: samples times bits for each filter, bits for each number that is compared in each cell.
const MAX_WORK: u64 = 1 << 32;

/// Whether an explicit read-out comes nearer than `least`: `max_t |y_t − cᵀ Tᵗ s| < least` with at most one pair of `T`.
pub(crate) fn comes_nearer(
    y: &[Rational],
    n: usize,
    least: &Rational,
    (t, read, start): (&Matrix, &[Rational], &[Rational]),
) -> Result<bool, String> {
    if t.rows() != n || t.cols() != n || read.len() != n || start.len() != n {
        return Err(format!("the read-out is not one of {n} coordinates"));
    }
    let bits = t.entries().iter().chain(read).chain(start).map(limits::bits).max().unwrap_or(0);
    let samples = y.len() as u64;
    // The state after t steps has about n t times the bits of the entries.
    let work = bits.checked_mul(samples * samples).and_then(|work| work.checked_mul((n * n * n) as u64));
    if work.is_none_or(|work| work > MAX_WORK) {
        return Err("a read-out of numbers that are longer than this checker works on".into());
    }
    let polynomial = limits::dense(t)?.characteristic_polynomial();
    if limits::polynomial(&polynomial)?.non_real_pairs() > 1 {
        return Err("the read-out has more than one pair".into());
    }
    let mut state = start.to_vec();
    Ok(y.iter().all(|sample| {
        let error = (sample - vector::dot(read, &state)).abs();
        state = t.mul_vec(&state);
        error < *least
    }))
}

/// Verifies that no read-out of `n ≥ 2` coordinates with at most one pair comes nearer than `least > 0`.
pub(crate) fn verify_cover(
    y: &[Rational],
    n: usize,
    least: &Rational,
    evidence: &Json,
) -> Result<(), String> {
    if *least <= 0 || n < 2 {
        return Err("a cover is for at least two coordinates and a positive distance".into());
    }
    let list = |key: &str| match evidence.get(key) {
        Some(Json::Array(list)) => Ok(list),
        _ => Err(format!("`{key}` should be a list")),
    };
    let filters = list("filters")?;
    if filters.len() > MAX_FILTERS {
        return Err(format!("{} filters are more than {MAX_FILTERS}", filters.len()));
    }
    let mut work = Work(0);
    let mut whole = Vec::new();
    for filter in filters {
        let filter = filter.as_array().ok_or("a filter should be a list of numbers")?;
        let entry = |json: &Json| {
            let (entry, rest) = number(json)?.into_numer_denom();
            if rest == 1 { Ok(entry) } else { Err("a filter should be a list of whole numbers".to_owned()) }
        };
        let filter = filter.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        if filter.is_empty() || filter.len() > y.len() || filter.iter().all(Integer::is_zero) {
            return Err("a filter is 0, empty, or longer than the samples".into());
        }
        whole.push(filter);
    }
    let size = |x: &Integer| u64::from(x.significant_bits());
    let mut common = Integer::from(1);
    for sample in y {
        common.lcm_mut(sample.denom());
        work.charge(1, size(&common))?;
    }
    let scaled = |sample: &Rational| Rational::from(sample * &common).into_numer_denom().0;
    let y: Vec<Integer> = y.iter().map(scaled).collect();
    let bits = y.iter().map(size).max().unwrap_or(0)
        + whole.iter().flatten().map(size).max().unwrap_or(0)
        + limits::bits(least)
        + size(&common);
    let (far, of) = least.clone().into_numer_denom();
    let least = [far * common, of];
    let forward = Direction::new(&y, &whole, &least, bits, &mut work)?;
    forward.real_modes(n, list("real")?)?;
    forward.cover(n - 2, list("forward")?, &mut work)?;
    let reversed: Vec<Integer> = y.into_iter().rev().collect();
    let backward = Direction::new(&reversed, &whole, &least, bits, &mut work)?;
    backward.cover(n - 2, list("backward")?, &mut work)
}

struct Work(u64);

impl Work {
    fn charge(&mut self, numbers: usize, bits: u64) -> Result<(), String> {
        let more = (numbers as u64).checked_mul(bits + 64);
        self.0 = more.and_then(|more| self.0.checked_add(more)).unwrap_or(u64::MAX);
        if self.0 <= MAX_WORK { Ok(()) } else { Err("a cover of more work than this checker does".into()) }
    }
}

/// The samples in one direction of time, as whole numbers over a common denominator, under every filter.
struct Direction<'a> {
    filters: &'a [Vec<Integer>],
    filtered: Vec<Vec<Integer>>,
    /// Numerator, times the common denominator of the samples, and denominator of the distance.
    least: &'a [Integer; 2],
    bits: u64,
}

impl<'a> Direction<'a> {
    fn new(
        y: &[Integer],
        filters: &'a [Vec<Integer>],
        least: &'a [Integer; 2],
        bits: u64,
        work: &mut Work,
    ) -> Result<Self, String> {
        let mut filtered = Vec::new();
        for filter in filters {
            work.charge(filter.len() * (y.len() - filter.len() + 1), bits)?;
            let value =
                |window: &[Integer]| filter.iter().zip(window).map(|(h, y)| Integer::from(h * y)).sum();
            filtered.push(y.windows(filter.len()).map(value).collect());
        }
        Ok(Self { filters, filtered, least, bits })
    }

    /// Whether the values have alternating signs, from the given one on, and moduli of at least `least` times the norm of
    /// the filter, which is positive.
    fn alternates(&self, values: &[Integer], first_positive: bool, norm: &Integer) -> bool {
        let [far, of] = self.least;
        let far = Integer::from(far * norm);
        values.iter().enumerate().all(|(i, value)| {
            let value = Integer::from(value * of);
            if first_positive == (i % 2 == 0) { value >= far } else { -value >= far }
        })
    }

    /// The filter and the places, of one parity and ascending, of a cell; `count` of them, below `end(samples)`.
    fn places(&self, cell: &[Json], count: usize, lost: usize) -> Result<(usize, Vec<usize>), String> {
        let whole = |json: &Json| json.as_u64().and_then(|x| usize::try_from(x).ok());
        let numbers = cell.iter().map(whole).collect::<Option<Vec<_>>>();
        let numbers = numbers.ok_or("a cell holds something else than whole numbers")?;
        let [filter, places @ ..] = &numbers[..] else { return Err("a cell is empty".into()) };
        let filter = filter.checked_sub(1).filter(|filter| *filter < self.filters.len());
        let filter = filter.ok_or("a cell names no filter of the list")?;
        if places.len() != count {
            return Err(format!("a cell names {} places, not {count}", places.len()));
        }
        if places.windows(2).any(|pair| pair[0] >= pair[1] || (pair[1] - pair[0]) % 2 == 1) {
            return Err("the places of a cell do not ascend in one parity".into());
        }
        let end = self.filtered[filter].len().saturating_sub(lost);
        let from_zero = places.iter().map(|place| place.checked_sub(1).filter(|place| *place < end));
        let places =
            from_zero.collect::<Option<Vec<_>>>().ok_or("a cell names a place beyond the samples")?;
        Ok((filter, places))
    }

    /// No combination of `n` real modes: `n + 1` alternating samples.
    fn real_modes(&self, n: usize, cell: &[Json]) -> Result<(), String> {
        let (filter, places) = self.places(cell, n + 1, 0)?;
        let norm: Integer = self.filters[filter].iter().map(|h| h.clone().abs()).sum();
        let values: Vec<_> = places.iter().map(|place| self.filtered[filter][*place].clone()).collect();
        if self.alternates(&values, values[0] > 0, &norm) {
            Ok(())
        } else {
            Err("the samples do not alternate as far as `real` says".into())
        }
    }

    /// All pairs with `(p, q)` in `[−2, 2] × [0, 1]`: cells in the order of a walk that enters the lower half first.
    fn cover(&self, real: usize, cells: &[Json], work: &mut Work) -> Result<(), String> {
        if cells.len() > MAX_CELLS {
            return Err(format!("a cover of {} cells is more than {MAX_CELLS}", cells.len()));
        }
        let whole = Cell { p: [-2, 2], q: [0, 1], halvings: 0 };
        let mut open = vec![whole];
        for cell in cells {
            let Some(place) = open.pop() else { return Err("a cover has cells in excess".into()) };
            match cell.as_array().map(Vec::as_slice) {
                Some([]) if place.halvings < MAX_HALVINGS => {
                    let [low, high] = place.halves();
                    open.extend([high, low]);
                }
                Some([]) => return Err(format!("a cell is halved more than {MAX_HALVINGS} times")),
                Some([zero]) if zero.as_u64() == Some(0) => {
                    if !place.without_pairs() {
                        return Err("a cell that is left out holds pairs".into());
                    }
                }
                Some(leaf) => self.missed(&place, leaf, real, work)?,
                None => return Err("a cell should be a list".into()),
            }
        }
        if open.is_empty() { Ok(()) } else { Err("a cover leaves cells open".into()) }
    }

    /// At each corner the filtered samples alternate by `least` times the norm of the filter.
    fn missed(&self, cell: &Cell, leaf: &[Json], real: usize, work: &mut Work) -> Result<(), String> {
        let (filter, places) = self.places(leaf, real + 1, 2)?;
        let (h, z) = (&self.filters[filter], &self.filtered[filter]);
        work.charge(4 * (3 * h.len() + 3 * places.len()), self.bits + 2 * u64::from(MAX_HALVINGS))?;
        let mut first_positive = None;
        for [q, p, one] in cell.corners() {
            let values: Vec<Integer> = places
                .iter()
                .map(|i| {
                    Integer::from(&z[*i] * q) - Integer::from(&z[i + 1] * p) + Integer::from(&z[i + 2] * one)
                })
                .collect();
            let coefficient = |i: usize, factor: i64, back: usize| match i.checked_sub(back) {
                Some(i) if i < h.len() => Integer::from(&h[i] * factor),
                _ => Integer::new(),
            };
            let product = |i| coefficient(i, q, 0) - coefficient(i, p, 1) + coefficient(i, one, 2);
            let norm: Integer = (0..h.len() + 2).map(product).map(Integer::abs).sum();
            let positive = *first_positive.get_or_insert(values[0] > 0);
            if !self.alternates(&values, positive, &norm) {
                return Err("the filtered samples of a cell do not alternate as far as it says".into());
            }
        }
        Ok(())
    }
}

/// Pairs `z² − p z + q` with `p` and `q` in intervals: the ends of `p` are multiples of `2^−⌈halvings/2⌉`, those of `q` of
/// `2^−⌊halvings/2⌋`.
struct Cell {
    p: [i64; 2],
    q: [i64; 2],
    halvings: u32,
}

impl Cell {
    /// `p` is halved first, then `q`, and so on in turn.
    fn halves(&self) -> [Self; 2] {
        let halved = |[low, high]: [i64; 2]| [[2 * low, low + high], [low + high, 2 * high]];
        let part = |p, q| Self { p, q, halvings: self.halvings + 1 };
        if self.halvings.is_multiple_of(2) {
            halved(self.p).map(|p| part(p, self.q))
        } else {
            halved(self.q).map(|q| part(self.p, q))
        }
    }

    /// How often `p` and `q` have been halved.
    fn scales(&self) -> [u32; 2] {
        [self.halvings.div_ceil(2), self.halvings / 2]
    }

    /// `p² ≥ 4q` on the whole cell.
    fn without_pairs(&self) -> bool {
        let nearest = match self.p {
            [low, _] if low >= 0 => low,
            [_, high] if high <= 0 => high,
            _ => return false,
        };
        let [of_p, of_q] = self.scales();
        i128::from(nearest).pow(2) << of_q >= i128::from(4 * self.q[1]) << (2 * of_p)
    }

    /// `q`, `p` and 1 at the corners, times a common power of 2.
    fn corners(&self) -> impl Iterator<Item = [i64; 3]> {
        let [of_p, of_q] = self.scales();
        let (p, q) = (self.p, self.q);
        p.into_iter().flat_map(move |p| q.into_iter().map(move |q| [q << (of_p - of_q), p, 1 << of_p]))
    }
}

#[cfg(test)]
mod tests;
