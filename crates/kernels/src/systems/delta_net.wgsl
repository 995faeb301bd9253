// r = β (v − Sᵀk);  S ← S + k rᵀ;  o = Sᵀq.
fn carried(x: Row, g: Gates, s: State) -> State { return s; }
fn found(x: Row, g: Gates, s: State) -> Columns { return x.k * s; }
fn residual(g: Gates, c: Column, f: Columns) -> Columns { return g.beta * (c.v - f); }
fn written(x: Row, g: Gates, c: Column, s: State, r: Columns) -> State { return s + x.k * r; }
fn shown(x: Row, s: State) -> Columns { return x.q * s; }
