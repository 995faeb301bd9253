//! The characteristic polynomial over a prime field, through Hessenberg form.

use super::field::PrimeField;

/// The coefficients of $\det(yI - A)$ from low to high, as integers in $[0, p)$, for the matrix with the
/// given entries (by rows, `n` × `n`).
pub(super) fn characteristic(field: &PrimeField, n: usize, entries: Vec<u64>) -> Vec<u64> {
    let form = Hessenberg::new(field, n, entries);
    characteristic_of(field, &form).into_iter().map(|x| field.to_integer(x)).collect()
}

/// A matrix with $h_{ij} = 0$ for $i > j + 1$.
struct Hessenberg {
    /// Column $j$ down to the diagonal: $h_{0j}, \dots, h_{jj}$.
    columns: Vec<Vec<u64>>,
    /// $h_{j+1,j}$.
    subdiagonal: Vec<u64>,
}

impl Hessenberg {
    /// Finds a unit lower triangular $L$ with first column $e_0$ and a permutation $P$ such that
    /// $(PAP^{-1})\,L = LH$, column by column.
    ///
    /// Column $k$ of that equation reads $A l_k = \sum_{i \le k+1} h_{ik}\, l_i$. Rows 0 to $k$ determine
    /// $h_{0k}, \dots, h_{kk}$ by forward substitution. What remains below is $h_{k+1,k}\, l_{k+1}$; an
    /// exchange brings a non-zero entry to the top of it, and if there is none, $h_{k+1,k} = 0$ and any
    /// $l_{k+1}$ will do. All sums are inner products of contiguous slices.
    fn new(field: &PrimeField, n: usize, mut a: Vec<u64>) -> Hessenberg {
        // Row i holds the i entries of L left of the diagonal; column 0 is e_0.
        let mut lower: Vec<Vec<u64>> = (0..n).map(|_| Vec::with_capacity(n)).collect();
        let mut columns = Vec::with_capacity(n);
        let mut subdiagonal = Vec::with_capacity(n);
        // Rows k to n − 1 of the column l_k.
        let mut l = vec![0; n];
        if let Some(first) = l.first_mut() {
            *first = field.one();
        }
        for row in lower.iter_mut().skip(1) {
            row.push(0);
        }
        for k in 0..n {
            let image: Vec<u64> = (0..n).map(|i| field.dot(&a[i * n + k..(i + 1) * n], &l)).collect();
            let mut h = Vec::with_capacity(k + 1);
            for i in 0..=k {
                let known = field.dot(&lower[i], &h);
                h.push(field.sub(image[i], known));
            }
            l.clear();
            l.extend((k + 1..n).map(|i| field.sub(image[i], field.dot(&lower[i], &h))));
            columns.push(h);
            let Some(first) = l.first() else { break };
            if *first == 0
                && let Some(pivot) = l.iter().position(|&x| x != 0)
            {
                let (from, to) = (k + 1 + pivot, k + 1);
                l.swap(0, pivot);
                lower.swap(from, to);
                for j in 0..n {
                    a.swap(from * n + j, to * n + j);
                }
                for i in 0..n {
                    a.swap(i * n + from, i * n + to);
                }
            }
            subdiagonal.push(l[0]);
            if l[0] == 0 {
                l[0] = field.one();
            } else {
                let inverse = field.inverse(l[0]);
                l.iter_mut().for_each(|x| *x = field.mul(*x, inverse));
            }
            for (row, &x) in lower[k + 2..].iter_mut().zip(&l[1..]) {
                row.push(x);
            }
        }
        Hessenberg { columns, subdiagonal }
    }
}

/// $\det(yI - H)$ from low to high. With $\chi_k$ the characteristic polynomial of the leading block of order
/// $k$, expansion along the last column gives $\chi_{k+1} = y\chi_k - \sum_{i \le k} h_{ik}\, h_{i+1,i}
/// \cdots h_{k,k-1}\; \chi_i$.
fn characteristic_of(field: &PrimeField, form: &Hessenberg) -> Vec<u64> {
    let n = form.columns.len();
    // Row m holds the coefficients of y^m in χ_m, χ_{m+1}, …
    let mut coefficients: Vec<Vec<u64>> = (0..=n).map(|m| Vec::with_capacity(n + 1 - m)).collect();
    coefficients[0].push(field.one());
    for (k, column) in form.columns.iter().enumerate() {
        let mut weights = column.clone();
        let mut product = field.one();
        for i in (0..k).rev() {
            product = field.mul(product, form.subdiagonal[i]);
            weights[i] = field.mul(weights[i], product);
        }
        let mut shifted = 0;
        for m in 0..=k {
            let last = coefficients[m][k - m];
            let sum = field.dot(&coefficients[m], &weights[m..]);
            coefficients[m].push(field.sub(shifted, sum));
            shifted = last;
        }
        coefficients[k + 1].push(shifted);
    }
    coefficients.into_iter().map(|mut row| row.pop().unwrap_or(0)).collect()
}
