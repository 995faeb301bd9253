//! The Chinese remainder theorem for many vectors over the same primes.

use rug::{Complete, Integer};

/// The integers $x_j$ of absolute value below $m/2$, $m = \prod_i p_i$, with $x_j \equiv
/// \mathrm{residues}_{ij}$ modulo the prime $p_i$.
///
/// $x_j \equiv \sum_i c_{ij}\, m/p_i$ with $c_{ij} = \mathrm{residues}_{ij}\,(m/p_i)^{-1} \bmod p_i$. The sum
/// is formed along a binary tree: for the halves of a set of primes, with products $m', m''$ and sums $s',
/// s''$, it is $s' m'' + s'' m'$.
pub(super) fn reconstruct(primes: &[u64], residues: &[Vec<u64>]) -> Vec<Integer> {
    let tree = Products::new(primes);
    let m = tree.root();
    let factors: Vec<u64> = primes.iter().map(|&p| cofactor_inverse(m, p)).collect();
    let count = residues.first().map_or(0, Vec::len);
    (0..count)
        .map(|j| {
            let leaves = primes.iter().zip(&factors).zip(residues).map(|((&p, &factor), residues)| {
                Integer::from((u128::from(residues[j]) * u128::from(factor) % u128::from(p)) as u64)
            });
            let sum = tree.combine(leaves.collect()) % m;
            if (&sum * 2u32).complete() > *m { sum - m } else { sum }
        })
        .collect()
}

/// $(m/p)^{-1} \bmod p$. The quotient modulo $p$ is $(m \bmod p^2)/p$.
fn cofactor_inverse(m: &Integer, p: u64) -> u64 {
    let square = Integer::from(p).square();
    let cofactor = m % square / p;
    match cofactor.invert(&Integer::from(p)) {
        Ok(inverse) => inverse.to_u64_wrapping(),
        Err(_) => unreachable!("the primes are distinct"),
    }
}

/// The products of neighbouring numbers, level by level up to the product of all; the last of an odd number
/// of nodes moves up unchanged.
struct Products {
    levels: Vec<Vec<Integer>>,
}

impl Products {
    fn new(primes: &[u64]) -> Products {
        let mut levels = vec![primes.iter().map(|&p| Integer::from(p)).collect::<Vec<_>>()];
        while let Some(last) = levels.last().filter(|last| last.len() > 1) {
            let next = last.chunks(2).map(|pair| pair.iter().product()).collect();
            levels.push(next);
        }
        Products { levels }
    }

    fn root(&self) -> &Integer {
        &self.levels[self.levels.len() - 1][0]
    }

    fn combine(&self, leaves: Vec<Integer>) -> Integer {
        let below_root = &self.levels[..self.levels.len() - 1];
        let sums = below_root.iter().fold(leaves, |sums, products| {
            sums.chunks(2)
                .zip(products.chunks(2))
                .map(|(sums, products)| match (sums, products) {
                    ([left, right], [below_left, below_right]) => {
                        (left * below_right).complete() + (right * below_left).complete()
                    }
                    _ => sums[0].clone(),
                })
                .collect()
        });
        sums.into_iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_balanced_residue_comes_back() {
        for primes in [&[3][..], &[3, 5], &[7, 5, 3], &[3, 5, 7, 11, 13]] {
            let m: i64 = primes.iter().map(|&p| p as i64).product();
            let values: Vec<i64> = (-(m / 2)..=m / 2).collect();
            let residues: Vec<Vec<u64>> = primes
                .iter()
                .map(|&p| values.iter().map(|value| value.rem_euclid(p as i64) as u64).collect())
                .collect();
            assert_eq!(reconstruct(primes, &residues), values);
        }
    }
}
