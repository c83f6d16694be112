# SPDX-License-Identifier: Apache-2.0
"""Makes softmax_kernel.ptx and softmax_kernel.json with Triton 3.8; no GPU is needed."""
import json

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget


@triton.jit
def softmax_kernel(out, source, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    x = tl.load(source + row * n + at, mask=at < n, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out + row * n + at, e / tl.sum(e, axis=0), mask=at < n)


SIGNATURE = {"out": "*fp32", "source": "*fp32", "n": "i32", "BLOCK": "constexpr"}
source = triton.compiler.ASTSource(fn=softmax_kernel, signature=SIGNATURE, constexprs={"BLOCK": 256})
made = triton.compile(source, target=GPUTarget("cuda", 80, 32))
open("softmax_kernel.ptx", "w").write(made.asm["ptx"])
kept = ("name", "num_warps", "num_ctas", "shared", "global_scratch_size", "profile_scratch_size", "triton_version")
metadata = {key: value for key, value in made.metadata._asdict().items() if key in kept}
open("softmax_kernel.json", "w").write(json.dumps(metadata, indent=1) + "\n")
