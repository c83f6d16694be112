#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the code of small kernels with that of clang 19 and ptxas (docs/compilers.md).

    validation/compilers.py [--kernels 150] [--seed 1] [--cost ROUNDS] [-o docs/compilers.md] [--keep FOLDER]

Makes kernels of OpenCL C by a seed, of loops, helper functions, private arrays, strides, types, atomics
and work-group memory, and counts the instructions of Lockstep's code beside those of the compilers
that are installed: clang 19 for gfx908, gfx942 and r600 (cypress), with its libclc; ptxas for the
capabilities 7.5, 8.0 and 9.0, of the same PTX, whose code also runs in simulated time. --cost measures what each part of Lockstep's compilers
costs in lowering time, and what each step that can be left out costs and saves.
"""
import argparse
import csv
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOCKSTEP = os.path.join(ROOT, "lockstep")
AMD = {"mi100": ("amdgcn--amdhsa", "gfx908", "amdgcn--amdhsa.bc"),
       "mi300x": ("amdgcn--amdhsa", "gfx942", "amdgcn--amdhsa.bc"),
       "hd5870": ("r600--", "cypress", "cypress-r600--.bc")}
NVIDIA = ["t4", "a100", "h100_sxm"]
FAMILIES = ["hd5870", "mi100", "gtx280", "a100"]
CLASSES = ["arithmetic", "memory", "control"]

PAGE = """\
# Code beside that of compilers

`validation/compilers.py --cost 30 -o docs/compilers.md` writes this page: {kernels} small kernels of OpenCL C, made by seed {seed} of
loops, helper functions, private arrays, strides, types, atomics and work-group memory, compiled by
Lockstep and by clang 19 (gfx908 for mi100, gfx942 for mi300x, cypress for hd5870; libclc) or ptxas 13
(7.5, 8.0 and 9.0, from the same PTX). Counted are instructions as they stand in the code, each once, whether
in a loop or not, without waits: of VLIW, operations. The first kernel:

{example}

Ratios are Lockstep's count divided by the compiler's: of all instructions the median and the 90th
percentile, of classes, registers and loads in flight at most the median.

```
{table}
```

Kernels beyond 1.5 or below 1 / 1.5:

```
{outliers}
```
{times}{cost}"""

TIMES = """
## Time of ptxas' code

The same kernels in 8 blocks of 256 work-items, their loops of 48 rounds: the cycles of Lockstep's code
divided by those of ptxas' code, where that can be followed (`code.source=ptxas`).

```
{table}
```

Beyond 1.15 or below 1 / 1.15:

```
{outliers}
```

Not followed, by the reason that Lockstep gives:

{refused}
"""

COST = """
## What passes cost

Microseconds that one of these kernels takes in compiled code of a JDK 17, from PTX to the portable
kernel (front end) and from there to a device's code, with the parts of a compiler that take at least
3 % of it, by samples of the profiler ({rounds} × 4 rounds over all kernels):

```
{parts}
```

Steps that `compiler.without` leaves out, where that changes the time by 2 % or the lines of code by
0.2 %: the share of the lowering time that the step costs (fastest of {rounds} rounds each, in turn; below 0
if other parts take longer without it), and the lines of code without it, as a ratio:

```
{steps}
```

Others cost and save less:

