//! How much larger than the errors of a run in f32 its bound is: `cargo run --release -p engine --example bound_tightness`.
//!
//! One row for each system and size; each figure is the median over outputs of bound / |computed − exact|, where the error is not 0.

#[path = "../tests/common/gates.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod gates;

use engine::bounds::{Arithmetic, Form, Preparation, Roundings, bounds};
use engine::{Dims, System, run};

fn median(mut x: Vec<f64>) -> f64 {
    x.sort_by(f64::total_cmp);
    x.get(x.len() / 2).copied().unwrap_or(f64::NAN)
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    println!(
        "median bound / error; adversarial | repeating | independent: recurrent, chunks of 16, all forms, and all forms / output"
    );
    for system in System::ALL {
        for (tokens, k, v) in [(8, 4, 3), (128, 16, 16), (512, 32, 32), (256, 64, 16)] {
            let parts = if *system == System::DeltaProduct { 2 } else { 1 };
            let dims = Dims { batch: 1, tokens, key_heads: 1, value_heads: 1, k, v, parts };
            let inputs = gates::random(*system, dims, [7; 32]);
            let factors = inputs.factors();
            let exact = run::recurrent_all(&factors);
            let single = inputs.map(|x| *x as f32).factors();
            let of = |forms: &[Form], chunk: Option<usize>, roundings: Roundings| {
                let bound = bounds(&inputs, &Arithmetic::F32, roundings, forms, &Preparation::default());
                let at = bound[0].0;
                let (program, initial) = (single.program(at), single.initial(at));
                let run = match chunk {
                    None => run::recurrent(&program, &initial),
                    Some(n) => run::chunkwise(&program, &initial, n).expect("a chunkwise form"),
                };
                let ratios = run.outputs.iter().zip(&exact[0].1.outputs).zip(&bound[0].1.outputs);
                let size = median(exact[0].1.outputs.iter().map(|x| x.abs()).collect());
                let relative = median(bound[0].1.outputs.iter().map(|b| b / size).collect());
                (
                    median(
                        ratios
                            .filter(|((c, e), _)| f64::from(**c) != **e)
                            .map(|((c, e), b)| b / (f64::from(*c) - e).abs())
                            .collect(),
                    ),
                    relative,
                )
            };
            let count = tokens * v;
            let mut line = format!("{:14} {tokens:5} {k:4} {v:4}", system.spec().name);
            for roundings in [Roundings::Adversarial, Roundings::possible(count), Roundings::likely(count)] {
                let (recurrent, _) = of(&[Form::Recurrent], None, roundings);
                let (chunk, _) = of(&[Form::Chunk(16)], Some(16), roundings);
                let (all, relative) = of(Form::COMMON, None, roundings);
                line += &format!(" | {recurrent:7.0} {chunk:7.0} {all:8.0} {relative:8.0e}");
            }
            println!("{line}");
        }
    }
}
