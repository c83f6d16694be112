#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the expected outputs of the examples with numpy in double precision, independently of
Lockstep (needs python3-numpy). Writes the files beside it and prints the hashes of exact results."""
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def mix(i, s):
    with np.errstate(over='ignore'):
        h = i.astype(np.uint32) + np.uint32(s * 0x9E3779B9 & 0xFFFFFFFF)
        h ^= h >> np.uint32(16)
        h *= np.uint32(0x7FEB352D)
        h ^= h >> np.uint32(15)
        h *= np.uint32(0x846CA68B)
        return h ^ h >> np.uint32(16)


def uniform(n, seed, low=0.0, high=1.0):
    f = np.float32
    u = (mix(np.arange(n), seed) >> np.uint32(8)).astype(f) * f(2.0 ** -24)
    return f(low) + (f(high) - f(low)) * u


def integers(n, seed, low, high):
    return low + mix(np.arange(n), seed).astype(np.int64) % (high - low)


def write(name, values):
    values.astype('<f4').tofile(os.path.join(HERE, name))


def fnv1a64(values):
    h = 0xCBF29CE484222325
    for byte in values.astype('<f4').tobytes():
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f'0x{h:016x}'


n = 96
a, b = uniform(n * n, 1), uniform(n * n, 2, -1.0, 1.0)
write('matmul.c.bin', a.astype('f8').reshape(n, n) @ b.astype('f8').reshape(n, n))

n = 65536
print('vecadd', fnv1a64(uniform(n, 1) + uniform(n, 2, -1.0, 1.0)))

n, dt = 512, 0.01
pos = uniform(4 * n, 15, -1.0, 1.0).astype('f8').reshape(n, 4)
vel = uniform(4 * n, 16, -0.1, 0.1).astype('f8').reshape(n, 4)
d = pos[None, :, :3] - pos[:, None, :3]
s = pos[None, :, 3] * ((d ** 2).sum(2) + 0.01) ** -1.5
vel[:, :3] += (s[:, :, None] * d).sum(1) * dt
write('nbody.vel.bin', vel)

n = 256
print('transpose', fnv1a64(np.arange(n * n, dtype='f4').reshape(n, n).T))

n = 4096
row = np.concatenate([[0], np.cumsum(integers(n + 1, 8, 0, 17))])
nnz = row[n]
col, val = integers(nnz, 9, 0, n), uniform(nnz, 10, -1.0, 1.0).astype('f8')
product = val * uniform(n, 11).astype('f8')[col]
write('spmv.y.bin', np.array([product[row[r]:row[r + 1]].sum() for r in range(n)]))

n = 3072
row = np.concatenate([[0], np.cumsum(integers(n + 1, 3, 0, 9))])
col = integers(row[n], 4, 0, n)
level = np.full(n, -1, '<i4')
level[0], current, launches = 0, 0, 0
while True:
    launches += 1
    near = np.concatenate([col[row[v]:row[v + 1]] for v in np.flatnonzero(level == current)])
    fresh = np.unique(near[level[near] < 0])
    if len(fresh) == 0:
        break
    current += 1
    level[fresh] = current
print('bfs', fnv1a64(level.view('<f4')), launches, 'launches')