{others}
"""

# Why the code of kernels with a piece is longer (True) or shorter than the compiler's, by device.
CAUSES = [
    ("mi.*", False, "strided", "LLVM makes a second loop for neighbouring elements (p = 1)"),
    ("mi.*", False, "divisions", "LLVM makes a second loop, of two divisions at once"),
    ("mi.*", False, "helper", "libclc's native_recip is a division"),
    ("mi.*", False, "constant_array", "libclc's native_recip is a division"),
    ("mi.*", True, "strided", "a requested unrolling reaches the back end of PTX alone"),
    ("hd5870", False, "early", "LLVM's r600 keeps the ways out of a loop in flags"),
    ("hd5870", False, "strided", "LLVM's r600 counts bits by shifts and sums"),
    ("hd5870", False, "constant_array", "LLVM's r600 extends factors of 24 bits by two shifts"),
    ("t4|a100|h100_sxm", False, "tree", "ptxas unrolls the loop over the tree's levels"),
]


# Why the code of kernels with a piece takes longer (True) or shorter than that of ptxas.
SLOWER = [
    ("private_array", False, "ptxas copies the counter and compares with the first element, too, in each round"),
    ("branches", True, "ptxas loads ahead of both sides of a branch"),
]


class Kernel:
    """A kernel that adds up what some pieces compute. Types that a device lacks are left out."""

    def __init__(self, rng, number):
        self.rng = rng
        self.name = f"k{number:03}"
        self.type = rng.choice(["float", "float", "int", "uint"])
        self.helpers, self.local = [], []
        pieces = [rng.choice(PIECES) for _ in range(rng.choice([1, 1, 2, 3]))]
        self.kinds = [piece.__name__ for piece in pieces]
        body = [f"{{\n{piece(self, k)}\n}}" for k, piece in enumerate(pieces)]
        self.text = "\n".join(
            self.helpers
            + [f"__kernel void {self.name}(__global {self.type} *o, __global const {self.type} *restrict a, "
               f"__global int *h, int n, int p, {self.type} w) {{"]
            + self.local + [f"int i = get_global_id(0), lane = get_local_id(0); {self.type} s = 0, x = a[i];"] + body + ["o[i] = s;", "}"])

    def value(self):
        return self.rng.choice(["x", "w", f"a[i + {self.rng.randrange(1, 9)}]", "a[i + p]"])

    def expression(self, x, y):
        of_floats = [f"{x} * {y} + w", f"fmin({x}, {y})", f"fabs({x} - {y})", f"{x} / {y}", f"sqrt({x}) * {y}",
                     f"mad({x}, w, {y})", f"({x} > {y} ? {x} - w : {y})", f"clamp({x}, 0.0f, {y})",
                     f"native_recip({x}) + {y}", f"floor({x}) * {y}"]
        of_integers = [f"{x} * {y} + w", f"min({x}, {y})", f"({x} ^ {y}) & w", f"({x} << 3) + {y}",
                       f"({x} >> 2) | {y}", f"mul24({x}, {y}) + w", f"mad24({x}, {y}, w)", f"mul_hi({x}, {y})",
                       f"({x} > {y} ? {x} - {y} : {y} - {x})", f"max({x}, {y}) - w", f"rotate({x}, ({self.type})5) + {y}",
                       f"popcount({x}) + {y}", f"clz({x}) + {y}"]
        return self.rng.choice(of_floats if self.type == "float" else of_integers)


def strided(k, c):
    unroll = k.rng.choice([1, 1, 2, 4])
    return f"#pragma unroll {unroll}\nfor (int j = 0; j < n; j++) s += {k.expression('a[j * p + i]', 'x')};"


def neighbours(k, c):
    many = k.rng.randrange(2, 5)
    return " ".join(f"s += a[4 * i + {j}];" for j in range(many)) + \
        " ".join(f"o[4 * i + {j} + p] = s + {j};" for j in range(many))


def helper(k, c):
    name = f"{k.name}_{c}"
    k.helpers.append(f"{k.type} {name}({k.type} x, {k.type} y, {k.type} w) {{ "
                     f"{k.type} t = {k.expression('x', 'y')}; return {k.expression('t', 'y')}; }}")
    calls = " ".join(f"s = {name}(s + {k.value()}, x, w);" for _ in range(k.rng.randrange(1, 4)))
    return calls


def private_array(k, c):
    size = k.rng.choice([4, 8])
    index = k.rng.choice([f"j & {size - 1}", f"(i + j) & {size - 1}"])
    return (f"{k.type} q[{size}]; for (int j = 0; j < {size}; j++) q[j] = a[i + j];\n#pragma unroll 1\n"
            f"for (int j = 0; j < n; j++) s += q[{index}] * w;")


def constant_array(k, c):
    size = k.rng.choice([4, 8])
    return (f"{k.type} q[{size}]; for (int j = 0; j < {size}; j++) q[j] = a[i + j * 64];\n"
            f"for (int j = 1; j < {size}; j++) s += {k.expression('q[j]', 'q[j - 1]')};")


def branches(k, c):
    return (f"if ({k.value()} > w) s += {k.expression('x', 's')}; else s -= {k.expression('s', 'x')};\n"
            f"if (x < s) s += a[i + 2];")


def early(k, c):
    return f"#pragma unroll 1\nfor (int j = 0; j < n; j++) {{ if (a[j * p + i] < w) break; s += {k.expression('s', 'x')}; }}"


def cases(k, c):
    arms = " ".join(f"case {j}: s += {k.expression('x', 's')}; break;" for j in range(4))
    return f"switch (p & 3) {{ {arms} }}"


def bytes_(k, c):
    return ("__global const uchar *b = (__global const uchar *)a; "
            + " ".join(f"s += b[4 * i + {j}];" for j in range(k.rng.choice([1, 4]))))


def shorts(k, c):
    return "__global const short *b = (__global const short *)a; short t = b[i]; t = t * (short)p + (short)n; s += t;"


def longs(k, c):
    return "long t = (long)n * p; t += (long)i << 5; s += (int)(t >> 7);"


def divisions(k, c):
    return k.rng.choice(["s += (i / p) + (i % p);", "s += (uint)i / 7u + (uint)i % 7u;",
                         "#pragma unroll 1\nfor (int j = 1; j < n; j++) s += j / p;"])


def vectors(k, c):
    return (f"{k.type}4 t = vload4(i, a); t = t * t + ({k.type}4)(w); vstore4(t, i, o + n); s += t.x + t.w;")


def work_group(k, c):
    k.local.append(f"__local {k.type} l{c}[256];")
    return (f"l{c}[lane] = x; barrier(CLK_LOCAL_MEM_FENCE); "
            + " ".join(f"s += l{c}[(lane + {j}) & 255];" for j in k.rng.sample([1, 2, 4, 8, 16, 32], 2)))


def tree(k, c):
    k.local.append(f"__local {k.type} l{c}[256];")
    return (f"l{c}[lane] = x;\n#pragma unroll 1\nfor (int j = 128; j > 0; j >>= 1) {{ barrier(CLK_LOCAL_MEM_FENCE); "
            f"if (lane < j) l{c}[lane] += l{c}[lane + j]; }} s += l{c}[0];")


def atomics(k, c):
    return k.rng.choice(["atomic_add(h + (i & 63), n);", "atomic_inc(h);", "s += atomic_max(h + i, p);",
                         "atomic_add(h + p, i);"])


PIECES = [strided, strided, neighbours, helper, helper, private_array, constant_array, branches, early, cases, bytes_,
          shorts, longs, divisions, vectors, work_group, tree, atomics]


class Code:
    """Counts of a kernel's code: instructions by class, registers, loads in flight at most."""

    def __init__(self):
        self.counts = dict.fromkeys(CLASSES, 0)
        self.registers = 0
        self.loads = 0
        self.flying = 0

    def total(self):
        return sum(self.counts.values())

    def waits(self, left):
        self.flying = min(self.flying, left)

    def load(self):
        self.flying += 1
        self.loads = max(self.loads, self.flying)


