#!/usr/bin/env python3
"""Layers with their spectra at 60 digits, computed by mpmath and nothing of this project.

    python3 -m venv venv && venv/bin/pip install mpmath==1.3.0 && venv/bin/python tests/data/inspect/reference.py

writes the `.safetensors` files beside it and `reference.json`. The layers are what public reference layers make of a text-like input: words drawn by
Zipf's law come back, so that keys and gates repeat; channels are mixed by random matrices; gates come from raw activations by the published formulas
(FLA's KDA, Gated DeltaNet, Gated DeltaNet-2, DeltaNet, RWKV-7, Comba, gated DeltaProduct, Momentum DeltaNet; Complex KDA), all rounded to single precision.
The transition of a step is built as a dense matrix from exactly the numbers in the file, and given to a general eigenvalue solver.
"""

import json
import math
import os
import random
import struct

import mpmath as mp

mp.mp.dps = 60
FOLDER = os.path.dirname(os.path.abspath(__file__))
TOKENS, HEADS, WIDTH, WINDOW = 8, 2, 5, 3
source = random.Random(20260930)


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


# Words that come back, each with an embedding; what a layer sees is the word and a little of the one before.
WORDS = [[source.gauss(0, 1) for _ in range(12)] for _ in range(6)]
TEXT = [min(int(1 / (1e-9 + source.random())) - 1, 5) for _ in range(TOKENS)]
INPUT = [[a + 0.3 * b for a, b in zip(WORDS[TEXT[t]], WORDS[TEXT[max(t - 1, 0)]])] for t in range(TOKENS)]


def silu(x):
    return x / (1 + math.exp(-x))


def activation(width, scale=1.0, shift=0.0, rows=1):
    """`[T·rows, H, width]` numbers: a random linear map of what the layer sees."""
    maps = [[[[source.gauss(shift * 0, scale / math.sqrt(12)) for _ in range(12)] for _ in range(width)] for _ in range(HEADS)] for _ in range(rows)]
    out = []
    for x in INPUT:
        for row in maps:
            out.append([[single(shift + sum(w * v for w, v in zip(line, x))) for line in head] for head in row])
    return out


def keys(rows=1):
    return [[[single(silu(x)) for x in head] for head in token] for token in activation(WIDTH, 1.5, rows=rows)]


def unit(tensor):
    """Normalised in single precision, as a layer does before it calls its kernel."""
    out = []
    for token in tensor:
        out.append([])
        for head in token:
            norm = math.sqrt(sum(x * x for x in head) + 1e-6)
            out[-1].append([single(x / norm) for x in head])
    return out


def mapped(f, tensor):
    return [[[single(f(x)) for x in head] for head in token] for token in tensor]


def flat(tensor):
    return [x for token in tensor for head in token for x in head]


