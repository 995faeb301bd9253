// Two stacked matrices, S over M, each of $MATRIX Columns.
struct State { x: Columns, y: Columns }
fn load_state(at: u32, inside: bool) -> State {
    return State(select(Columns(), initial_at(at), inside), select(Columns(), initial_at(at + $MATRIX), inside));
}
fn store_state(at: u32, s: State) { final_state[at] = stored(s.x); final_state[at + $MATRIX] = stored(s.y); }