def gcn(lines):
    """Code of GCN, of clang or of Lockstep."""
    code = Code()
    for line in lines:
        words = line.split()
        if not words or not re.match(r"[a-z]+_[a-z0-9_]+$", words[0]):
            continue
        name = words[0]
        if name == "s_waitcnt":
            left = re.search(r"vmcnt\((\d+)\)", line)
            if left:
                code.waits(int(left.group(1)))
        elif name in ("s_nop", "s_code_end", "s_inst_prefetch"):
            continue
        elif re.match(r"(global|flat|buffer|scratch|ds|s_load|s_buffer)_", name):
            code.counts["memory"] += 1
            if re.match(r"(global|flat|buffer|scratch)_load", name):
                code.load()
        elif re.match(r"s_(cbranch|branch|endpgm|barrier|setpc|trap)|.*saveexec|s_.*_b64$", name) and "exec" in line \
                or re.match(r"s_(cbranch|branch|endpgm|barrier|setpc|trap)", name):
            code.counts["control"] += 1
        else:
            code.counts["arithmetic"] += 1
    return code


def clang_gcn(text):
    """Kernels of clang's assembly by name."""
    found = {}
    for part in re.split(r"\n(?=k\d{3}:)", text)[1:]:
        name = part[:4]
        code = gcn(part.split("s_endpgm")[0].split("\n")[1:] + ["s_endpgm"])
        registers = re.search(r"; NumVgprs: (\d+)", part)
        code.registers = int(registers.group(1)) if registers else 0
        found[name] = code
    return found


def own_gcn(text):
    found = {}
    for part in re.split(r"^(?=; k\d{3}, gfx)", text, flags=re.M)[1:]:
        code = gcn(part.split("\n")[1:])
        code.registers = int(re.search(r"(\d+) VGPRs?", part).group(1))
        found[part[2:6]] = code
    return found


