# SPDX-License-Identifier: Apache-2.0
"""What NumPy says of Hetero-Mark's page rank, whose kernel needs wavefronts of 64 in step; pocl runs work-items one by one.

python3 oracle.py FOLDER writes pr.rank.npy there, for `lockstep record pr.yaml --expect rank=FOLDER/pr.rank.npy`.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from oracle_hash import mix, uniform_f32


def page_rank(nodes=64, iterations=4):
    start = np.concatenate([[0], np.cumsum(1 + mix(np.arange(nodes), 5) % 100)]).astype(int)
    entries = np.arange(start[-1])
    column = (mix(entries, 6) % nodes).astype(int)
    value = uniform_f32(entries, 7, 0.0, 0.04).astype(np.float64)
    rank = np.full(nodes, 1 / nodes)
    for _ in range(iterations):
        rank = np.array([value[a:b] @ rank[column[a:b]] for a, b in zip(start, start[1:])])
    return rank.astype(np.float32)


if __name__ == "__main__":
    np.save(os.path.join(sys.argv[1], "pr.rank.npy"), page_rank())
