// One matrix of K × V.
alias State = Columns;
fn load_state(at: u32, inside: bool) -> State { return select(Columns(), initial_at(at), inside); }
fn store_state(at: u32, s: State) { final_state[at] = stored(s); }
