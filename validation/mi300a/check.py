#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the kernels' results against NumPy: python3 validation/mi300a/check.py [LOCKSTEP]"""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
LOCKSTEP = sys.argv[1] if len(sys.argv) > 1 else "sim-cli/target/lockstep/bin/lockstep"
EMPTY = 0xFFFFFFFF


def mix(count, seed):
    h = (np.arange(count, dtype=np.uint64) + seed * 0x9E3779B9) & EMPTY
    h ^= h >> 16
    h = h * 0x7FEB352D & EMPTY
    h ^= h >> 15
    h = h * 0x846CA68B & EMPTY
    return h ^ h >> 16


def uniform(count, seed):
    return (mix(count, seed) >> 8) / 2.0**24



def run(benchmark, buffers, **parameters):
    """Buffers' contents after a run."""
    with tempfile.TemporaryDirectory() as folder:
        files = {b: os.path.join(folder, b + ".npy") for b in buffers}
        command = [LOCKSTEP, "run", os.path.join(HERE, benchmark + ".yaml"), "-d", "mi300a", "-f", "json"]
        for name, value in parameters.items():
            command += ["-p", f"{name}={value}"]
        for b, file in files.items():
            command += ["--dump", f"{b}={file}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return [np.load(files[b]) for b in buffers]


def near(got, want, relative=1e-5):
    return np.allclose(got, want, rtol=relative, atol=relative * np.abs(want).max())


def vectoradd():
    (out,) = run("vectoradd", ["out"], n=1024)
    return np.array_equal(out, 101 * np.arange(1024))


def relu():
    before, out = run("relu", ["in", "out"], n=2048)
    return np.array_equal(out, np.maximum(before, 0)) and before.min() < -9 and before.max() > 9


def matrixtranspose():
    n = 192
    (out,) = run("matrixtranspose", ["out"], n=n)
    return np.array_equal(out.reshape(n, n), np.arange(n * n, dtype=np.float32).reshape(n, n).T)


def fir():
    n, taps = 1024, 8
    (out,) = run("fir", ["out"], length=n, taps=taps)
    return near(out, np.convolve(np.arange(n), np.arange(taps))[:n])


def simpleconvolution():
    (out,) = run("simpleconvolution", ["out"], n=32, mask=5)
    return np.all(out == 25)


def floydwarshall():
    n = 48
    d = 1 + np.floor(100 * uniform(n * n, 1)).astype(np.int64).reshape(n, n)
    np.fill_diagonal(d, 0)
    stored = []
    for k in range(n):
        through = d[:, k : k + 1] + d[k : k + 1, :]
        stored.append(np.mean(through < d))
        d = np.minimum(d, through)
    (out,) = run("floydwarshall", ["distance"], nodes=n)
    print(f"  share that stores: {stored[0]:.3f} in pass 0, {np.mean(stored):.3f} in all", end="")
    return np.array_equal(out.reshape(n, n), d)


def fastwalshtransform():
    n = 512
    a = (np.floor(256 * uniform(n, 123)) + uniform(n, 124)).astype(np.float64)
    step = 1
    while step < n:
        a = a.reshape(-1, 2, step)
        a = np.stack([a[:, 0] + a[:, 1], a[:, 0] - a[:, 1]], axis=1)
        step *= 2
    (out,) = run("fastwalshtransform", ["a"], n=n)
    return near(out, a.reshape(-1))


def bitonicsort():
    (out,) = run("bitonicsort", ["a"], n=2048)
    return np.array_equal(out, np.sort(mix(2048, 42) >> 1))


def matrix_and_vectors(benchmark, n, buffers, *vectors):
    return [v.astype(np.float64) for v in run(benchmark, ["a", *vectors, *buffers], n=n)]


def atax():
    n = 96
    a, x, y = matrix_and_vectors("atax", n, ["y"], "x")
    a = a.reshape(n, n)
    return near(y, a.T @ (a @ x))


def bicg():
    n = 96
    a, p, r, q, s = matrix_and_vectors("bicg", n, ["q", "s"], "p", "r")
    a = a.reshape(n, n)
    return near(q, a @ p) and near(s, a.T @ r)


def bfs():
    n = 1024
    offsets, neighbours, level = run("bfs", ["offsets", "neighbours", "level"], nodes=n, degree=4)
    want = np.full(n, EMPTY)
    want[0] = 0
    current = 0
    while np.any(want == current):
        for v in np.flatnonzero(want == current):
            around = neighbours[offsets[v] : offsets[v + 1]]
            want[around[want[around] == EMPTY]] = current + 1
        current += 1
    sizes = np.bincount(want).tolist()
    return np.array_equal(level, want) and sizes == [1, 13, 63, 211, 429, 264, 41, 2]


def nw():
    n = 128
    ref, score = [b.reshape(n + 1, n + 1) for b in run("nw", ["ref", "score"], length=n)]
    want = np.zeros((n + 1, n + 1), dtype=np.int64)
    want[0, :] = want[:, 0] = -10 * np.arange(n + 1)
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            best = max(want[i, j - 1], want[i - 1, j]) - 10
            want[i, j] = max(want[i - 1, j - 1] + ref[i, j], best)
    return np.array_equal(score, want)


def matrixmultiplication():
    n = 96
    a, b, c = [m.reshape(n, n).astype(np.float64) for m in run("matrixmultiplication", ["a", "b", "c"], n=n)]
    return near(c, np.tile((a @ b)[:32], (n // 32, 1)))


def patches(image, n, mask):
    field = n - mask + 1
    image = image.reshape(n, n)
    return np.stack([image[y : y + field, x : x + field].reshape(-1) for y in range(mask) for x in range(mask)])


def im2col():
    image, out = run("im2col", ["in", "out"], n=16, mask=5)
    return np.array_equal(out.reshape(25, -1), patches(image, 16, 5))


def conv2d():
    n, mask = 22, 7  # a field of whole tiles: beyond others the stores of zeros fall on results, as on the chip
    image, weights, out = run("conv2d", ["in", "weights", "out"], n=n, mask=mask)
    want = weights.reshape(3, -1).astype(np.float64) @ patches(image, n, mask)
    return near(out[: want.size], want.reshape(-1))


def main():
    wrong = 0
    for check in [vectoradd, relu, matrixtranspose, floydwarshall, fastwalshtransform, fir, simpleconvolution,
                  bitonicsort, atax, bicg, bfs, nw, matrixmultiplication, im2col, conv2d]:
        right = check()
        print(f"  {check.__name__}: {'right' if right else 'WRONG'}")
        wrong += not right
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
