//! One memory of CyFA in two coordinate systems: what moves through the slots turns in Fourier coordinates.

use crate::place::{Axis, Enclosed, PRECISION, ball, text};
use crate::svg::{Anchor, Curve, Marks, Panel, Shape, Svg};
use crate::{Figure, Table};
use enclosure::RealBall;
use engine::run;
use engine::systems::cyfa;
use exact::Rational;

/// Slots.
const SLOTS: usize = 9;
/// Steps after the write.
const STEPS: usize = 24;
/// Side of a cell of the upper picture.
const CELL: i64 = 17;

fn decay() -> Rational {
    Rational::from((97, 100))
}

fn clock() -> Rational {
    Rational::from((1, 4))
}

/// The slots after the write of 1 into slot 0, and after each of the steps without a write, from the engine in balls.
fn states() -> Vec<Vec<RealBall>> {
    let token = |t: usize| cyfa::Inputs {
        alpha: ball(&decay()),
        beta: ball(&Rational::from(u8::from(t == 0))),
        delta: ball(&clock()),
        q: vec![ball(&Rational::new())],
        k: vec![ball(&Rational::from(1))],
        v: Vec::new(),
    };
    let program = cyfa::slots(SLOTS, &(0..=STEPS).map(token).collect::<Vec<_>>());
    run::trace(&program, &program.empty_state()).states.split_off(1)
}

/// Fourier coordinates of a state: the constant, and the two of each frequency.
fn coordinates(state: &[RealBall]) -> (RealBall, Vec<[RealBall; 2]>) {
    let basis = cyfa::basis(SLOTS, &ball(&Rational::from(1)));
    let along = |row: usize| {
        let products = state.iter().enumerate().map(|(slot, x)| x * &basis[slot * (SLOTS + 1) + row]);
        products.fold(RealBall::zero(PRECISION), |sum, x| sum + x)
    };
    (along(0), (1..=SLOTS / 2).map(|n| [along(2 * n), along(2 * n + 1)]).collect())
}

/// The square of a cell, its area proportional to the modulus of the value; nothing for a value below 1/300.
fn square(x: i64, y: i64, value: &RealBall) -> Option<String> {
    let side = value.abs().sqrt_of_nonnegative().ok()?;
    // Half the side, from 0 to 7.5 units.
    let half = Axis::new((0, 1), (2, 1), 0, 15).place(&side.into())?;
    let double = Axis::new((0, 1), (2, 1), 0, 30).place(&value.abs().sqrt_of_nonnegative().ok()?.into())?;
    let corner = |centre: i64| half.below(centre);
    Some(format!("M{} {}h{double}v{double}h-{double}z", corner(x), corner(y)))
}

fn slot_picture(svg: &mut Svg, states: &[Vec<RealBall>]) {
    let (left, top) = (46, 48);
    svg.rectangle("fg-frame", [left - 1, top - 1, CELL * (STEPS as i64 + 1) + 2, CELL * SLOTS as i64 + 2]);
    let (mut positive, mut negative, mut left_out) = (String::new(), String::new(), 0);
    for (t, state) in states.iter().enumerate() {
        for (slot, value) in state.iter().enumerate() {
            let (x, y) = (left + CELL * t as i64 + CELL / 2, top + CELL * slot as i64 + CELL / 2);
            let small =
                value.abs().compare(&ball(&Rational::from((1, 300)))) == Some(std::cmp::Ordering::Less);
            if small {
                continue;
            }
            let path = match value.sign() {
                Some(std::cmp::Ordering::Less) => &mut negative,
                Some(_) => &mut positive,
                None => {
                    left_out += 1;
                    continue;
                }
            };
            match square(x, y, value) {
                Some(square) => path.push_str(&square),
                None => left_out += 1,
            }
        }
    }
    svg.leave_out(left_out);
    svg.path("fg-solid fg-real", &positive);
    svg.path("fg-open fg-pair", &negative);
    for slot in 0..SLOTS {
        svg.text((left - 8, top + CELL * slot as i64 + 13), Anchor::End, "fg-t", &slot.to_string());
    }
    for t in (0..=STEPS).step_by(4) {
        let x = left + CELL * t as i64 + CELL / 2;
        svg.text((x, top + CELL * SLOTS as i64 + 17), Anchor::Middle, "fg-t", &t.to_string());
    }
    svg.text((6, top - 8), Anchor::Start, "fg-t", "slot");
    svg.text((258, top + CELL * SLOTS as i64 + 35), Anchor::Middle, "fg-t", "steps after the write");
}

