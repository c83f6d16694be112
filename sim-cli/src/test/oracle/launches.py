#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the two example programs of many launches expect at their own sizes, with NumPy in double precision.

  launches.py EXAMPLES     EXAMPLES/expected is written
"""
import sys
import numpy as np

F, D = np.float32, np.float64


def mix(i, s):
    h = (np.asarray(i, np.uint64) + np.uint64(s * 0x9E3779B9 & 0xFFFFFFFF)) & np.uint64(0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        h = ((h ^ h >> np.uint64(shift)) * np.uint64(factor)) & np.uint64(0xFFFFFFFF)
    return h ^ h >> np.uint64(16)


def uniform(n, seed, low, high):
    u = (mix(np.arange(n), seed) >> np.uint64(8)).astype(F) * F(2.0 ** -24)
    return (F(low) + F(high - low) * u).astype(D)


def decode(layers=2, tokens=3, width=64, heads=4, prompt=5):
    size, most = width // heads, prompt + tokens
    embedding = uniform(tokens * width, 1, -1, 1).reshape(tokens, width)
    attention = uniform(layers * 3 * width * width, 2, -0.2, 0.2).reshape(layers, 3 * width, width)
    output = uniform(layers * width * width, 3, -0.2, 0.2).reshape(layers, width, width)
    up = uniform(layers * 4 * width * width, 4, -0.2, 0.2).reshape(layers, 4 * width, width)
    down = uniform(layers * 2 * width * width, 5, -0.2, 0.2).reshape(layers, width, 2 * width)
    keys = uniform(layers * most * width, 6, -1, 1).reshape(layers, most, heads, size)
    values = uniform(layers * most * width, 7, -1, 1).reshape(layers, most, heads, size)
    pair = np.arange(width // 2) % (size // 2)
    angle = (10000.0 ** (-2.0 * pair / size)).astype(F).astype(D)

    def norm(x): return x / np.sqrt(np.mean(x * x) + 1e-5)

    def rotate(v, place):
        z = v.reshape(-1, 2) @ np.array([[1], [1j]])
        z = z[:, 0] * np.exp(1j * angle * place)
        return np.stack([z.real, z.imag], 1).reshape(heads, size)

    for t in range(tokens):
        x, place = embedding[t], prompt + t
        for l in range(layers):
            q, k, v = np.split(attention[l] @ norm(x), 3)
            keys[l, place], values[l, place] = rotate(k, place), v.reshape(heads, size)
            score = np.einsum('phs,hs->hp', keys[l, :place + 1], rotate(q, place)) / np.sqrt(size)
            score = np.exp(score - score.max(1, keepdims=True))
            score /= score.sum(1, keepdims=True)
            x = x + output[l] @ np.einsum('hp,phs->hs', score, values[l, :place + 1]).reshape(width)
            g, u = np.split(up[l] @ norm(x), 2)
            x = x + down[l] @ (g / (1 + np.exp(-g)) * u)
    return x


def cg(side=32, iterations=6):
    n = side * side

    def product(p):
        return 4.25 * p - np.roll(p, 1) - np.roll(p, -1) - np.roll(p, side) - np.roll(p, -side)

    x, r = np.zeros(n), uniform(n, 1, -1, 1)
    p, rr = r, r @ r
    for _ in range(iterations):
        q = product(p)
        alpha = rr / (p @ q)
        x, r = x + alpha * p, r - alpha * q
        beta, rr = r @ r / rr, r @ r
        p = r + beta * p
    return x


for name, array in (('decode.x', decode()), ('cg.x', cg())):
    array.astype(F).tofile(f'{sys.argv[1]}/expected/{name}.bin')
    print(name, array[:4])