def clang_r600(text):
    found = {}
    for part in re.split(r"\n(?=k\d{3}:)", text)[1:]:
        code = Code()
        for line in part.split("; Function Header")[0].split("\n")[1:]:
            words = line.split(";")[0].replace("*", " ").split()
            if not words or words[0].startswith((".", ";")):
                continue
            name = words[0]
            if re.match(r"(VTX_READ|MEM_RAT|TEX_|LDS_)", name):
                code.counts["memory"] += 1
            elif re.match(r"(ALU|TEX$|VTX$|PAD|Fetch|CF_END|END)", name):
                continue
            elif re.match(r"(JUMP|ELSE|POP|LOOP|END_LOOP|WHILE|BREAK|CONTINUE|GROUP_BARRIER)", name):
                code.counts["control"] += 1
            elif re.match(r"[A-Z][A-Z0-9_]+$", name):
                code.counts["arithmetic"] += 1
        found[part[:4]] = code
    return found


def own_r600(text):
    found = {}
    for part in re.split(r"^(?=; k\d{3}: VLIW)", text, flags=re.M)[1:]:
        code = Code()
        code.registers = int(re.search(r"(\d+) registers", part).group(1))
        for line in part.split("\n")[2:]:
            slot = re.match(r"\s+(?:\d+\s+)?[xyzwt]: +([A-Z0-9_]+)", line)
            clause = re.match(r"\d+ ([A-Z_0-9]+)", line)
            if slot:
                name = slot.group(1)
                kind = "memory" if name.startswith("LDS_") else "control" if name == "GROUP_BARRIER" else "arithmetic"
                code.counts[kind] += 1
            elif re.match(r"\s+VTX_READ", line):
                code.counts["memory"] += 1
            elif clause and clause.group(1).startswith("MEM_RAT"):
                code.counts["memory"] += 1
            elif clause and re.match(r"(JUMP|ELSE|POP|LOOP|END_LOOP)", clause.group(1)):
                code.counts["control"] += 1
        found[part[2:6]] = code
    return found


def sass(text):
    """Code of NVIDIA, of ptxas or of Lockstep, from Lockstep's listing."""
    found = {}
    for part in re.split(r"^(?=// k\d{3}, sm_)", text, flags=re.M)[1:]:
        code = Code()
        code.registers = int(re.search(r"(\d+) registers", part).group(1))
        counters = {}
        for line in part.split("\n")[1:]:
            row = re.match(r"\s+B([0-5-]{6}):R[0-5-]:W([0-5-]):.*?  (?:@!?U?P\d )?([A-Z0-9]+)", line)
            if not row:
                continue
            waits, writes, name = row.groups()
            for w in waits.replace("-", ""):
                code.flying -= counters.pop(w, 0)
            if re.match(r"(LD|ST|ATOM|RED|LDS|STS|LDC|ULDC|CCTL)", name) and name != "LDGDEPBAR":
                code.counts["memory"] += 1
                if name in ("LDG", "LD", "LDL"):
                    code.load()
                    counters[writes] = counters.get(writes, 0) + 1
            elif re.match(r"(BRA|EXIT|BSSY|BSYNC|BREAK|BAR|MEMBAR|CALL|RET|BRX|WARPSYNC|NOP|YIELD)", name):
                code.counts["control"] += name not in ("NOP", "YIELD")
            else:
                code.counts["arithmetic"] += 1
        found[part[3:7]] = code
    return found


