# eigenclaim: `make verify` decides every theorem, `make test` runs every test.
# Arguments for verify: make verify ARGS="kda/* --cases 1000"

.PHONY: verify test setup lint statements bench bench-engine fuzz

verify: setup
	cargo run --locked --release --quiet -- verify $(ARGS)

test: setup
	cargo test --locked --workspace

# What the bundled GMP and MPFR need to be built: a C compiler, make and m4.
setup:
	@sh scripts/setup.sh

lint:
	sh scripts/lint.sh

# The checker's table of statements, generated from the registry.
statements:
	cargo run --locked --quiet -- statements > target/statements.json
	cp target/statements.json crates/recheck/statements.json

bench: setup
	sh bench/run.sh

# The engine beside FLA's naive PyTorch; installs PyTorch (5 GB) under target/ the first time.
bench-engine: setup
	sh bench/engine/run.sh

# Each fuzz target for SECONDS (default 60).
fuzz: setup
	sh scripts/fuzz.sh $(SECONDS)
