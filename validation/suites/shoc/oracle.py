#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What SHOC's workloads must hold in the end, computed by NumPy where pocl cannot say so.

Usage: oracle.py FOLDER   writes WORKLOAD.BUFFER.npy files there, to be taken by
       lockstep record WORKLOAD.yaml --expect BUFFER=FOLDER/WORKLOAD.BUFFER.npy
The data are those of the workloads' generators.
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from oracle_hash import mix, uniform


def words(count, seed):
    """The hashes themselves, as the workloads' generator of words has them."""
    return mix(np.arange(count), seed).astype(np.uint32)


def integers(count, seed, low, high):
    return low + (mix(np.arange(count), seed) % (high - low)).astype(np.int64)


def scan():
    values = integers(66560, 1, 0, 4)
    return {"out": np.cumsum(values).astype(np.float32)}


def sort():
    return {"keys": np.sort(words(4800, 1))}


def cuda_sort():
    keys = words(4096, 1)
    order = np.argsort(keys, kind="stable")
    return {"keys": keys[order], "values": words(4096, 2)[order]}


def fft():
    half = 3
    data = (uniform(np.arange(half * 1024), 1) * 2 - 1).astype(np.float32).astype(np.float64)
    points = np.concatenate([data, data]).reshape(2 * half, 512, 2)
    spectrum = np.fft.fft(points[:, :, 0] + 1j * points[:, :, 1], axis=1)
    flat = np.stack([spectrum.real, spectrum.imag], axis=2).reshape(-1)
    return {
        "spectrum": flat.astype(np.float32),
        "work": points.reshape(-1).astype(np.float32),
        "fail": np.zeros(1, np.int32),
    }


def triad():
    out = {}
    for number in (0, 1):
        a = (uniform(np.arange(4096), number + 1) * 10).astype(np.float32).astype(np.float64)
        out[f"c{number}"] = (a + 1.75 * a).astype(np.float32)
    return out


def spmv():
    n, longest = 256, 24
    length = integers(n, 1, 0, longest + 1)
    row = np.concatenate([[0], np.cumsum(length)])
    value = (uniform(np.arange(row[n]), 2) * 10).astype(np.float32).astype(np.float64)
    column = integers(row[n], 3, 0, n)
    x = (uniform(np.arange(n), 4) * 10).astype(np.float32).astype(np.float64)
    out = np.array([np.dot(value[row[r] : row[r + 1]], x[column[row[r] : row[r + 1]]]) for r in range(n)])
    return {name: out.astype(np.float32) for name in ("scalar", "vector", "ellpack")}


def search():
    """Levels of a breadth-first search."""
    n = 2000
    row = np.concatenate([[0], np.cumsum(integers(n, 1, 0, 5))])
    target = integers(row[n], 2, 0, n)
    level = np.full(n, 0xFFFFFFFF, np.uint32)
    level[5] = 0
    frontier, depth = [5], 0
    while frontier:
        depth += 1
        reached = []
        for vertex in frontier:
            for other in target[row[vertex] : row[vertex + 1]]:
                if level[other] == 0xFFFFFFFF:
                    level[other] = depth
                    reached.append(other)
        frontier = reached
    return level


ORACLES = {
    "scan": scan,
    "cuda_scan": scan,
    "sort": sort,
    "cuda_sort": cuda_sort,
    "fft": fft,
    "triad": triad,
    "spmv": spmv,
    "spmv_image": spmv,
    "bfs_iiit": lambda: {"level": search()},
    "bfs_uiuc": lambda: {"cost": search()},
}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    os.makedirs(sys.argv[1], exist_ok=True)
    for workload, oracle in ORACLES.items():
        for buffer, values in oracle().items():
            np.save(os.path.join(sys.argv[1], f"{workload}.{buffer}.npy"), values)


if __name__ == "__main__":
    main()
