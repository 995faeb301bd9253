# eigenclaim: `make verify` decides every theorem, `make test` runs every test.
# Arguments for verify: make verify ARGS="kda/* --cases 1000"

.PHONY: verify test kernels report report-pdf prove setup lint statements bench bench-engine bench-inspect refute-campaign fuzz

verify: setup
	cargo run --locked --release --quiet -- verify $(ARGS)

test: setup
	sh scripts/setup-kernels.sh
	cargo test --locked --workspace --features parquet,gpu

# The report of the results that are there; without any, of a new run.
report: setup
	test -f target/eigenclaim/results.json || cargo run --locked --release --quiet -- verify
	cargo run --locked --release --quiet -- report $(ARGS)

report-pdf: setup
	sh scripts/setup-browser.sh
	$(MAKE) report ARGS="--pdf target/eigenclaim/report.pdf $(ARGS)"

# The command line with the GPU kernels, and their check on the best Vulkan device; ARGS="--kernel gdn".
kernels: setup
	sh scripts/setup-kernels.sh
	NODEVICE_SELECT=1 cargo run --locked --release --quiet --features gpu -- kernels check $(ARGS)

# Every proof in Coq, from scratch; installs Coq where it can. A few minutes.
prove:
	sh scripts/setup-proofs.sh
	sh proofs/check.sh

# What the bundled GMP and MPFR need to be built: a C compiler, make and m4.
setup:
	@sh scripts/setup.sh

lint:
	sh scripts/lint.sh

# What is generated from the registry: the checker's table of statements, and the page beside the proofs.
statements:
	cargo run --locked --quiet -- statements > target/statements.json
	cp target/statements.json crates/recheck/statements.json
	cargo run --locked --quiet -- proofs > target/THEOREMS.md
	cp target/THEOREMS.md proofs/THEOREMS.md

bench: setup
	sh bench/run.sh

# The engine beside FLA's naive PyTorch; installs PyTorch (5 GB) under target/ the first time.
bench-engine: setup
	sh bench/engine/run.sh

bench-inspect: setup
	sh bench/inspect.sh

# Each fuzz target for SECONDS (default 60).
fuzz: setup
	sh scripts/fuzz.sh $(SECONDS)

# The claims of examples/claims, each for at most SECONDS (default 60), against what is known of them.
refute-campaign: setup
	cargo run --locked --release --quiet -p refute --example campaign -- $(or $(SECONDS),60)
