// Two stacked matrices, S over M.
alias State = vec2<f32>;
fn load_state(at: u32) -> State { return State(initial[at], initial[at + $K * $V]); }
fn store_state(at: u32, s: State) { final_state[at] = s.x; final_state[at + $K * $V] = s.y; }
