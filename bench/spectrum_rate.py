#!/usr/bin/env python3
"""Certified spectra of steps beside numpy's uncertified eigenvalues, in one run.

    sh bench/inspect.sh

Steps of KDA, Gated DeltaNet-2 and Complex KDA as a model has them: keys, erase gates and strengths in single precision, gates as single-precision
logarithms, which are enclosed. Certified: the number of pairs that are not real and an enclosure of every eigenvalue, from the parameters. numpy:
numpy.linalg.eigvals of the dense matrix in double precision, building it not counted. One thread each, processor time. The last column is the
processor time of one certification alone over that with two threads at work: 1 is linear in the number of cores. A count of pairs
that differs from numpy's (with |Im| > 1e-9) is an error. The exit status is 1 when a rate falls below what is promised.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import argparse  # noqa: E402
import statistics  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402

PROMISED = {("kda", 64): 1500, ("kda", 128): 400, ("gdn2", 64): 1500, ("gdn2", 128): 400, ("ckda", 64): 700, ("ckda", 128): 150}


def instance(source, system, d):
    """Key, log gates, signs, erase gates, strength: what a trained layer gives, in single precision."""
    key = source.standard_normal(d).astype(np.float32)
    key /= np.sqrt((key * key).sum(dtype=np.float32) + np.float32(1e-6))
    logs = -np.exp(source.uniform(-7, 1.5, d)).astype(np.float32)
    signs = np.where(source.random(d) < 0.5, -1.0, 1.0) if system == "ckda" else np.ones(d)
    rates = source.random(d).astype(np.float32)
    beta = np.float32(source.uniform(1, 2) if system == "ckda" else source.random())
    return key.astype(np.float64), logs.astype(np.float64), signs, rates.astype(np.float64), float(beta)


def matrix(system, key, logs, signs, rates, beta):
    gates = signs * np.exp(logs)
    erase = rates * key if system == "gdn2" else beta * key
    return np.diag(gates) - np.outer(key, erase * gates)


def numpy_seconds(budget, step):
    runs, start = 0, time.thread_time()
    while True:
        values = np.linalg.eigvals(step)
        runs += 1
        spent = time.thread_time() - start
        if spent >= budget:
            return values, spent / runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built example spectrum_rate")
    parser.add_argument("--seconds", type=float, default=0.2, help="time for one instance on each side")
    parser.add_argument("--instances", type=int, default=8, help="instances of each system and dimension")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    source, kept = np.random.default_rng(arguments.seed), True
    print(f"{'system':<8}{'d':>5}{'certified (1/s)':>17}{'numpy (1/s)':>13}{'ratio':>7}{'promised':>10}{'widest':>10}{'2 cores':>9}")
    for (system, d), promised in PROMISED.items():
        ours, theirs, both, widest = [], [], [], 0.0
        for i in range(arguments.instances):
            key, logs, signs, rates, beta = instance(source, system, d)
            numbers = " ".join(repr(float(x)) for x in np.concatenate([key, logs, signs, rates]))
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                print(f"{system}-{d}-{i} {system} {beta!r} {numbers}", file=file, flush=True)
                command = [arguments.program, file.name, str(arguments.seconds)]
                answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
                if i == 0:
                    times = [
                        float(subprocess.run(command + [str(n)], check=True, capture_output=True, text=True).stdout.split()[3])
                        for n in (1, 2)
                    ]
                    both.append(times[0] / times[1])
            ours.append(float(answer[3]))
            widest = max(widest, float(answer[2]))
            values, seconds = numpy_seconds(arguments.seconds, matrix(system, key, logs, signs, rates, beta))
            theirs.append(seconds)
            if np.count_nonzero(values.imag > 1e-9) != int(answer[1]):
                sys.exit(f"{system}-{d}-{i}: {answer[1]} pairs, numpy has {np.count_nonzero(values.imag > 1e-9)}")
        ours, theirs = statistics.mean(ours), statistics.mean(theirs)
        kept &= 1 / ours >= promised
        print(f"{system:<8}{d:>5}{1 / ours:>17.0f}{1 / theirs:>13.0f}{theirs / ours:>7.1f}{promised:>10}{widest:>10.0e}{both[0]:>9.2f}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
