#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes witnesses.csv beside survey.cl: what compilers that are not ours make of its kernels.

    validation/reconvergence/witnesses.py [FILE]

Marks of lanes 0 to 7, as masks: each kernel compiled by clang for this processor and called once
for each lane. Order of the marks in the code of clang 19 for gfx90a and for r600 (cypress), and of
ptxas for sm_80. Needs clang-19 and ptxas.
"""
import csv
import os
import re
import struct
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(FOLDER, "survey.cl")
NAMES = re.findall(r"KERNEL (\w+) ARGUMENTS", open(SOURCE, encoding="utf-8").read())
FUNCTIONS = ["visit", "fail"]
# r600 has neither traps nor calls.
NOT_R600 = ["trap_that_no_lane_takes", "assertions", "fail", "early_return_of_a_called_function"]
STORES = (0x385, 0x386, 0x985, 0x986)  # ST and STG of sm_80


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def masks(folder):
    calls = "".join(f'  puts("{n}"); for (lane = 0; lane < 8; lane++) {{ for (int i = 0; i < 128; i++)'
                    f" marks[i] = 0; {n}(values, marks); print(); }}\n" for n in NAMES)
    text = f"""#include <stdio.h>
typedef unsigned uint;
static uint lane, marks[128], values[16] = {{0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}};
static uint get_global_id(int d) {{ return lane; }}
#define kernel
#define global
#define barrier(fence)
#include "{SOURCE}"
static void print(void) {{
  uint mask = 0;
  for (int j = 0; j < 16; j++) mask |= (marks[16 * lane + j] == 4096 + j) << j;
  printf("%x\\n", mask);
}}
int main(void) {{
{calls}}}
"""
    path = os.path.join(folder, "host.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run("clang-19", "-w", "-O0", path, "-o", path + ".out")
    lines = run(path + ".out").split("\n")
    return {lines[9 * i]: " ".join(lines[9 * i + 1: 9 * i + 9]) for i in range(len(NAMES))}


def assembly(folder, target, identity, without=()):
    path, source = os.path.join(folder, "out.s"), os.path.join(folder, "out.cl")
    text = open(SOURCE, encoding="utf-8").read()
    for name in without:
        text = re.sub(rf"(?m)^[^\n]*\b{name}\b[^;]*?{{\n.*?\n}}\n", "", text, count=1, flags=re.S | re.M)
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    run("clang-19", "-w", "-x", "cl", "-cl-std=CL1.2", "-O2", "-nogpulib", *target,
        f"-Dget_global_id(d)={identity}", "-Dbarrier(fence)=", '-DNOTE(j)="; mark " #j', "-S", source, "-o", path)
    bodies, name = {}, None
    for line in open(path, encoding="utf-8"):
        label = re.match(r"(\w+):", line)
        if label and label.group(1) in NAMES + FUNCTIONS:
            name = label.group(1)
            bodies[name] = []
        elif name:
            bodies[name].append(line)
            name = None if ".size" in line else name
    return bodies


def order_of(bodies):
    """By kernel: its marks in order, then in brackets those of a function that it calls."""
    found = {}
    for name, body in bodies.items():
        seen = []
        for j in re.findall(r"; mark (\d+)", "".join(body)):
            if j not in seen:
                seen.append(j)
        found[name] = seen
    result = {}
    for name in [n for n in NAMES if n in bodies]:
        words = " ".join(found[name])
        for f in FUNCTIONS:
            called = any(re.search(rf"\b{f}\b", line) for line in bodies[name])
            words += f" ({' '.join(found[f])})" if called and f in found else ""
        result[name] = words
    return result


def ptxas_orders(folder):
    ptx, cubin = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
    run("clang-19", "-w", "-x", "cl", "-cl-std=CL1.2", "-O2", "-nogpulib", "--target=nvptx64",
        "-Xclang", "-target-feature", "-Xclang", "+ptx70", "-Xclang", "-target-cpu", "-Xclang", "sm_80",
        "-Dget_global_id(d)=__nvvm_read_ptx_sreg_tid_x()", "-Dbarrier(fence)=__nvvm_bar_sync(0)",
        "-S", SOURCE, "-o", ptx)
    run("ptxas", "-arch=sm_80", ptx, "-o", cubin)
    data = open(cubin, "rb").read()
    at, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    section = [struct.unpack_from("<IIQQQQ", data, at + i * size) for i in range(count)]
    strings = section[names][4]
    orders = {}
    for name, _, _, _, begin, length in section:
        label = data[strings + name:data.index(b"\0", strings + name)].decode()
        if not label.startswith(".text."):
            continue
        seen = []
        for i in range(begin, begin + length, 16):
            low, = struct.unpack_from("<Q", data, i)
            if low & 0xFFF in STORES and low >> 42 not in seen:
                seen.append(low >> 42)
        orders[label[len(".text."):]] = seen
    return orders


def main():
    with tempfile.TemporaryDirectory() as folder:
        lanes = masks(folder)
        gcn = order_of(assembly(folder, ["--target=amdgcn-amd-amdhsa", "-mcpu=gfx90a"],
                                "__builtin_amdgcn_workitem_id_x()"))
        r600 = order_of(assembly(folder, ["--target=r600", "-mcpu=cypress"],
                                 "__builtin_r600_read_tidig_x()", NOT_R600))
        sass = ptxas_orders(folder)
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(FOLDER, "witnesses.csv")
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["kernel", "lanes", "gfx90a", "r600", "sm_80"])
        for n in NAMES:
            rows.writerow([n, lanes[n], gcn[n], r600.get(n, ""), " ".join(map(str, sass.get(n, [])))])


main()
