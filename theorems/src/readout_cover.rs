//! Finds covers of the pairs by filters (`docs/certificate-v1.md`, section 7.10), and verifies them on exact samples.
//!
//! The search is in floating point and only says where to look: [`Cover::verified`] decides, in whole numbers.

use claim::Evidence;
use exact::{Complete, Integer, Rational};

/// `round(1000 cos(10° j))`.
const COSINES: [i64; 36] = [
    1000, 985, 940, 866, 766, 643, 500, 342, 174, 0, -174, -342, -500, -643, -766, -866, -940, -985, -1000,
    -985, -940, -866, -766, -643, -500, -342, -174, 0, 174, 342, 500, 643, 766, 866, 940, 985,
];
/// Filters: how many coefficients, the frequency and the phase of a wave in steps of 10°, and 1 where its window is a triangle,
/// 0 where it is a box. They are those of some 1200 that covers of the rows of `embedding/read-out-floor` needed.
const WAVES: [(usize, usize, usize, u8); 58] = [
    (2, 0, 0, 0),
    (2, 3, 13, 0),
    (2, 12, 0, 0),
    (3, 0, 0, 1),
    (3, 5, 13, 0),
    (3, 7, 0, 0),
    (4, 0, 0, 1),
    (4, 1, 0, 1),
    (4, 1, 9, 1),
    (4, 1, 13, 1),
    (4, 2, 13, 0),
    (4, 2, 13, 1),
    (4, 3, 4, 0),
    (4, 4, 13, 0),
    (4, 5, 4, 1),
    (4, 6, 4, 0),
    (5, 0, 0, 1),
    (5, 1, 9, 1),
    (5, 1, 13, 0),
    (5, 1, 13, 1),
    (5, 9, 4, 0),
    (6, 0, 0, 1),
    (6, 1, 4, 1),
    (6, 1, 9, 1),
    (6, 1, 13, 1),
    (6, 2, 4, 1),
    (6, 2, 13, 1),
    (6, 3, 0, 1),
    (6, 3, 9, 0),
    (6, 4, 0, 1),
    (6, 6, 4, 0),
    (6, 7, 0, 0),
    (7, 1, 9, 1),
    (7, 2, 4, 1),
    (7, 2, 9, 1),
    (7, 3, 13, 1),
    (7, 5, 13, 0),
    (7, 6, 0, 0),
    (7, 7, 9, 0),
    (7, 7, 13, 0),
    (8, 1, 4, 1),
    (8, 1, 9, 1),
    (8, 2, 0, 1),
    (8, 2, 4, 1),
    (8, 3, 0, 1),
    (8, 3, 13, 1),
    (8, 4, 13, 0),
    (8, 5, 0, 0),
    (8, 6, 9, 0),
    (8, 6, 13, 0),
    (9, 2, 0, 1),
    (9, 3, 0, 1),
    (9, 3, 13, 1),
    (9, 5, 0, 0),
    (10, 1, 4, 1),
    (10, 2, 0, 1),
    (10, 3, 0, 1),
    (18, 5, 4, 1),
];
const MOST_HALVINGS: u32 = 16;

/// The filter 1, and the waves.
pub(crate) fn filters() -> Vec<Vec<i64>> {
    let wave = |&(length, frequency, phase, window): &(usize, usize, usize, u8)| {
        let weight = |j: usize| if window == 1 { (j + 1).min(length - j) as i64 } else { 1 };
        (0..length).map(|j| weight(j) * COSINES[(frequency * j + phase) % 36]).collect()
    };
    std::iter::once(vec![1]).chain(WAVES.iter().map(wave)).collect()
}

/// A cover, before it is evidence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    filters: Vec<Vec<i64>>,
    forward: Vec<Vec<u32>>,
    backward: Vec<Vec<u32>>,
    real: Vec<u32>,
}

/// A cell of pairs, as the checker's: ends over powers of 2.
#[derive(Clone, Copy)]
struct Cell {
    p: [i64; 2],
    q: [i64; 2],
    halvings: u32,
}

impl Cell {
    const WHOLE: Self = Self { p: [-2, 2], q: [0, 1], halvings: 0 };

    fn halves(self) -> [Self; 2] {
        let [low, high] = if self.halvings.is_multiple_of(2) { self.p } else { self.q };
        [[2 * low, low + high], [low + high, 2 * high]].map(|side| {
            let (p, q) = if self.halvings.is_multiple_of(2) { (side, self.q) } else { (self.p, side) };
            Self { p, q, halvings: self.halvings + 1 }
        })
    }

