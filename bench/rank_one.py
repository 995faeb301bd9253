#!/usr/bin/env python3
"""Rank-one transitions T = (I - beta k k^T) Diag(alpha) with 53-bit gates: this project beside FLINT.

    sh bench/run.sh

kda    from the parameters to a certified real spectrum, beside FLINT's best route: the characteristic polynomial by a
       product tree, its real roots counted by Descartes' rule (fmpz_poly_num_real_roots_vca). 0 < alpha, beta < 1.
ckda   the number of non-real pairs with its certificate, beside FLINT's count of the real roots by Descartes' rule; both
       from the ready polynomial. -1 < alpha < 1, 1 < beta < 2.

Both sides run on the same instances, one right after the other, in one thread; times are processor time. A count that
differs is an error. The ratio is FLINT's time over ours; the exit status is 1 when one falls below what is promised.
"""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

import flint

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from descartes import flint_rate, libflint  # noqa: E402

PROMISED = {("kda", 64): 20, ("kda", 128): 30, ("ckda", 64): 35, ("ckda", 128): 100}
BITS = 53


def instance(source, system, d):
    """beta, k, alpha; the key has norm exactly 1."""
    signed = system == "ckda"
    alpha = [flint.fmpq(source.randrange(1, 2**BITS), 2**BITS) for _ in range(d)]
    if signed:
        alpha = [a if source.random() < 0.5 else -a for a in alpha]
    beta = flint.fmpq(source.randrange(1, 2**BITS), 2**BITS) + signed
    t = [flint.fmpq(source.randrange(-99, 100), 100) for _ in range(d - 1)]
    s = sum((x * x for x in t), flint.fmpq(0))
    key = [2 * x / (s + 1) for x in t] + [(s - 1) / (s + 1)]
    return beta, key, alpha


def product_tree(beta, key, alpha):
    """A positive multiple of det(zI - T) over Z, by halving: (P, S) of two parts join to (P1 P2, P1 S2 + S1 P2).

    In y = 2^53 z the gates are integers, so all arithmetic is in Z[y]; the number of real roots is the same.
    """
    gates = [int(a * 2**BITS) for a in alpha]
    weights = [beta * x * x * g for x, g in zip(key, gates)]
    scale = 1
    for w in weights:
        scale = scale * w.q // flint.fmpz(scale).gcd(w.q)
    leaves = [(flint.fmpz_poly([-g, 1]), flint.fmpz_poly([(w * scale).p])) for g, w in zip(gates, weights)]
    while len(leaves) > 1:
        joined = [(p1 * p2, p1 * s2 + s1 * p2) for (p1, s1), (p2, s2) in zip(leaves[::2], leaves[1::2])]
        leaves = joined + (leaves[-1:] if len(leaves) % 2 else [])
    p, s = leaves[0]
    return p * scale + s


def timed(budget, run):
    runs, start = 0, time.thread_time()
    while True:
        result = run()
        runs += 1
        spent = time.thread_time() - start
        if spent >= budget:
            return result, spent / runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built example rank_one_rate")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for one instance on each side")
    parser.add_argument("--instances", type=int, default=5, help="instances of each system and dimension")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    source, library, kept = random.Random(arguments.seed), libflint(), True
    print(f"{'system':<8}{'d':>5}{'ours (1/s)':>12}{'FLINT (1/s)':>13}{'ratio':>8}{'promised':>10}")
    for (system, d), promised in PROMISED.items():
        ours, theirs = [], []
        for i in range(arguments.instances):
            beta, key, alpha = instance(source, system, d)
            what = "spectrum" if system == "kda" else "pairs"
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                print(f"{system}-{d}-{i}", what, beta, *key, *alpha, file=file, flush=True)
                command = [arguments.program, file.name, str(arguments.seconds)]
                answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
            ours.append(float(answer[2]))
            polynomial, building = timed(arguments.seconds, lambda: product_tree(beta, key, alpha))
            real, counting = flint_rate(library, [int(c) for c in polynomial.coeffs()], arguments.seconds)
            theirs.append(counting + (building if system == "kda" else 0))
            if d - real != 2 * int(answer[1]):
                sys.exit(f"{system}-{d}-{i}: {answer[1]} pairs, but FLINT counts {real} real roots: {beta} {key} {alpha}")
        ours, theirs = statistics.mean(ours), statistics.mean(theirs)
        kept &= theirs / ours >= promised
        print(f"{system:<8}{d:>5}{1 / ours:>12.1f}{1 / theirs:>13.1f}{theirs / ours:>8.1f}{promised:>10}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
