//! How the columns of heads are shared over threads.
//!
//! What a token needs before any column is touched (its keys, gates, and in chunks the weights between tokens) is computed by each
//! task again, so cutting a head into column blocks costs work: it pays only where the threads would wait for each other otherwise.

/// Operations of a token: those that every task of a head repeats, and those of each column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) repeated: f64,
    pub(super) column: f64,
}

impl Cost {
    /// Of a step that goes over a column of `rows` numbers: 2 operations each to read, write and read out, 1 to carry. What is repeated is a few
    /// passes over the rows of the token.
    pub(super) fn recurrent(rows: usize) -> Self {
        Self { repeated: 8.0 * rows as f64, column: 7.0 * rows as f64 }
    }

    /// Of a chunk of `chunk` tokens: two triangles of weights are repeated; a column takes three products with the state, the
    /// substitution and the outputs.
    pub(super) fn chunkwise(rows: usize, chunk: usize) -> Self {
        let (rows, chunk) = (rows as f64, chunk as f64);
        Self { repeated: 4.0 * chunk * rows, column: 6.0 * rows + 2.0 * chunk }
    }
}

/// Heads in one run beyond which every thread has enough of them: then each is one task.
const MANY: usize = 4;

/// What smaller tasks may cost: threads are never equally fast, and the last task of a slow one is waited for.
const INSURANCE: f64 = 1.02;

/// The column blocks of each head, at most `blocks`: as many as are free, that is, as end within [`INSURANCE`] of the number with which
/// `threads` threads are done first, given the tokens of each head (longest tasks first, each to the thread that is free).
pub(super) fn pieces(tokens: &[usize], blocks: usize, width: usize, threads: usize, cost: Cost) -> usize {
    if threads < 2 || tokens.is_empty() || tokens.len() >= MANY * threads {
        return 1;
    }
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable_by(|a, b| b.cmp(a));
    let end = |pieces: usize| {
        let columns = width as f64 * blocks.div_ceil(pieces) as f64 / blocks as f64;
        let one = cost.repeated + cost.column * columns;
        let mut busy = vec![0.0; threads];
        for tokens in &tokens {
            for _ in 0..pieces {
                let free = busy.iter_mut().min_by(|a, b| f64::total_cmp(a, b));
                if let Some(free) = free {
                    *free += *tokens as f64 * one;
                }
            }
        }
        busy.into_iter().fold(0.0, f64::max)
    };
    let most = blocks.min(MANY * threads / tokens.len().max(1)).max(1);
    let ends: Vec<f64> = (1..=most).map(end).collect();
    let first = ends.iter().copied().fold(f64::INFINITY, f64::min);
    ends.iter().rposition(|end| *end <= INSURANCE * first).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::{Cost, pieces};

    #[test]
    fn heads_are_cut_only_where_threads_would_wait() {
        let cost = Cost::chunkwise(128, 64);
        // Four equal heads on two threads are shared already; cutting them would repeat the weights.
        assert_eq!(pieces(&[512; 4], 4, 128, 2, cost), 1);
        // One head, or one much longer than the others, is cut.
        assert_eq!(pieces(&[512], 4, 128, 2, cost), 2);
        assert_eq!(pieces(&[4096, 1, 1], 4, 128, 2, cost), 2);
        // What is repeated is little where tokens are taken one by one.
        assert_eq!(pieces(&[512; 4], 2, 128, 2, Cost::recurrent(128)), 2);
        // Three heads on two threads: two halves of each end before the third head does alone.
        assert_eq!(pieces(&[512; 3], 4, 128, 2, Cost::recurrent(128)), 2);
        assert_eq!(pieces(&[512], 4, 128, 1, cost), 1);
        assert_eq!(pieces(&[], 4, 128, 2, cost), 1);
        assert_eq!(pieces(&[512], 1, 16, 8, cost), 1);
        assert_eq!(pieces(&[512], 4, 128, 64, cost), 4);
    }
}