fn fourier_pictures(svg: &mut Svg, states: &[Vec<RealBall>]) {
    let top = 290;
    for mode in 0..=SLOTS / 2 {
        let left = 4 + 95 * mode as i64;
        let panel = Panel {
            x: Axis::new((-1, 2), (1, 2), left, left + 90),
            y: Axis::new((-1, 2), (1, 2), top + 90, top),
        };
        svg.line("fg-grid", [left, top + 45], [left + 90, top + 45]);
        svg.line("fg-grid", [left + 45, top], [left + 45, top + 90]);
        let (shape, colour) = if mode == 0 { (Shape::Dot, "fg-real") } else { (Shape::Diamond, "fg-pair") };
        let mut dots = Marks::new(shape, colour);
        let mut start = Marks::new(Shape::Square, "fg-ink");
        let mut curve = Curve::new();
        for (t, state) in states.iter().enumerate() {
            let (constant, pairs) = coordinates(state);
            let [x, y] = match mode.checked_sub(1) {
                None => [constant, RealBall::zero(PRECISION)],
                Some(pair) => pairs[pair].clone(),
            };
            curve.to(&panel, &x, &y);
            dots.at(&panel, &x, &y);
            if t == 0 {
                start.at(&panel, &x, &y);
            }
        }
        svg.curve(if mode == 0 { "fg-thin fg-real fg-faint" } else { "fg-thin fg-pair fg-faint" }, &curve);
        svg.marks(&dots);
        svg.marks(&start);
        let name = if mode == 0 { "constant".to_owned() } else { format!("pair {mode}") };
        let turns = if mode == 0 { "decays".to_owned() } else { format!("{}° a step", 10 * mode) };
        svg.text((left + 45, top - 22), Anchor::Middle, "fg-h", &name);
        svg.text((left + 45, top - 6), Anchor::Middle, "fg-t fg-s", &turns);
    }
}

/// The figure.
pub(crate) fn figure() -> Figure {
    let states = states();
    let mut svg = Svg::new("cyfa-coordinates", 388);
    svg.legend((20, 18), Shape::Square, "fg-pair", "negative");
    svg.path("fg-solid fg-real", "M107 11h6v6h-6z");
    svg.text((119, 18), Anchor::Start, "fg-t", "positive; area: size of the slot's coefficient");
    slot_picture(&mut svg, &states);
    fourier_pictures(&mut svg, &states);
    let mut header = vec!["steps".to_owned()];
    header.extend((0..SLOTS).map(|slot| format!("slot {slot}")));
    header.push("constant coordinate".into());
    header.extend((1..=SLOTS / 2).map(|pair| format!("pair {pair}: length, angle (degrees)")));
    let mut table = Table { header, rows: Vec::new() };
    for (t, state) in states.iter().enumerate() {
        let mut row = vec![t.to_string()];
        row.extend(state.iter().map(|value| Enclosed::from(value).decimals(4)));
        let (constant, pairs) = coordinates(state);
        row.push(Enclosed::from(constant).decimals(4));
        for (pair, [x, y]) in pairs.iter().enumerate() {
            let length = (x.sqr() + y.sqr()).sqrt_of_nonnegative();
            let length = length.map_or("undecided".into(), |length| Enclosed::from(length).decimals(4));
            // The angle is exact; that it is this one is a theorem, and tested.
            let angle = Rational::from((10 * (pair as i64 + 1) * t as i64 % 360, 1));
            row.push(format!("{length}, {}", text(&angle)));
        }
        table.rows.push(row);
    }
    let title = "One memory in slots and in Fourier coordinates".to_owned();
    let caption = format!(
        "What is written into slot 0 of {SLOTS} moves on by a quarter of a slot at each step: in slots it \
         spreads over all of them with both signs and is sharp again after every whole slot. In Fourier \
         coordinates nothing spreads: each pair turns by its multiple of 10° and all shrink by the same \
         factor {}. It is the same state.",
        text(&decay())
    );
    let description = format!(
        "Above, a grid of slots 0 to {} (downwards) and steps 0 to {STEPS} (to the right); filled squares \
         are positive, open ones negative coefficients, with areas proportional to their size, left out \
         below 1/300. A large square moves down one slot every four steps; between whole slots smaller \
         squares of alternating sign appear in all slots. Below, five planes from −1/2 to 1/2: the constant \
         coordinate moves to the left along the axis; the pairs 1 to 4 start at the open square on the \
         right and spiral inwards, by 10, 20, 30 and 40 degrees a step. α = {}, δ = {}, no writes after the \
         first. All numbers are enclosed by the reference engine in balls of {PRECISION} bits.",
        SLOTS - 1,
        text(&decay()),
        text(&clock())
    );
    let svg = svg.finish(&title, &description);
    let theorems = vec!["cyfa/fourier-blocks", "cyfa/slots-are-clock", "cyfa/isometry", "cyfa/constant-mode"];
    Figure { id: "cyfa-coordinates", title, caption, description, theorems, svg, table }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coordinates that are taken from the slots against the rotation that the theorem says.
    #[test]
    fn the_coordinates_turn_by_multiples_of_ten_degrees_and_shrink_together() {
        for (t, state) in states().iter().enumerate() {
            let size = ball(&decay()).pow_u(t as u32);
            let (constant, pairs) = coordinates(state);
            let root = |n: i64| ball(&Rational::from((n, SLOTS as i64))).sqrt().expect("positive");
            assert!(constant.overlaps(&(root(1) * size.clone())));
            for (pair, [x, y]) in pairs.iter().enumerate() {
                let angle = ball(&Rational::from(10 * (pair as i64 + 1) * t as i64));
                let (sin, cos) = crate::place::radians(&angle).sin_cos();
                let length = root(2) * size.clone();
                assert!(
                    x.overlaps(&(&length * &cos)) && y.overlaps(&(&length * &sin)),
                    "pair {pair}, step {t}"
                );
            }
        }
    }

    #[test]
    fn the_write_is_sharp_after_whole_slots() {
        for (t, state) in states().iter().enumerate().step_by(4) {
            for (slot, value) in state.iter().enumerate() {
                let expected =
                    if slot == t / 4 { ball(&decay()).pow_u(t as u32) } else { RealBall::zero(PRECISION) };
                assert!(value.overlaps(&expected) && value.width() < Some(Rational::from((1, 1 << 30))));
            }
        }
    }
}