def run(words):
    done = subprocess.run(words, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def own(file, device, *more):
    return subprocess.run([LOCKSTEP, "inspect", file, "-d", device, "--static", *more],
                          capture_output=True, text=True).stdout


def pairs(kernels, folder):
    """By device: kernels in both compilers' code, as (name, Lockstep's, the other's)."""
    every = os.path.join(folder, "all.cl")
    with open(every, "w") as out:
        out.write("\n".join(k.text for k in kernels))
    result = {}
    for device, (target, cpu, library) in AMD.items():
        if not shutil.which("clang-19"):
            continue
        both = {}
        theirs = {}
        for k in kernels:
            file = os.path.join(folder, k.name + ".cl")
            with open(file, "w") as out:
                out.write(k.text)
            # The r600 back end fails on some kernels, which then are compared on the others only.
            text = run(["clang-19", "-x", "cl", "-cl-std=CL1.2", "-O3", "-target", target, f"-mcpu={cpu}", "-Xclang",
                        "-finclude-default-header", "-Xclang", "-mlink-builtin-bitcode", "-Xclang",
                        f"/usr/lib/clc/{library}", "-nogpulib", "-w", "-S", "-o", "-", file])
            if text:
                theirs.update(clang_r600("\n" + text) if device == "hd5870" else clang_gcn("\n" + text))
        ours = (own_r600 if device == "hd5870" else own_gcn)(own(every, device))
        result[device] = [(k.name, ours[k.name], theirs[k.name]) for k in kernels
                          if k.name in ours and k.name in theirs]
    for device in NVIDIA:
        if shutil.which("ptxas"):
            ours = sass(own(every, device))
            theirs = sass(own(every, device, "--set", "code.source=ptxas"))
            result[device] = [(k.name, ours[k.name], theirs[k.name]) for k in kernels
                              if k.name in ours and k.name in theirs]
    return result


WORKLOAD = """\
name: {name}
kernels: all.cl
buffers:
  o: {{type: {type}, count: 32768}}
  a: {{type: {type}, count: 32768, init: {init}}}
  h: {{type: i32, count: 32768}}
steps:
  - {{launch: {name}, grid: [8], block: [256], args: [o, a, h, {{i32: 48}}, {{i32: 67}}, {{{type}: {w}}}]}}
"""


def times(kernels, folder):
    """The section on the time of ptxas' code."""
    files = []
    for k in kernels:
        floating = k.type == "float"
        files.append(os.path.join(folder, k.name + ".yaml"))
        with open(files[-1], "w") as out:
            out.write(WORKLOAD.format(
                name=k.name, type={"float": "f32", "int": "i32", "uint": "u32"}[k.type], w=0.02 if floating else 3,
                init="{uniform: {seed: 2}}" if floating else "{integers: {seed: 2, low: 0, high: 999}}"))
    said = subprocess.run([LOCKSTEP, "sweep", *files, "-d", ",".join(NVIDIA), "--set", "code.source=builtin,ptxas"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    cycles, reasons = {}, {}
    for row in csv.DictReader(said.splitlines()):
        if row["status"] == "ok":
            cycles[row["device"], row["workload"], row["set.code.source"]] = float(row["kernel_cycles"])
        else:
            reason = re.sub(r"kernel '\w+': | of line \d+ of the PTX", "", row["message"])
            reasons.setdefault(reason, set()).add(row["workload"])
    kinds = {k.name: k.kinds for k in kernels}
    lines = ["device    kernels  median  p10   p90", "--------  -------  ------  ----  ----"]
    outside = ["device    kernel  ratio  cause", "--------  ------  -----  -----"]
    for device in NVIDIA:
        ratios = {k.name: cycles[device, k.name, "builtin"] / cycles[device, k.name, "ptxas"] for k in kernels
                  if (device, k.name, "ptxas") in cycles}
        values = list(ratios.values())
        lines.append(f"{device:8}  {len(values):7}  {statistics.median(values):6.2f}  {quantile(values, 0.1):4.2f}  "
                     f"{quantile(values, 0.9):4.2f}")
        for name, r in sorted(ratios.items(), key=lambda item: -item[1]):
            if not 1 / 1.15 <= r <= 1.15:
                why = next((text for piece, slower, text in SLOWER if slower == (r > 1) and piece in kinds[name]),
                           "not explained")
                outside.append(f"{device:8}  {name:6}  {r:5.2f}  {why}")
    refused = "\n".join(f"- {reason}: {', '.join(sorted(names))}" for reason, names in sorted(reasons.items()))
    return TIMES.format(table="\n".join(lines), outliers="\n".join(outside), refused=refused)


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def ratio(a, b):
    return (a + 0.5) / (b + 0.5) if min(a, b) == 0 else a / b


def table(result):
    lines = ["device    kernels  median  p90   arithmetic  memory  control  registers  loads in flight",
             "--------  -------  ------  ----  ----------  ------  -------  ---------  ---------------"]
    for device, rows in result.items():
        totals = [ratio(a.total(), b.total()) for _, a, b in rows]
        by = [statistics.median(ratio(a.counts[c], b.counts[c]) for _, a, b in rows) for c in CLASSES]
        registers = [ratio(a.registers, b.registers) for _, a, b in rows if b.registers]
        loads = [ratio(a.loads, b.loads) for _, a, b in rows if b.loads]
        lines.append(f"{device:8}  {len(rows):7}  {statistics.median(totals):6.2f}  {quantile(totals, 0.9):4.2f}  "
                     f"{by[0]:10.2f}  {by[1]:6.2f}  {by[2]:7.2f}  "
                     + (f"{statistics.median(registers):9.2f}  " if registers else f"{'':9}  ")
                     + (f"{statistics.median(loads):15.2f}" if loads else "").rstrip())
    return "\n".join(line.rstrip() for line in lines)


def cause(device, more, kinds):
    for pattern, longer, piece, text in CAUSES:
        if re.fullmatch(pattern, device) and longer == more and piece in kinds:
            return text
    return "not explained"


def outliers(result, kernels):
    kinds = {k.name: k.kinds for k in kernels}
    lines = ["device    kernel  ours  theirs  ratio  cause", "--------  ------  ----  ------  -----  -----"]
    for device, rows in result.items():
        for name, a, b in sorted(rows, key=lambda r: -ratio(r[1].total(), r[2].total())):
            r = ratio(a.total(), b.total())
            if r > 1.5 or r < 1 / 1.5:
                lines.append(f"{device:8}  {name:6}  {a.total():4}  {b.total():6}  {r:5.2f}  {cause(device, r > 1, kinds[name])}")
    return "\n".join(lines)


def cost(folder, rounds):
    """The section on the cost of passes: LoweringCost.java measures on the PTX of all kernels."""
    cache = os.path.join(folder, "cache")
    env = dict(os.environ, XDG_CACHE_HOME=cache)
    subprocess.run([LOCKSTEP, "inspect", os.path.join(folder, "all.cl"), "-d", "a100", "--static"],
                   capture_output=True, env=env, check=True)
    kept = os.path.join(cache, "lockstep", "ptx")
    ptx = os.path.join(folder, "all.ptx")
    shutil.copy(os.path.join(kept, os.listdir(kept)[0]), ptx)
    modules = os.path.join(ROOT, "sim-cli", "target", "lockstep", "modules")
    out = subprocess.run(["java", "-p", modules, "--add-modules", "ALL-MODULE-PATH,jdk.jfr",
                          os.path.join(ROOT, "validation", "LoweringCost.java"), ptx, str(rounds), *FAMILIES],
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split(",") for line in out.splitlines()]
    totals = {r[1]: (int(r[2]), float(r[3])) for r in rows if r[0] == "total"}
    parts = ["compiler   kernels  microseconds  parts", "---------  -------  ------------  -----"]
    for device, (kernels, time) in totals.items():
        of = sorted(((int(r[3]) / int(r[4]), r[2]) for r in rows if r[0] == "part" and r[1] == device), reverse=True)
        named = [f"{name} {share:.0%}" for share, name in of if share >= 0.03]
        for k in range(0, len(named), 4):
            start = f"{device:9}  {kernels:7}  {time:12.0f}" if k == 0 else " " * 32
            parts.append(f"{start}  " + ", ".join(named[k:k + 4]))
    steps = ["device  step                 cost  lines without", "------  -------------------  ----  -------------"]
    others = {}
    for _, device, step, time, lines in (r for r in rows if r[0] == "step"):
        if abs(1 - float(time)) >= 0.02 or abs(1 - float(lines)) >= 0.002:
            steps.append(f"{device:6}  {step:19}  {round(100 * (1 - float(time))):3}%  {float(lines):13.3f}")
        else:
            others.setdefault(device, []).append(f"`{step}`")
    rest = "\n".join(f"- {device}: {', '.join(names)}" for device, names in others.items())
    return COST.format(rounds=rounds, parts="\n".join(parts), steps="\n".join(steps), others=rest)


def page(result, kernels, seed, timed, cost):
    return PAGE.format(kernels=len(kernels), seed=seed, table=table(result), outliers=outliers(result, kernels),
                       times=timed, cost=cost,
                       example="\n".join("    " + line for line in kernels[0].text.split("\n")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kernels", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cost", type=int, metavar="ROUNDS", help="measure the cost of passes, too")
    parser.add_argument("--keep", help="folder for the kernels")
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    kernels = [Kernel(rng, n) for n in range(args.kernels)]
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    result = pairs(kernels, folder)
    print(table(result) + "\n\n" + outliers(result, kernels))
    if args.output:
        with open(args.output, "w") as out:
            out.write(page(result, kernels, args.seed, times(kernels, folder) if shutil.which("ptxas") else "",
                           cost(folder, args.cost) if args.cost else ""))
    if not args.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
