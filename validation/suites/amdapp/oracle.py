# SPDX-License-Identifier: Apache-2.0
"""What NumPy says of AMD's samples that pocl is not given (images), that it does not compile (C++) or that bring it down.

Written from what the programs compute, not from their code. python3 oracle.py FOLDER writes simpleimage.output2.npy,
simpleimage.output3.npy, matrixmulimage.c.npy, sobelfilterimage.output.npy, recursivegaussian.output.npy,
unsharpmaskimage.output.npy, fft.re.npy, fft.im.npy, mersennetwister.normal.npy and eigenvalue.intervals.npy there, for `lockstep record W.yaml --expect output2=FOLDER/simpleimage.output2.npy`.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from oracle_hash import mix, uniform_f32


def picture(width, height, levels):
    return (mix(np.arange(4 * width * height), 1) % levels).astype(np.uint8).reshape(height, width, 4)


def simple_image():
    source = picture(256, 16, 256)
    # Rows of the upper half see the first slice, those of the lower half the second; elsewhere a read gives zeros.
    return source, source


def matrix_mul_image(n=64):
    i = np.arange(n * n)
    a = uniform_f32(i, 1, 0.0, 10.0).astype(np.float64).reshape(n, n)
    b = uniform_f32(i, 2, 0.0, 10.0).astype(np.float64).reshape(n, n)
    return (a @ b).astype(np.float32)


def shifted(image, dx, dy):
    """image[y + dy][x + dx], zeros outside."""
    height, width, _ = image.shape
    out = np.zeros_like(image)
    ys = slice(max(0, -dy), height - max(0, dy))
    xs = slice(max(0, -dx), width - max(0, dx))
    out[ys, xs] = image[max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)]
    return out


def sobel_image():
    image = picture(256, 16, 88).astype(np.float64)
    at = lambda x, y: shifted(image, x, y)
    across = (at(-1, 1) - at(1, 1)) + 2 * (at(-1, 0) - at(1, 0)) + (at(-1, -1) - at(1, -1))
    down = (at(-1, 1) + 2 * at(0, 1) + at(1, 1)) - (at(-1, -1) + 2 * at(0, -1) + at(1, -1))
    return np.floor(np.hypot(across, down) / 2).astype(np.uint8)


def recursive_gaussian(width=256, height=32, sigma=10.0):
    alpha = 1.695 / sigma
    e, e2 = np.exp(-alpha), np.exp(-2 * alpha)
    k = (1 - e) ** 2 / (1 + 2 * alpha * e - e2)
    ahead, behind = (k, k * (alpha - 1) * e), (k * (alpha + 1) * e, -k * e2)
    b1, b2 = -2 * e, e2

    def columns(image):
        """Down, cut to bytes, then up, added and cut again."""
        rows = image.astype(np.float64)
        out = np.zeros_like(rows)
        zero = np.zeros_like(rows[0])
        x1 = y1 = y2 = zero
        for r in range(len(rows)):
            y = ahead[0] * rows[r] + ahead[1] * x1 - b1 * y1 - b2 * y2
            out[r] = np.trunc(y)
            x1, y1, y2 = rows[r], y, y1
        x1 = x2 = y1 = y2 = zero
        for r in reversed(range(len(rows))):
            y = behind[0] * x1 + behind[1] * x2 - b1 * y1 - b2 * y2
            out[r] = np.trunc(out[r] + y)
            x1, x2, y1, y2 = rows[r], x1, y, y1
        assert 0 <= out.min() and out.max() < 256
        return out.astype(np.uint8)

    turned = columns(picture(width, height, 200)).transpose(1, 0, 2)
    return columns(turned).transpose(1, 0, 2)


def unsharp_mask_image(width=64, height=32, radius=2):
    """Reads outside of the image give its edge; the fourth channel stays."""
    image = picture(width, height, 256).astype(np.float64)
    edge = np.pad(image, ((radius, radius), (radius, radius), (0, 0)), mode="edge")
    blurred = np.zeros_like(image)
    for dy in range(2 * radius + 1):
        for dx in range(2 * radius + 1):
            g = np.float32(np.exp(-((dy - radius) ** 2 + (dx - radius) ** 2) / 2) / 6.2831853)
            blurred += np.float64(g) * edge[dy : dy + height, dx : dx + width]
    sharp = image + (image - blurred)
    sharp[:, :, 3] = image[:, :, 3]
    return np.trunc(np.clip(sharp + 0.5, 0, 255)).astype(np.uint8)


def fft(length=1024):
    i = np.arange(length)
    result = np.fft.fft(uniform_f32(i, 1, 0.0, 1.0).astype(np.float64) + 1j * uniform_f32(i, 2, 0.0, 1.0))
    return result.real.astype(np.float32), result.imag.astype(np.float32)


def mersenne_twister(width=256, height=4):
    """Two vectors of normal numbers for each seed of 128 bits: one step of the recurrence each, then Box and Muller."""
    seeds = mix(np.arange(4 * width * height), 1).astype(np.uint32).reshape(-1, 4)
    states = [seeds]
    for k in range(1, 5):
        last = states[-1]
        states.append((np.uint32(1812433253) * (last ^ (last >> np.uint32(30))) + np.uint32(k)).astype(np.uint32))
    mask = np.array([0xFDFF37FF, 0xEF7F3F7D, 0xFF777B7D, 0x7FF7FB2F], np.uint32)

    def up(v):
        """The 128 bits 24 places up."""
        low = np.concatenate([np.zeros((len(v), 1), np.uint32), v[:, :3] >> np.uint32(8)], 1)
        return (v << np.uint32(24)) | low

    def down(v):
        high = np.concatenate([v[:, 1:] << np.uint32(8), np.zeros((len(v), 1), np.uint32)], 1)
        return (v >> np.uint32(24)) | high

    def step(a, b, c, d):
        return a ^ up(a) ^ ((b >> np.uint32(13)) & mask) ^ down(c) ^ (d << np.uint32(15))

    first = step(states[0], states[2], states[3], states[4])
    second = step(states[1], states[3], states[4], first)
    radius = np.sqrt(-2 * np.log(first / 2.0**32))
    angle = 2 * np.pi * (second / 2.0**32)
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)], 1).astype(np.float32)


def eigenvalue(length=256, tolerance=0.01):
    """The intervals as bisection leaves them; that each lies within two widths of its eigenvalue is asserted.

    An interval with n > 1 eigenvalues is cut into n equal ones, a piece for each, before anyone asks where they lie; so
    the last cut may give an eigenvalue the piece beside its own.
    """
    diagonal = uniform_f32(np.arange(length), 1, 0.0, 1.0).astype(np.float64)
    beside = uniform_f32(np.arange(length - 1), 2, 0.0, 1.0).astype(np.float64)
    f32 = lambda x: np.asarray(x, np.float32)

    def below(x):
        """How many eigenvalues lie below each x, by the signs of a Sturm sequence."""
        value = diagonal[0] - x
        count = (value < 0).astype(int)
        for k in range(1, length):
            value = diagonal[k] - x - beside[k - 1] ** 2 / value
            count += value < 0
        return count

    reach = np.concatenate([[0], beside]) + np.concatenate([beside, [0]])
    low, high = f32((diagonal - reach).min()), f32((diagonal + reach).max())
    lower, upper = np.full(length, high), np.full(length, high)
    lower[0] = low
    while (upper - lower).max() >= f32(tolerance):
        left = below(lower.astype(np.float64))
        counts = below(upper.astype(np.float64)) - left
        of = np.repeat(np.arange(length), counts)  # the interval of each eigenvalue, and which one there it is
        which = np.concatenate([np.arange(n) for n in counts])
        a, b, n = lower[of], upper[of], counts[of]
        middle = f32((a + b) / f32(2))
        right = below(middle.astype(np.float64)) == left[of]
        narrow = b - a < f32(tolerance)
        width = f32((b - a) / f32(n))
        first = f32(a + f32(width * f32(which)))
        lower = np.where(n > 1, first, np.where(right & ~narrow, middle, a))
        upper = np.where(n > 1, f32(first + width), np.where(right | narrow, b, middle))
    matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    true = np.linalg.eigvalsh(matrix)
    assert np.abs(lower - true).max() < 2 * tolerance and np.abs(upper - true).max() < 2 * tolerance
    return np.stack([lower, upper], 1).astype(np.float32)


def main(folder):
    re, im = fft()
    two, three = simple_image()
    arrays = {
        "simpleimage.output2": two,
        "simpleimage.output3": three,
        "matrixmulimage.c": matrix_mul_image(),
        "sobelfilterimage.output": sobel_image(),
        "recursivegaussian.output": recursive_gaussian(),
        "unsharpmaskimage.output": unsharp_mask_image(),
        "fft.re": re,
        "fft.im": im,
        "mersennetwister.normal": mersenne_twister(),
        "eigenvalue.intervals": eigenvalue(),
    }
    for name, array in arrays.items():
        np.save(os.path.join(folder, name + ".npy"), array.ravel())


if __name__ == "__main__":
    main(sys.argv[1])
