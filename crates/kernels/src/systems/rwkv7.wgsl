// r = −Sᵀκ;  S ← Diag(α) S + (a ⊙ κ) rᵀ + k vᵀ;  o = Sᵀr.  The state is read before it decays.
fn carried(x: Row, g: Gates, s: State) -> State { return s; }
fn found(x: Row, g: Gates, s: State) -> Columns { return x.kk * s; }
fn residual(g: Gates, c: Column, f: Columns) -> Columns { return -f; }
fn written(x: Row, g: Gates, c: Column, s: State, r: Columns) -> State { return (x.alpha * s + (x.a * x.kk) * r) + x.k * c.v; }
fn shown(x: Row, s: State) -> Columns { return x.r * s; }
