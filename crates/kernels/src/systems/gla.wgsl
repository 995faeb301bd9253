// S ← Diag(α) S + k vᵀ;  o = Sᵀq.
fn carried(x: Row, g: Gates, s: State) -> State { return x.alpha * s; }
fn found(x: Row, g: Gates, s: State) -> Columns { return 0.0; }
fn residual(g: Gates, c: Column, f: Columns) -> Columns { return c.v; }
fn written(x: Row, g: Gates, c: Column, s: State, r: Columns) -> State { return s + x.k * r; }
fn shown(x: Row, s: State) -> Columns { return x.q * s; }