    /// `[q, p, 1]` times a power of 2 at the corners.
    fn corners(self) -> [[i64; 3]; 4] {
        let one = 1 << self.halvings.div_ceil(2);
        let stretch = 1 + i64::from(self.halvings % 2);
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| [self.q[j] * stretch, self.p[i], one])
    }

    /// No pair has `p² ≥ 4q`.
    fn left_out(self) -> bool {
        let [[q_low, p_low, one], .., [q_high, p_high, _]] = self.corners();
        debug_assert!(q_low <= q_high);
        let nearest = if p_low >= 0 { p_low } else { (-p_high).max(0) };
        i128::from(nearest).pow(2) >= 4 * i128::from(q_high) * i128::from(one)
    }
}

/// Alternating places of one parity: greedily, where all given sequences are at least their bounds, or at most minus them.
fn alternating(sequences: &[(&[f64], f64)], count: usize) -> Option<Vec<u32>> {
    let length = sequences[0].0.len();
    let sign = |i: usize| {
        let all = |sign: f64| sequences.iter().all(|(values, least)| sign * values[i] > *least);
        if all(1.0) { 1 } else { -i32::from(all(-1.0)) }
    };
    [0, 1].into_iter().find_map(|parity| {
        let (mut last, mut places) = (0, Vec::new());
        for i in (parity..length).step_by(2) {
            let sign = sign(i);
            if sign != 0 && sign != last {
                last = sign;
                places.push(i as u32 + 1);
                if places.len() == count {
                    return Some(places);
                }
            }
        }
        None
    })
}

struct Search {
    /// The filter, its samples, and its number among those in use.
    filters: Vec<(Vec<f64>, Vec<f64>, usize)>,
    least: f64,
    count: usize,
    cells: Vec<Vec<u32>>,
}

impl Search {
    fn missed(&self, at: usize, corners: &[[f64; 3]]) -> Option<Vec<u32>> {
        let (h, z, _) = &self.filters[at];
        let mut sequences = Vec::new();
        for [q, p, one] in corners {
            let coefficient =
                |i: usize, back: usize| i.checked_sub(back).and_then(|i| h.get(i)).unwrap_or(&0.0);
            let norm: f64 = (0..h.len() + 2)
                .map(|i| (q * coefficient(i, 0) - p * coefficient(i, 1) + one * coefficient(i, 2)).abs())
                .sum();
            let values: Vec<f64> = z.windows(3).map(|z| q * z[0] - p * z[1] + one * z[2]).collect();
            if values.is_empty() || values.iter().all(|x| x.abs() <= self.least * norm) {
                return None;
            }
            sequences.push((values, self.least * norm));
        }
        let sequences: Vec<(&[f64], f64)> = sequences.iter().map(|(v, least)| (&v[..], *least)).collect();
        alternating(&sequences, self.count)
    }

    fn cover(&mut self, cell: Cell) -> bool {
        if cell.left_out() {
            self.cells.push(vec![0]);
            return true;
        }
        let corners = cell.corners().map(|corner| corner.map(|x| x as f64));
        let mean = |k: usize| corners.iter().map(|corner| corner[k]).sum::<f64>() / 4.0;
        let centre = [[mean(0), mean(1), mean(2)]];
        for at in 0..self.filters.len() {
            if self.missed(at, &centre).is_none() {
                continue;
            }
            if let Some(places) = self.missed(at, &corners) {
                let leaf = std::iter::once(self.filters[at].2 as u32 + 1).chain(places).collect();
                self.cells.push(leaf);
                // What works here is tried first nearby.
                self.filters[..=at].rotate_right(1);
                return true;
            }
        }
        if cell.halvings == MOST_HALVINGS {
            return false;
        }
        self.cells.push(vec![]);
        cell.halves().into_iter().all(|half| self.cover(half))
    }
}

impl Cover {
    /// A cover for these samples, `n` coordinates and this distance; `None` where the search gives up.
    pub(crate) fn search(y: &[f64], n: usize, least: f64) -> Option<Self> {
        let all = filters();
        let filtered = |h: &[i64], y: &[f64]| -> Vec<f64> {
            y.windows(h.len()).map(|window| window.iter().zip(h).map(|(y, h)| y * *h as f64).sum()).collect()
        };
        let direction = |y: &[f64]| {
            let prepared = all
                .iter()
                .enumerate()
                .map(|(number, h)| (h.iter().map(|h| *h as f64).collect(), filtered(h, y), number));
            let mut search = Search { filters: prepared.collect(), least, count: n - 1, cells: Vec::new() };
            search.cover(Cell::WHOLE).then_some(search.cells)
        };
        let real = all.iter().enumerate().find_map(|(number, h)| {
            let norm: i64 = h.iter().map(|h| h.abs()).sum();
            let places = alternating(&[(&filtered(h, y), least * norm as f64)], n + 1)?;
            Some(std::iter::once(number as u32 + 1).chain(places).collect::<Vec<_>>())
        })?;
        let reversed: Vec<f64> = y.iter().rev().copied().collect();
        let mut cover =
            Self { filters: all.clone(), forward: direction(y)?, backward: direction(&reversed)?, real };
        cover.keep_used();
        Some(cover)
    }

