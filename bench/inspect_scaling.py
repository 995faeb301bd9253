#!/usr/bin/env python3
"""How `inspect` grows with threads, beside what the machine itself gives to threads.

    sh bench/inspect.sh

A layer of each kind is written as a tensor file and gone through by one thread and by two (or `--threads`): reading, all eigenvalues, norms,
windows of 8 tokens, rows as CSV. The runs alternate, and the best of each counts, by the clock on the wall. `machine` is the same
for sums and products that stay in registers, which no lock, allocator or memory bus holds up: two cores that share units, or a host
that gives the two less than twice the time of one, show there, and `relative` divides by it. `processor` is how much longer the
processor takes for a row when both threads are busy; above 1 the cores share something. `busy` is how many processors the two threads
had on average: below about 1.9 something else ran and the run says little.
"""

import argparse
import json
import os
import struct
import subprocess
import tempfile

import numpy as np

KINDS = [("kda", 64), ("gdn2", 64), ("ckda", 64), ("kda", 128), ("gdn2", 128), ("ckda", 128)]


def safetensors(path, tensors, metadata):
    header, at = {"__metadata__": metadata}, 0
    for name, data in tensors.items():
        end = at + data.nbytes
        header[name] = {"dtype": "F32", "shape": list(data.shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for data in tensors.values():
            file.write(data.astype("<f4").tobytes())


def layer(path, system, d, tokens, heads):
    source = np.random.default_rng(d)
    k = source.standard_normal((tokens, heads, d)).astype(np.float32)
    k /= np.sqrt((k * k).sum(-1, keepdims=True, dtype=np.float32) + np.float32(1e-6))
    g = -np.exp(source.uniform(-7, 1.5, k.shape)).astype(np.float32)
    tensors = {"k": k, "g": g}
    if system == "gdn2":
        tensors["b"] = source.random(k.shape, dtype=np.float32)
    else:
        tensors["beta"] = (source.random((tokens, heads)) + (system == "ckda")).astype(np.float32)
    if system == "ckda":
        tensors["sign"] = np.where(source.random(k.shape) < 0.5, -1, 1).astype(np.float32)
    safetensors(path, tensors, {"system": system, "layout": "THD", "gate": "natural_log", "beta": "as_used", "qk_l2norm": "none"})


def run(command):
    rows, windows, wall, processor = map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    return {"rate": rows / wall, "cost": processor / max(rows, 1), "busy": processor / wall, "windows": windows}


def compare(command, threads, tail, rounds):
    """The best run of one thread and of several, which alternate."""
    best = {}
    for _ in range(rounds):
        for n in (1, threads):
            found = run(command + [str(n)] + tail)
            if n not in best or found["rate"] > best[n]["rate"]:
                best[n] = found
    return best[1], best[threads]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built example inspect_rate")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2.0, help="time of one run")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each kind")
    parser.add_argument("--windows", action="store_true", help="examine windows of 8 tokens as well")
    arguments = parser.parse_args()
    threads, rounds = arguments.threads, arguments.rounds
    print(f"\n{'layer':<12}{'rows/s, 1':>11}{f'rows/s, {threads}':>11}{'times':>7}{'machine':>9}{'relative':>10}{'processor':>11}{'busy':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for system, d in KINDS:
            path = os.path.join(folder, "layer.safetensors")
            layer(path, system, d, 512, 4)
            # What the machine gives is measured next to each layer: on a shared host it changes.
            first, both = compare([arguments.program, "--machine", str(arguments.seconds)], threads, [], rounds)
            machine = both["rate"] / first["rate"]
            window = "8" if arguments.windows else "0"
            one, more = compare([arguments.program, path, str(arguments.seconds)], threads, [window], rounds)
            times = more["rate"] / one["rate"]
            print(
                f"{system + '-' + str(d):<12}{one['rate']:>11.0f}{more['rate']:>11.0f}{times:>7.2f}{machine:>9.2f}"
                f"{times / machine:>10.2f}{more['cost'] / one['cost']:>11.2f}{more['busy']:>6.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
