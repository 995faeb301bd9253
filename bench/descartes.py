#!/usr/bin/env python3
"""Real-root counting by Descartes' rule: IntPoly::real_root_count beside FLINT's fmpz_poly_num_real_roots_vca.

    python3 -m venv bench/.venv && bench/.venv/bin/pip install python-flint==0.9.0
    cargo build --release -p exact --example descartes_rate
    bench/.venv/bin/python bench/descartes.py target/release/examples/descartes_rate

Both sides count the roots of the same polynomials, one right after the other, in one thread; times are processor
time for one count. FLINT assumes that the polynomial is square-free, ours proves it first. A count that differs is an
error. The last column is FLINT's time over ours; the exit status is 1 when one falls below --least.
"""

import argparse
import ctypes
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import flint


def libflint():
    """The library inside python-flint; its Python classes do not offer the function measured here."""
    site = pathlib.Path(flint.__file__).parent.parent
    library = ctypes.CDLL(str(next((site / "python_flint.libs").glob("libflint-*.so*"))))
    library.fmpz_poly_num_real_roots_vca.restype = ctypes.c_long
    return library


def flint_rate(library, coefficients, budget):
    """The count and the seconds for one count."""
    polynomial = (ctypes.c_void_p * 3)()
    library.fmpz_poly_init(polynomial)
    text = f"{len(coefficients)}  " + " ".join(map(str, coefficients))
    if library.fmpz_poly_set_str(polynomial, text.encode()):
        raise ValueError("FLINT does not read the polynomial")
    runs, spent, start = 0, 0.0, time.thread_time()
    while runs == 0 or spent < budget:
        count = library.fmpz_poly_num_real_roots_vca(polynomial)
        runs, spent = runs + 1, time.thread_time() - start
    library.fmpz_poly_clear(polynomial)
    return count, spent / runs


def primitive(rationals):
    """The primitive integer multiple of a polynomial over Q."""
    return [int(c) for c in flint.fmpq_poly(rationals).numer().coeffs()]


def rank_one(random_source, d):
    """det(zI - (I - beta k k^T) Diag(alpha)): d simple real roots in (0, 1)."""
    bits = 53
    alpha = [flint.fmpq(random_source.randrange(1, 2**bits), 2**bits) for _ in range(d)]
    beta = flint.fmpq(random_source.randrange(1, 2**bits), 2**bits)
    t = [flint.fmpq(random_source.randrange(-99, 100), 100) for _ in range(d - 1)]
    s = sum((x * x for x in t), flint.fmpq(0))
    k = [2 * x / (s + 1) for x in t] + [(s - 1) / (s + 1)]
    factors = [flint.fmpq_poly([-a, 1]) for a in alpha]
    p, q = flint.fmpq_poly([1]), flint.fmpq_poly([0])
    for factor, a, x in zip(factors, alpha, k):
        p, q = p * factor, q * factor + p * (beta * a * x * x)
    return primitive((p + q).coeffs())


def dense(random_source, d):
    """The characteristic polynomial of a matrix of random fractions: few real roots."""
    entry = lambda: flint.fmpq(random_source.randrange(-(2**16), 2**16), random_source.randrange(1, 13))
    matrix = flint.fmpq_mat(d, d, [entry() for _ in range(d * d)])
    return primitive(matrix.charpoly().coeffs())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built example descartes_rate")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for one polynomial on each side")
    parser.add_argument("--degrees", type=int, nargs="+", default=[8, 32, 64, 96, 128])
    parser.add_argument("--instances", type=int, default=2, help="polynomials of each kind and degree")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.9, help="the least ratio accepted")
    arguments = parser.parse_args()

    random_source = random.Random(arguments.seed)
    library = libflint()
    worst = float("inf")
    print(f"{'polynomial':<16}{'bits':>8}{'roots':>7}{'ours (ms)':>12}{'FLINT (ms)':>12}{'ratio':>8}")
    for make in (rank_one, dense):
        for d in arguments.degrees:
            for i in range(arguments.instances):
                name = f"{make.__name__}-{d}-{i}"
                coefficients = make(random_source, d)
                with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                    print(name, *coefficients, file=file, flush=True)
                    command = [arguments.program, file.name, str(arguments.seconds)]
                    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
                count, ours = int(answer[1]), float(answer[2])
                expected, theirs = flint_rate(library, coefficients, arguments.seconds)
                if count != expected:
                    sys.exit(f"{name}: {count} real roots, but FLINT counts {expected}: {coefficients}")
                bits = max(abs(c).bit_length() for c in coefficients)
                worst = min(worst, theirs / ours)
                print(f"{name:<16}{bits:>8}{count:>7}{ours * 1e3:>12.3f}{theirs * 1e3:>12.3f}{theirs / ours:>8.2f}")
    print(f"least ratio {worst:.2f}")
    return 0 if worst >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
