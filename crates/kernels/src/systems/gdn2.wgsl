// S ← Diag(α) S;  r = w ⊙ v − Sᵀ(b ⊙ k);  S ← S + k rᵀ;  o = Sᵀq.
fn carried(x: Row, g: Gates, s: State) -> State { return x.alpha * s; }
fn found(x: Row, g: Gates, s: State) -> Columns { return (x.b * x.k) * s; }
fn residual(g: Gates, c: Column, f: Columns) -> Columns { return c.w * c.v - f; }
fn written(x: Row, g: Gates, c: Column, s: State, r: Columns) -> State { return s + x.k * r; }
fn shown(x: Row, s: State) -> Columns { return x.q * s; }
