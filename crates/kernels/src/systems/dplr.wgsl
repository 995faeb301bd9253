// r = Sᵀa;  S ← Diag(α) S + b rᵀ + k vᵀ;  o = Sᵀq.  The state is read before it decays.
fn carried(x: Row, g: Gates, s: State) -> State { return s; }
fn found(x: Row, g: Gates, s: State) -> Columns { return x.a * s; }
fn residual(g: Gates, c: Column, f: Columns) -> Columns { return f; }
fn written(x: Row, g: Gates, c: Column, s: State, r: Columns) -> State { return (x.alpha * s + x.b * r) + x.k * c.v; }
fn shown(x: Row, s: State) -> Columns { return x.q * s; }
