#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the corpus must come to, by plain arithmetic: prints each workload's expectation (FNV-1a, 64 bits,
of the buffer's bytes) and fails where the workload's file says another. No device, no simulator."""
import os
import struct
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "src/main/resources/io/lockstep/tck/corpus")


def fnv1a64(data):
    h = 0xCBF29CE484222325
    for b in data:
        h = (h ^ b) * 0x100000001B3 & (1 << 64) - 1
    return "0x%016x" % h


def words(values):
    return struct.pack("<%dI" % len(values), *(v & 0xFFFFFFFF for v in values))


def vecadd():  # whole numbers below 2^24: exact in single precision
    return struct.pack("<1000f", *(float(i + 3 * i) for i in range(1000)))


def collatz():
    def steps(n):
        count = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count += 1
        return count
    return words([steps(i + 1) for i in range(300)])


def transpose():
    n = 32
    return words([(i % n) * n + i // n for i in range(n * n)])


def histogram():
    bins = [0] * 16
    for i in range(1000):
        bins[i * i // 7 % 16] += 1
    return words(bins)


def gather():
    n = 512
    return words([7 * (i * 37 % n) + 1 + i for i in range(n)])


def grid():
    return words([z * 10000 + y * 100 + x for z in range(4) for y in range(6) for x in range(15)])


def stencil():
    n = 256
    a = list(range(n))
    for _ in range(3):
        a = [(3 * a[(i + 1) % n] + a[(i - 1) % n]) & 0xFFFFFFFF for i in range(n)]
    return words(a)


def scatter():
    n = 256
    out = [0] * (n * 256)
    for i in range(n):
        out[i * 256] = 7 * i * 256 + 1 + i
    return words(out)


def stores():
    n = 4096
    out = [0] * (n * 64)
    for i in range(n):
        for k in range(4):
            out[i * 64 + k * 16] = i
    return words(out)


def chase():
    return words([(i + 4160 * 1536) % 262144 for i in range(64)])


def streams():
    made = list(range(256))
    for _ in range(9):
        made = [3 * v + i for i, v in enumerate(made)]
    return words([5 * i + v for i, v in enumerate(made)])


wrong = 0
for make in (vecadd, collatz, transpose, histogram, gather, grid, stencil, scatter, stores, chase, streams):
    found = fnv1a64(make())
    with open(os.path.join(FOLDER, make.__name__ + ".yaml")) as f:
        same = found in f.read()
    print(make.__name__, found, "" if same else "NOT IN ITS FILE")
    wrong += not same
sys.exit(1 if wrong else 0)
