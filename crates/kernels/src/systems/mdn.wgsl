// s = (S, M).  r = Sᵀp − v;  M ← μ M + η k rᵀ;  S ← α S − β M of the new M;  o = Sᵀq.
fn carried(x: Row, g: Gates, s: State) -> State { return s; }
fn found(x: Row, g: Gates, s: State) -> Columns { return x.p * s.x; }
fn residual(g: Gates, c: Column, f: Columns) -> Columns { return f - c.v; }
fn momentum(x: Row, g: Gates, m: Columns, r: Columns) -> Columns { return g.mu * m + (g.eta * x.k) * r; }
fn written(x: Row, g: Gates, c: Column, s: State, r: Columns) -> State { return State(g.alpha * s.x - g.beta * @momentum(x, g, s.y, r), @momentum(x, g, s.y, r)); }
fn shown(x: Row, s: State) -> Columns { return x.q * s.x; }