    /// Keeps the filters that cells name, and numbers them again.
    fn keep_used(&mut self) {
        let Self { filters, forward, backward, real } = self;
        let mut cells: Vec<&mut Vec<u32>> =
            forward.iter_mut().chain(backward).chain([real]).filter(|cell| cell.len() > 1).collect();
        let mut used: Vec<u32> = cells.iter().map(|cell| cell[0]).collect();
        used.sort_unstable();
        used.dedup();
        for cell in &mut cells {
            cell[0] = used.binary_search(&cell[0]).map_or(0, |at| at as u32 + 1);
        }
        *filters = used.iter().map(|number| filters[*number as usize - 1].clone()).collect();
    }

    /// Whether the cover shows the distance for these samples, decided in whole numbers.
    pub(crate) fn verified(&self, y: &[Rational], n: usize, least: &Rational) -> bool {
        let common = y.iter().fold(Integer::from(1), |common, y| common.lcm(y.denom()));
        let whole: Vec<Integer> = y.iter().map(|y| (y.numer() * &common).complete() / y.denom()).collect();
        let reversed: Vec<Integer> = whole.iter().rev().cloned().collect();
        let (far, of) = ((least.numer() * &common).complete(), least.denom());
        let holds = |y: &[Integer], cell: &[u32], count: usize, factors: &[&[i64]]| {
            let Some(([at], places)) = cell.split_first_chunk::<1>() else { return false };
            let Some(h) = self.filters.get((*at as usize).wrapping_sub(1)) else { return false };
            let one_parity = places.windows(2).all(|pair| pair[0] < pair[1] && (pair[1] - pair[0]) % 2 == 0);
            let mut first: Option<bool> = None;
            places.len() == count
                && one_parity
                && factors.iter().all(|factor| {
                    let filter = product(h, factor);
                    let norm: i128 = filter.iter().map(|h| h.abs()).sum();
                    let least = Integer::from(&far * norm);
                    places.iter().enumerate().all(|(i, place)| {
                        let windows = y.windows(filter.len()).nth(*place as usize - 1);
                        let Some(window) = windows else { return false };
                        let value: Integer =
                            window.iter().zip(&filter).map(|(y, h)| (y * *h).complete()).sum();
                        let positive = *first.get_or_insert(value > 0) == (i % 2 == 0);
                        (if positive { value } else { -value }) * of >= least
                    })
                })
        };
        let walk = |y: &[Integer], cells: &[Vec<u32>]| {
            let mut open = vec![Cell::WHOLE];
            for leaf in cells {
                let Some(cell) = open.pop() else { return false };
                match &leaf[..] {
                    [] => open.extend(cell.halves().into_iter().rev()),
                    [0] if cell.left_out() => {}
                    leaf => {
                        let corners = cell.corners();
                        let factors: Vec<[i64; 3]> =
                            corners.iter().map(|[q, p, one]| [*q, -p, *one]).collect();
                        let factors: Vec<&[i64]> = factors.iter().map(|factor| &factor[..]).collect();
                        if !holds(y, leaf, n - 1, &factors) {
                            return false;
                        }
                    }
                }
            }
            open.is_empty()
        };
        holds(&whole, &self.real, n + 1, &[&[1]])
            && walk(&whole, &self.forward)
            && walk(&reversed, &self.backward)
    }

    /// The evidence.
    pub(crate) fn evidence(&self) -> Evidence {
        let rational = |h: &Vec<i64>| h.iter().map(|h| Rational::from(*h)).collect();
        Evidence::FilterCover {
            filters: self.filters.iter().map(rational).collect(),
            forward: self.forward.clone(),
            backward: self.backward.clone(),
            real: self.real.clone(),
        }
    }
}

/// The product of two filters.
fn product(h: &[i64], factor: &[i64]) -> Vec<i128> {
    let mut product = vec![0; h.len() + factor.len() - 1];
    for (i, h) in h.iter().enumerate() {
        for (j, factor) in factor.iter().enumerate() {
            product[i + j] += i128::from(*h) * i128::from(*factor);
        }
    }
    product
}
