# SPDX-License-Identifier: Apache-2.0
"""What NumPy says of Rodinia's SRAD, k-means and hybridsort, written from what the programs compute, not from their code.

python3 oracle.py FOLDER writes srad.image.npy, srad.c.npy, kmeans.membership.npy, kmeans.centres.npy,
kmeans.rounds.npy and hybridsort.sorted.npy there, for `lockstep record W.yaml --expect image=FOLDER/srad.image.npy`.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from oracle_hash import mix, uniform


def tree_sum(values, total):
    """Sum of an image as SRAD adds it up: pairs in groups of 256, the remainder of the last group one after another.

    The last group takes its remainder from the whole array, also in the second round, where every 256th element counts:
    that is what the program does, whatever it meant.
    """
    values = values.copy()
    left, stride = (total + 255) // 256, 1
    while left:
        full = 256 - (left * 256 - total)
        for group in range(left):
            members = min(256, total - group * 256)
            part = values[(group * 256 + np.arange(members)) * stride].copy()
            last = group == left - 1 and full != 256
            size = 1 << (full.bit_length() - 1) if last else 256
            tree = part[:size]
            while len(tree) > 1:
                tree = tree[1::2] + tree[0::2]
            result = tree[0]
            if last:
                for k in range(group * 256 + size, group * 256 + full):
                    result = result + values[k]
            values[group * stride * 256] = result
        total, left, stride = left, 0 if left == 1 else (left + 255) // 256, stride * 256
    return values[0]


def srad(rows=63, columns=65, iterations=4, lam=0.5):
    """The image and the diffusion coefficients after some iterations, in single precision."""
    f = np.float32
    number = np.arange(rows * columns)
    row, column = number % rows, number // rows
    image = (60 + column + (mix(number, 1) % 100).astype(np.int64)).astype(f)
    image = np.exp(image / f(255))
    north = np.maximum(row - 1, 0) + rows * column
    south = np.minimum(row + 1, rows - 1) + rows * column
    west = row + rows * np.maximum(column - 1, 0)
    east = row + rows * np.minimum(column + 1, columns - 1)
    for _ in range(iterations):
        total, squares = tree_sum(image, len(image)), tree_sum(image * image, len(image))
        mean = total / f(len(image))
        spread = (squares / f(len(image)) - mean * mean) / (mean * mean)
        differences = [image[k] - image for k in (north, south, west, east)]
        gradient = sum(d * d for d in differences) / (image * image)
        laplacian = sum(differences) / image
        variation = (0.5 * gradient.astype(float) - laplacian.astype(float) ** 2 / 16).astype(f)
        variation = variation / (1 + 0.25 * laplacian.astype(float)).astype(f) ** 2
        c = (variation - spread) / (spread * (1 + spread))
        c = np.clip((1 / (1 + c.astype(float))).astype(f), f(0), f(1))
        divergence = c * differences[0] + c[south] * differences[1] + c * differences[2] + c[east] * differences[3]
        image = (image + 0.25 * lam * divergence.astype(float)).astype(f)
    return np.log(image) * f(255), c


def kmeans(points=700, features=34, clusters=5, threshold=0.001):
    """Membership, centres and rounds until no more points move."""
    f = np.float32
    i = np.arange(points * features)
    centre = mix(i // features, 3).astype(np.int64) % clusters * features + i % features
    feature = (20.0 * uniform(centre, 7) + 30.0 * uniform(i, 11)).astype(f).reshape(points, features)
    centres = feature[:clusters].copy()
    member = np.full(points, -1, dtype=np.int32)
    rounds = 0
    while True:
        distance = ((feature[:, None, :].astype(float) - centres[None]) ** 2).sum(axis=2)
        now = distance.argmin(axis=1).astype(np.int32)
        moved = np.count_nonzero(now != member)
        member = now
        for c in range(clusters):
            mine = feature[member == c]
            if len(mine):
                total = np.zeros(features, dtype=f)
                for point in mine:
                    total = total + point
                centres[c] = total / f(len(mine))
        rounds += 1
        if moved <= threshold:
            return member, centres.reshape(-1), np.array([rounds], dtype=np.int32)


def hybridsort(n=4000):
    """The sorted list."""
    return (np.sort(uniform(np.arange(n), 1).astype(np.float32)),)


def main(folder):
    """Writes all of it."""
    names = ("srad.image", "srad.c", "kmeans.membership", "kmeans.centres", "kmeans.rounds", "hybridsort.sorted")
    for name, values in zip(names, srad() + kmeans() + hybridsort()):
        np.save(os.path.join(folder, name + ".npy"), values)
        print(name, values.dtype, values.shape)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: oracle.py FOLDER")
    main(sys.argv[1])
