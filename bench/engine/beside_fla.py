#!/usr/bin/env python3
"""The engine's f32 paths beside FLA's naive PyTorch: recurrent KDA and GDN, chunkwise GDN.

    sh bench/engine/run.sh

One batch entry, 4 heads, 512 tokens, 128 key and 128 value channels, f32, one thread. Both sides take the same tensors, gates as
logarithms, in one run; times are processor time, the least of several runs.

First both sides run on integers (unit keys, gates 1 or 0), for which every intermediate result is a float: their outputs must be equal, bit for
bit up to the sign of a zero. Then they run on random tensors, and the ratios are those times. Exit status 1 when outputs differ
or a ratio falls below what is promised. Two threads are held against 1.8 times one, or, on a machine on which two threads that only count in registers
are no 1.8 times one (they share a core, or other programs), against 95 % of what those give in the same turns.
"""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import time

import torch

B, T, H, K, V = 1, 512, 4, 128, 128
RUNS = 5
PROMISED = {"kda_recurrent": 8, "gdn_recurrent": 8, "gdn_chunk": 2, "two threads": 1.8}


def naive(op):
    """fla.ops.<op>.naive without its package, which imports Triton kernels."""
    package = importlib.util.find_spec("fla")
    path = pathlib.Path(package.submodule_search_locations[0]) / "ops" / op / "naive.py"
    spec = importlib.util.spec_from_file_location(f"naive_{op}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KDA, GDN = naive("kda"), naive("gated_delta_rule")


def forms(x, scale):
    """The three naive forms as functions without arguments; each gives the outputs [B, T, H, V] first."""
    q, k, v, beta = x["q"], x["k"], x["v"], x["beta"]
    return {
        "kda_recurrent": lambda: KDA.naive_recurrent_kda(q, k, v, x["g_kda"], beta, scale=scale),
        "gdn_recurrent": lambda: GDN.naive_recurrent_gated_delta_rule(q, k, v, beta, x["g_gdn"], scale=scale),
        "gdn_chunk64": lambda: GDN.naive_chunk_gated_delta_rule(q, k, v, x["g_gdn"], beta, scale=scale),
    }


def integers(source):
    """Unit keys, small integers, and gates that are 1, or now and then 0 (the exponential of -1000)."""
    unit = torch.zeros(B, T, H, K)
    unit.scatter_(-1, torch.randint(0, K, (B, T, H, 1), generator=source), 1.0)

    def small(*shape):
        return torch.randint(-2, 3, shape, generator=source).float()

    def gates(*shape):
        return torch.where(torch.rand(shape, generator=source) < 0.01, -1000.0, 0.0)

    beta = torch.randint(0, 3, (B, T, H), generator=source).float()
    return dict(q=small(B, T, H, K), k=unit, v=small(B, T, H, V), beta=beta, g_kda=gates(B, T, H, K), g_gdn=gates(B, T, H))


def reals(source):
    """Normalised keys and queries, beta a sigmoid, gates as logarithms of sigmoids."""

    def normal(*shape):
        return torch.randn(shape, generator=source)

    def unit(x):
        return torch.nn.functional.normalize(x, dim=-1)

    gates = torch.nn.functional.logsigmoid
    return dict(
        q=unit(normal(B, T, H, K)),
        k=unit(normal(B, T, H, K)),
        v=normal(B, T, H, V),
        beta=normal(B, T, H).sigmoid(),
        g_kda=gates(normal(B, T, H, K) + 2),
        g_gdn=gates(normal(B, T, H) + 2),
    )


def engine(program, directory, tensors, *arguments):
    """Runs the engine on tensors: its report, and a function that reads an output."""
    for name, x in tensors.items():
        x.contiguous().numpy().astype("<f4").tofile(directory / f"{name}.f32")
    report = subprocess.run([program, directory, *arguments], check=True, capture_output=True, text=True).stdout

    def output(name):
        data = bytearray((directory / f"{name}.f32").read_bytes())
        return torch.frombuffer(data, dtype=torch.float32).reshape(B, T, H, V)

    return report, output


def least(f):
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        f()
        times.append(time.process_time() - start)
    return min(times)


def main():
    program = sys.argv[1]
    torch.set_num_threads(1)
    torch.manual_seed(0)
    source = torch.Generator().manual_seed(1)
    failed = False
    with torch.no_grad(), tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        exact = integers(source)
        _, output = engine(program, directory, exact, "--scale", "0.125", "--once")
        for name, f in forms(exact, 0.125).items():
            same = torch.equal(f()[0], output(name))
            failed |= not same
            print(f"{name}: on integers {'equal' if same else 'DIFFERENT'}")

        x = reals(source)
        fla = {name: (least(f), f()[0]) for name, f in forms(x, K**-0.5).items()}
        report, output = engine(program, directory, x)
        print(report, end="")
        lines = [line.split() for line in report.splitlines() if line.startswith("RESULT ")]
        ours = {name: (float(one), float(two)) for _, name, one, two in lines}
        scaling = {line.split()[1]: [float(s) for s in line.split()[2:]] for line in report.splitlines() if line.startswith("SCALING ")}
        for name, (seconds, reference) in fla.items():
            difference = ((output(name) - reference).norm() / reference.norm()).item()
            wanted = PROMISED[name.rstrip("0123456789")]
            ratio = seconds / ours[name][0]
            failed |= ratio < wanted
            print(
                f"{name}: FLA naive {seconds * 1e3:.1f} ms, engine {ours[name][0] * 1e3:.2f} ms: "
                f"{ratio:.1f} times as fast (promised {wanted}); relative RMS difference {difference:.1e}"
            )
            engine_scaling, machine = scaling[name]
            wanted = min(PROMISED["two threads"], 0.95 * machine)
            failed |= engine_scaling < wanted
            print(
                f"{name}: two threads {engine_scaling:.2f} times as fast as one (promised {PROMISED['two threads']}); "
                f"registers alone {machine:.2f}: {engine_scaling / machine:.2f} of what the machine gives"
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
