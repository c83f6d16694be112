# SPDX-License-Identifier: Apache-2.0
"""The workload language's hash and random numbers, for the suites' oracles."""

import numpy as np


def mix(i, seed):
    """The hash of element i."""
    h = (np.asarray(i, dtype=np.uint64) + seed * 0x9E3779B9) & 0xFFFFFFFF
    h ^= h >> 16
    h = h * 0x7FEB352D & 0xFFFFFFFF
    h ^= h >> 15
    h = h * 0x846CA68B & 0xFFFFFFFF
    return h ^ (h >> 16)


def uniform(i, seed):
    """A real number from 0 to below 1 made of it."""
    return (mix(i, seed) >> 8).astype(np.float64) * 2.0**-24


def uniform_f32(i, seed, low, high):
    """What the generator `uniform` puts into a buffer of f32: each operation rounded to single precision."""
    u = uniform(i, seed).astype(np.float32)
    return np.float32(low) + np.float32(high - low) * u
