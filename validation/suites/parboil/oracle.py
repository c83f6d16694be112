# SPDX-License-Identifier: Apache-2.0
"""What NumPy says of Parboil's spmv with the vector in an image, which pocl is not given.

python3 oracle.py FOLDER writes spmv_tex.y.npy there, for `lockstep record spmv_tex.yaml --expect y=FOLDER/spmv_tex.y.npy`.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from oracle_hash import mix, uniform_f32


def spmv(dim=512, diagonals=20):
    lengths = 32 * np.minimum(dim // 32, diagonals - np.arange(diagonals))
    entries = np.arange(lengths.sum())
    x = uniform_f32(np.arange(dim), 1, 0.0, 1.0).astype(np.float64)
    data = uniform_f32(entries, 2, 0.0, 1.0).astype(np.float64)
    column = (mix(entries, 3) % dim).astype(int)
    sums, start = np.zeros(dim), 0
    for length in lengths:
        part = slice(start, start + length)
        sums[:length] += data[part] * x[column[part]]
        start += length
    y = np.zeros(dim)
    y[(np.arange(dim) * 77 + 5) % dim] = sums
    return y.astype(np.float32)


if __name__ == "__main__":
    np.save(os.path.join(sys.argv[1], "spmv_tex.y.npy"), spmv())
