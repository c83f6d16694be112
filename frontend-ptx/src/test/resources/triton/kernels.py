# SPDX-License-Identifier: Apache-2.0
"""Makes the PTX and the JSON of five kernels with Triton 3.8, for sm_80 and sm_90; no GPU is needed."""
import json

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n), mask=at < n)


@triton.jit
def softmax_kernel(out, source, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(source + row * n + at, mask=at < n, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out + row * n + at, e / tl.sum(e, axis=0), mask=at < n)


@triton.jit
def norm_kernel(out, source, weight, n, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(source + row * n + at, mask=at < n, other=0.0)
    d = tl.where(at < n, x - tl.sum(x, axis=0) / n, 0.0)
    scale = 1 / tl.sqrt(tl.sum(d * d, axis=0) / n + epsilon)
    tl.store(out + row * n + at, d * scale * tl.load(weight + at, mask=at < n), mask=at < n)


@triton.jit
def count_kernel(counts, source, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(counts + tl.load(source + at, mask=at < n, other=0), 1, mask=at < n)


@triton.jit
def matmul_kernel(a, b, c, n, TILE: tl.constexpr):
    rows = tl.program_id(0) * TILE + tl.arange(0, TILE)
    columns = tl.program_id(1) * TILE + tl.arange(0, TILE)
    inner = tl.arange(0, TILE)
    sums = tl.zeros((TILE, TILE), dtype=tl.float32)
    for k in range(0, n, TILE):
        left = tl.load(a + rows[:, None] * n + (k + inner)[None, :])
        right = tl.load(b + (k + inner)[:, None] * n + columns[None, :])
        sums = tl.dot(left, right, sums)
    tl.store(c + rows[:, None] * n + columns[None, :], sums)


KERNELS = [
    (add_kernel, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 256}),
    (softmax_kernel, {"out": "*fp32", "source": "*fp32", "n": "i32"}, {"BLOCK": 256}),
    (norm_kernel, {"out": "*fp32", "source": "*fp32", "weight": "*fp32", "n": "i32", "epsilon": "fp32"}, {"BLOCK": 256}),
    (count_kernel, {"counts": "*i32", "source": "*i32", "n": "i32"}, {"BLOCK": 256}),
    (matmul_kernel, {"a": "*fp16", "b": "*fp16", "c": "*fp32", "n": "i32"}, {"TILE": 32}),
]
KEPT = ("name", "num_warps", "num_ctas", "shared", "global_scratch_size", "profile_scratch_size", "triton_version")

for capability in (80, 90):
    for kernel, types, constants in KERNELS:
        signature = types | {name: "constexpr" for name in constants}
        source = triton.compiler.ASTSource(fn=kernel, signature=signature, constexprs=constants)
        made = triton.compile(source, target=GPUTarget("cuda", capability, 32))
        name = f"{made.metadata.name}_{capability}"
        open(name + ".ptx", "w").write(made.asm["ptx"])
        metadata = {key: value for key, value in made.metadata._asdict().items() if key in KEPT}
        open(name + ".json", "w").write(json.dumps(metadata, indent=1) + "\n")
