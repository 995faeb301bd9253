// r = Sᵀa;  S ← Diag(α) S + b rᵀ + k vᵀ;  o = Sᵀq.  The state is read before it decays.
fn carried(x: Row, g: Gates, s: State) -> State { return s; }
fn found(x: Row, g: Gates, s: State) -> f32 { return x.a * s; }
fn residual(g: Gates, c: Column, f: f32) -> f32 { return f; }
fn written(x: Row, g: Gates, c: Column, s: State, r: f32) -> State { return (x.alpha * s + x.b * r) + x.k * c.v; }
fn shown(x: Row, s: State) -> f32 { return x.q * s; }
