// S ← α S + k (β v)ᵀ;  o = Sᵀq.
fn carried(x: Row, g: Gates, s: State) -> State { return g.alpha * s; }
fn found(x: Row, g: Gates, s: State) -> f32 { return 0.0; }
fn residual(g: Gates, c: Column, f: f32) -> f32 { return g.beta * c.v; }
fn written(x: Row, g: Gates, c: Column, s: State, r: f32) -> State { return s + x.k * r; }
fn shown(x: Row, s: State) -> f32 { return x.q * s; }