def write(name, tensors, metadata):
    header, at, data = {"__metadata__": dict(metadata, layout="THD")}, 0, b""
    for key, (shape, values) in tensors.items():
        assert math.prod(shape) == len(values), key
        data += struct.pack(f"<{len(values)}f", *values)
        header[key] = {"dtype": "F32", "shape": shape, "data_offsets": [at, len(data)]}
        at = len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(FOLDER, name + ".safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def wide(tensor):
    return [len(tensor), HEADS, WIDTH], flat(tensor)


def narrow(tensor):
    return [len(tensor), HEADS], flat(tensor)


def sigmoid(x):
    return 1 / (1 + mp.exp(-mp.mpf(x)))


def softplus_gate(raw, a_log, bias):
    """exp(-exp(A) softplus(x + b))."""
    return mp.exp(-mp.exp(mp.mpf(a_log)) * mp.log(1 + mp.exp(mp.mpf(raw) + mp.mpf(bias))))


def erase(gates, left, right, after=True):
    """`(I - left rightᵀ) Diag(gates)`, or `Diag(gates) - left rightᵀ`."""
    d = len(gates)
    return mp.matrix(d, d) + mp.matrix(
        [[(gates[j] if i == j else 0) - left[i] * right[j] * (gates[j] if after else 1) for j in range(d)] for i in range(d)]
    )


def exact(values):
    return [mp.mpf(x) for x in values]


def normalised(key):
    """β-free factor of a kernel that normalises: k kᵀ/(‖k‖² + 10⁻⁶)."""
    key = exact(key)
    return key, 1 / (mp.fsum(x * x for x in key) + mp.mpf(10) ** -6)


def layers():
    """Name, tensors, metadata, and the function from token and head to the dense step."""
    per_head = lambda low, high: [single(source.uniform(low, high)) for _ in range(HEADS)]  # noqa: E731
    biases = lambda: [[single(source.uniform(-4, 0)) for _ in range(WIDTH)] for _ in range(HEADS)]  # noqa: E731
    norm = "x/sqrt(sum(x^2)+1e-6)"

    k, f, b, a, dt = keys(), activation(WIDTH, 2), activation(1, 2), per_head(0, 2.7), biases()
    yield (
        "kda", {"k": wide(k), "g_raw": wide(f), "beta": narrow(b), "A_log": ([HEADS], a), "dt_bias": ([HEADS * WIDTH], sum(dt, []))},
        {"system": "kda", "gate": "softplus", "beta": "raw", "qk_l2norm": norm},
        lambda t, h: (lambda key, s: erase([softplus_gate(x, a[h], y) for x, y in zip(f[t][h], dt[h])], [sigmoid(b[t][h][0]) * s * x for x in key], key))(*normalised(k[t][h])),
    )  # fmt: skip
    k2, f2, b2, a2, dt2 = unit(keys()), activation(WIDTH, 2), activation(1, 2, 1), per_head(-0.5, 0.5), biases()
    yield (
        "kda_safe", {"k": wide(k2), "g_raw": wide(f2), "beta": narrow(b2), "param.A_log": ([HEADS], a2), "param.dt_bias": ([HEADS, WIDTH], sum(dt2, []))},
        {"system": "kda", "gate": "safe_gate", "lower_bound": "-5", "beta": "raw_doubled", "qk_l2norm": "none"},
        lambda t, h: erase(
            [mp.exp(-5 * sigmoid(mp.exp(mp.mpf(a2[h])) * (mp.mpf(x) + mp.mpf(y)))) for x, y in zip(f2[t][h], dt2[h])],
            [2 * sigmoid(b2[t][h][0]) * x for x in exact(k2[t][h])], exact(k2[t][h]),
        ),
    )  # fmt: skip
    k3, f3, b3, a3 = keys(), activation(1, 2), activation(1, 2), per_head(0, 2.7)
    dt3 = per_head(-5, -2)
    yield (
        "gdn", {"k": wide(k3), "a_raw": narrow(f3), "b_raw": narrow(b3), "A_log": ([HEADS], a3), "dt_bias": ([HEADS], dt3)},
        {"system": "gdn", "beta": "raw", "qk_l2norm": norm},
        lambda t, h: (lambda key, s: erase([softplus_gate(f3[t][h][0], a3[h], dt3[h])] * WIDTH, [sigmoid(b3[t][h][0]) * s * x for x in key], key))(*normalised(k3[t][h])),
    )  # fmt: skip
    k4, f4, b4, a4, dt4 = unit(keys()), activation(WIDTH, 2, -3), activation(WIDTH, 2), per_head(0, 1), biases()
    yield (
        "gdn2", {"k": wide(k4), "f_raw": wide(f4), "b_raw": wide(b4), "A_log": ([HEADS], a4), "dt_bias": ([HEADS * WIDTH], sum(dt4, []))},
        {"system": "gdn2", "beta": "raw", "qk_l2norm": "none"},
        lambda t, h: erase(
            [softplus_gate(x, a4[h], y) for x, y in zip(f4[t][h], dt4[h])], exact(k4[t][h]),
            [sigmoid(y) * x for x, y in zip(exact(k4[t][h]), b4[t][h])],
        ),
    )  # fmt: skip
    k5, b5 = unit(keys()), activation(1, 2, 2)
    beta5 = mapped(lambda x: 2 / (1 + math.exp(-x)), b5)
    f5, a5, dt5 = activation(WIDTH, 3), per_head(0, 1), biases()

    def signed(x, a_log, bias):
        value, floor = mp.tanh(mp.exp(mp.mpf(a_log)) * (mp.mpf(x) + mp.mpf(bias) + 2) / 2), mp.exp(-5)
        return (1 if value >= 0 else -1) * (floor + (1 - floor) * abs(value))

    # The bias is shifted by 2 in the file, so that both signs occur.
    shifted = [[single(x + 2) for x in head] for head in dt5]
    dt5 = [[x - 2 for x in head] for head in shifted]
    yield (
        "ckda", {"k": wide(k5), "f_raw": wide(f5), "beta": narrow(beta5), "A_log": ([HEADS], a5), "dt_bias": ([HEADS * WIDTH], sum(shifted, []))},
        {"system": "ckda", "beta": "as_used", "qk_l2norm": "none"},
        lambda t, h: erase([signed(x, a5[h], y) for x, y in zip(f5[t][h], dt5[h])], [mp.mpf(beta5[t][h][0]) * x for x in exact(k5[t][h])], exact(k5[t][h])),
    )  # fmt: skip
    k6 = unit(keys())
    raws = [activation(1, 1.5), activation(1, 2), activation(1, 1.5), activation(1, 1)]
    parameters = {name: per_head(low, high) for name, low, high in [("A_log", -2, 0), ("dt_bias", -4, -2), ("Mu_log", -2, 0), ("mu_bias", -4, -2), ("log_factor", -1, 0.5)]}

    def momentum(t, h):
        a6, b6, m6, e6 = [mp.mpf(raw[t][h][0]) for raw in raws]
        p = {name: mp.mpf(values[h]) for name, values in parameters.items()}
        eta = 1 + mp.tanh(e6)
        square = (eta * mp.exp(p["log_factor"])) ** 2
        alpha = softplus_gate(a6, p["A_log"], p["dt_bias"]) / (1 + square)
        mu = max(softplus_gate(m6, p["Mu_log"], p["mu_bias"]), mp.exp(-2))
        beta = square / (1 + square) * sigmoid(b6)
        key = exact(k6[t][h])
        top = mp.matrix(2 * WIDTH, 2 * WIDTH)
        for i in range(WIDTH):
            top[i, i], top[i, WIDTH + i], top[WIDTH + i, WIDTH + i] = alpha, -beta * mu, mu
            for j in range(WIDTH):
                top[i, j] -= beta * eta * alpha * key[i] * key[j]
                top[WIDTH + i, j] += eta * alpha * key[i] * key[j]
        return top

    yield (
        "mdn", {"k": wide(k6), **{n: narrow(x) for n, x in zip(["a_raw", "b_raw", "m_raw", "e_raw"], raws)}, **{"param." + n: ([HEADS], x) for n, x in parameters.items()}},
        {"system": "mdn", "beta": "raw", "qk_l2norm": "none"}, momentum,
    )  # fmt: skip
    k7, b7 = keys(), activation(1, 2)
    yield (
        "delta_net", {"k": wide(k7), "b_raw": narrow(b7)}, {"system": "delta_net", "beta": "raw_doubled", "qk_l2norm": norm},
        lambda t, h: (lambda key, s: erase([mp.mpf(1)] * WIDTH, [2 * sigmoid(b7[t][h][0]) * s * x for x in key], key))(*normalised(k7[t][h])),
    )  # fmt: skip
    k8 = unit(keys())
    w8 = mapped(lambda x: -math.exp(-0.5) / (1 + math.exp(-x)), activation(WIDTH, 2, -3))
    a8 = mapped(lambda x: 1 / (1 + math.exp(-x)), activation(WIDTH, 2))
    yield (
        "rwkv7", {"kk": wide(k8), "w": wide(w8), "a": wide(a8)}, {"system": "rwkv7", "gate": "natural_log"},
        lambda t, h: erase([mp.exp(mp.mpf(x)) for x in w8[t][h]], [mp.mpf(x) * mp.mpf(y) for x, y in zip(k8[t][h], a8[t][h])], exact(k8[t][h]), after=False),
    )  # fmt: skip
    k9, shift9 = unit(keys()), unit(keys())
    g9 = mapped(lambda x: -math.log1p(math.exp(x)), activation(1, 1, -3))
    beta9 = mapped(lambda x: 1 / (1 + math.exp(-x)), activation(1, 2))
    p9 = [[[single(0.9 * x + 0.1 * y) for x, y in zip(*pair)] for pair in zip(*tokens)] for tokens in zip(k9, shift9)]
    yield (
        "comba", {"k": wide(k9), "p": wide(p9), "g": narrow(g9), "beta": narrow(beta9)},
        {"system": "comba", "gate": "natural_log", "beta": "as_used", "qk_l2norm": "none"},
        lambda t, h: erase([mp.exp(mp.mpf(g9[t][h][0]))] * WIDTH, [mp.mpf(beta9[t][h][0]) * mp.mpf(x) for x in k9[t][h]], exact(p9[t][h]), after=False),
    )  # fmt: skip
    k10 = unit(keys(2))
    g10 = mapped(lambda x: -math.log1p(math.exp(x)), activation(1, 1, -3))
    beta10 = mapped(lambda x: 2 / (1 + math.exp(-x)), activation(1, 2, rows=2))

    def product(t, h):
        steps = [erase([mp.exp(mp.mpf(g10[t][h][0])) if n == 0 else mp.mpf(1)] * WIDTH, [mp.mpf(beta10[2 * t + n][h][0]) * mp.mpf(x) for x in k10[2 * t + n][h]], exact(k10[2 * t + n][h])) for n in (0, 1)]
        return steps[1] * steps[0]

    yield (
        "delta_product", {"k": wide(k10), "g": narrow(g10), "beta": narrow(beta10)},
        {"system": "delta_product", "gate": "natural_log", "beta": "as_used", "qk_l2norm": "none"}, product,
    )  # fmt: skip


def eigenvalues(matrix):
    """All of them, up to about 40 digits: those of moved and transposed matrices are tried where the iteration does not end."""
    d = matrix.rows
    for shift in (0, mp.mpf(1) / 3, mp.mpf(-2) / 7, mp.mpf(5) / 3):
        for turned in (matrix, matrix.T):
            try:
                return [value - shift for value in mp.eig(turned + shift * mp.eye(d), left=False, right=False)]
            except RuntimeError:
                pass
    raise RuntimeError("no eigenvalues")


def text(x):
    return mp.nstr(x, 35, min_fixed=-1000, max_fixed=1000)


def spectrum(matrix):
    # Closer to the axis than this nothing is here but rounding; a pair that close would be noticed by the assertion.
    values, axis = eigenvalues(matrix), mp.mpf(10) ** -20
    assert all(abs(mp.im(x)) < mp.mpf(10) ** -30 or abs(mp.im(x)) > axis for x in values)
    real = sorted(mp.re(x) for x in values if abs(mp.im(x)) < axis)
    pairs = [x for x in values if mp.im(x) > axis]
    assert len(real) + 2 * len(pairs) == matrix.rows
    return real, pairs


def main():
    out = {}
    for name, tensors, metadata, step in layers():
        write(name, tensors, metadata)
        rows, windows = [], []
        for t in range(TOKENS):
            for h in range(HEADS):
                matrix = step(t, h)
                real, pairs = spectrum(matrix)
                norm = max(mp.svd_r(matrix, compute_uv=False))
                rows.append({"real": [text(x) for x in real], "pairs": [[text(mp.re(x)), text(mp.im(x))] for x in pairs], "norm": text(norm)})
        for h in range(HEADS):
            head = []
            for t in range(TOKENS + 1 - WINDOW):
                whole = mp.eye(step(0, h).rows)
                for s in range(WINDOW):
                    whole = step(t + s, h) * whole
                real, pairs = spectrum(whole)
                head.append({"radius": text(max(abs(x) for x in real + pairs)), "pairs": sum(abs(x) > mp.mpf(10) ** -6 for x in pairs)})
            windows.append(head)
        out[name] = {"rows": rows, "windows": windows}
        print(name, sum(len(row["pairs"]) > 0 for row in rows), "of", len(rows), "steps rotate")
    with open(os.path.join(FOLDER, "reference.json"), "w") as file:
        json.dump({"heads": HEADS, "tokens": TOKENS, "window": WINDOW, "layers": out}, file, indent=0)
        file.write("\n")


if __name__ == "__main__":
    main()
