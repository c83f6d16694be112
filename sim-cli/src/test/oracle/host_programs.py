#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the workloads with host programs expect: host programs written by hand, which do not read the workloads,
run the same OpenCL C on a real OpenCL runtime (Debian 12: pocl-opencl-icd 3.1, python3-pyopencl, python3-numpy 1.24).

  host_programs.py RESOURCES     RESOURCES/kernels is read, RESOURCES/workloads/expected written
"""
import math, os, sys
import numpy as np, pyopencl as cl

I, F, D = np.int32, np.float32, np.float64
FOLDER = sys.argv[1]
CONTEXT = cl.create_some_context(interactive=False)
QUEUE = cl.CommandQueue(CONTEXT)
print(CONTEXT.devices[0].platform.version, 'numpy', np.__version__)


def mix(i, s):
    h = (np.asarray(i, np.uint64) + np.uint64(s * 0x9E3779B9 & 0xFFFFFFFF)) & np.uint64(0xFFFFFFFF)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        h = ((h ^ h >> np.uint64(shift)) * np.uint64(factor)) & np.uint64(0xFFFFFFFF)
    return (h ^ h >> np.uint64(16)).astype(np.int64)


def uniform(i, s): return (mix(i, s) >> 8) * 2.0 ** -24


def build(name):
    with open(f'{FOLDER}/kernels/{name}.cl') as f: return cl.Program(CONTEXT, f.read()).build(['-cl-std=CL1.2'])


def device(array): return cl.Buffer(CONTEXT, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=array)


def get(buffer, array): cl.enqueue_copy(QUEUE, array, buffer).wait(); return array


def put(buffer, array): cl.enqueue_copy(QUEUE, buffer, array).wait()


def run(kernel, groups, block, *arguments):
    kernel(QUEUE, [g * b for g, b in zip(groups, block)], block, *arguments).wait()


def write(name, array):
    print(name, array.dtype, len(array), array[:6])
    array.tofile(f'{FOLDER}/workloads/expected/{name}.bin')


def fnv1a64(raw):
    h = 0xcbf29ce484222325
    for byte in raw: h = (h ^ byte) * 0x100000001b3 & 0xFFFFFFFFFFFFFFFF
    return f'0x{h:016x}'


def kmeans(n=600, features=4, k=6, enough=1, example=False):
    program, i = build('kmeans'), np.arange(n * features)
    points = (10 * uniform(i // features % k * features + i % features, 1) + 4 * uniform(i, 2)).astype(F)
    rows = points.reshape(n, features)
    centres = rows[np.arange(k) * k].copy()
    member, moved = np.full(n, -1, I), np.zeros(n, I)
    columns_, centres_ = device(np.ascontiguousarray(rows.T)), device(centres)
    member_, moved_ = device(member), device(moved)
    rounds = 0
    while True:
        run(program.assign, [(n + 127) // 128], [128], columns_, centres_, member_, moved_, I(n), I(features), I(k))
        get(member_, member)
        for c in range(k):
            total, size = np.zeros(features, F), 0
            for p in np.flatnonzero(member == c): total += rows[p]; size += 1
            if size: centres[c] = total / F(size)
        put(centres_, centres)
        rounds += 1
        if get(moved_, moved).sum() <= enough: break
    if example: return print('examples/kmeans.yaml: member', fnv1a64(member.tobytes()), 'rounds', rounds)
    write('kmeans.member', member); write('kmeans.centres', centres.ravel())
    write('kmeans.sizes', np.bincount(member, minlength=k).astype(np.uint32)); write('kmeans.rounds', np.array([rounds], I))


def srad(rows=48, cols=40, iterations=3, lambda_=0.5):
    program, n = build('srad'), rows * cols
    image = np.array([math.exp(v / 255) for v in np.floor(256 * uniform(np.arange(n), 5))], F)
    groups = (n + 127) // 128
    here, there, c = device(image), device(image), device(image)
    sums, squares = np.zeros(groups, F), np.zeros(groups, F)
    sums_, squares_ = device(sums), device(squares)
    for _ in range(iterations):
        run(program.sums, [groups], [128], here, sums_, squares_, I(n), cl.LocalMemory(512), cl.LocalMemory(512))
        mean = sum(map(float, get(sums_, sums))) / n
        variance = sum(map(float, get(squares_, squares))) / n - mean * mean
        grid = [(cols + 15) // 16, (rows + 7) // 8]
        run(program.coefficients, grid, [16, 8], here, c, I(rows), I(cols), F(variance / (mean * mean)))
        run(program.update, grid, [16, 8], here, c, there, I(rows), I(cols), F(lambda_))
        here, there = there, here
    write('srad.image', np.array([255 * math.log(v) for v in get(here, image)], F))


def streamcluster(n=256, dim=3, candidates=24, z=6.5):
    program, i = build('streamcluster'), np.arange(n * dim)
    points = (4 * uniform(i // dim % 5 * dim + i % dim, 1) + 0.5 * uniform(i, 2)).astype(F)
    rows = points.reshape(n, dim).astype(D)
    centre, cost = np.zeros(n, I), ((rows - rows[0]) ** 2).sum(axis=1).astype(F)
    leave, stay = np.zeros(n, F), np.zeros(n, F)
    points_, centre_, cost_, leave_, stay_, closes_ = map(device, (points, centre, cost, leave, stay, np.zeros(n, I)))
    is_open, opened, centres = {0}, np.zeros(candidates, I), 1
    for r in range(candidates):
        x = int(mix(r, 9)) % n
        if x not in is_open:
            run(program.gain, [n // 64], [64], points_, centre_, cost_, leave_, stay_, I(x), I(n), I(dim))
            get(centre_, centre); get(leave_, leave); get(stay_, stay)
            saved, closing = 0.0, set()
            for c in sorted(is_open):
                kept = sum(float(s) for s in stay[centre == c])
                if kept - z < 0: closing.add(c); saved += z - kept
            gained = -z - sum(map(float, leave)) + saved
            if gained > 0:
                put(closes_, np.array([c in closing for c in range(n)], I))
                run(program.reassign, [n // 64], [64], points_, centre_, cost_, leave_, closes_, I(x), I(n), I(dim))
                is_open = is_open - closing | {x}
                centres = centres + 1 - len(closing)
                assert centres == len(is_open)
        opened[r] = centres
    write('streamcluster.centre', get(centre_, centre)); write('streamcluster.cost', get(cost_, cost))
    write('streamcluster.opened', opened)


def frontier(n=1500):
    program = build('frontier')
    row = np.concatenate([[0], np.cumsum(mix(np.arange(n), 3) % 5)]).astype(I)
    col = (mix(np.arange(row[-1]), 4) % n).astype(I)
    level = np.full(n, -1, I); level[0] = 0
    count = np.zeros(1, I)
    row_, col_, level_, here, there, count_ = map(device, (row, col, level, np.zeros(n, I), np.zeros(n, I), count))
    size, visited, widest, depth = 1, 1, 1, 0
    while size > 0:
        count[0] = 0; put(count_, count)
        run(program.expand, [(size + 63) // 64], [64], row_, col_, level_, here, there, count_, I(size), I(depth))
        here, there = there, here
        size = int(get(count_, count)[0]); visited += size; widest = max(widest, size); depth += 1
    get(level_, level)
    write('frontier.level', level); write('frontier.reached', np.array([visited, widest, level.max()], I))


def backsub(n=40):
    program, i = build('backsub'), np.arange(n * n)
    a = np.where(i % n == i // n, n + uniform(i, 1), np.where(i % n > i // n, uniform(i, 2) - 0.5, 0.0)).astype(F)
    diagonal, x = a[::n + 1].copy(), (1.5 * np.arange(n) - 8).astype(F)
    diagonal_, x_ = device(diagonal), device(x)
    for row in range(n - 1, 0, -1):
        shifted = device(np.concatenate([a[row:], np.zeros(row, F)]))  # what a pointer to a[row] sees
        run(program.eliminate, [(n + 31) // 32], [32], diagonal_, shifted, x_, I(n), I(row))
    run(program.divide, [(n + 31) // 32], [32], x_, diagonal_, I(n))
    get(x_, x)
    exact = np.linalg.solve(a.reshape(n, n).astype(D), 1.5 * np.arange(n) - 8)
    assert np.allclose(x, exact, 1e-4, 1e-4)
    write('backsub.x', x)


def bitonic_steps(n=512):
    program, keys = build('bitonic_steps'), (mix(np.arange(n), 11) % 1000 - 500).astype(I)
    wanted, keys_, size = np.sort(keys), device(keys), 2
    while size <= n:
        stride = size // 2
        while stride >= 1:
            run(program.exchange, [n // 128], [64], keys_, I(size), I(stride))
            stride //= 2
        size *= 2
    get(keys_, keys)
    assert (keys == wanted).all()
    write('bitonic_steps.keys', keys)


for each in (kmeans, srad, streamcluster, frontier, backsub, bitonic_steps): each()
kmeans(2048, 6, 8, 10, example=True)
