// One matrix of K × V.
alias State = f32;
fn load_state(at: u32) -> State { return initial[at]; }
fn store_state(at: u32, s: State) { final_state[at] = s; }
