#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast a sweep is: 10 kernels x 10 devices x 20 settings on all processors, and the loop of `run`
calls that one would write instead, of which every 40th point is taken, as the whole takes an hour.

    tools/sweep-speed.py [--every K]

Prints points a second, processors kept busy, the peak of memory, executions, and how many times
faster the sweep is. LOCKSTEP names another command than sim-cli/target/lockstep/bin/lockstep.
"""
import argparse
import itertools
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCKSTEP = os.environ.get("LOCKSTEP", str(ROOT / "sim-cli/target/lockstep/bin/lockstep"))
OWN = ROOT / "examples"
OTHERS = ROOT / "sim-cli/src/test/resources/workloads"
KERNELS = [OWN / f"{k}.yaml" for k in ("matmul", "transpose", "vecadd", "spmv", "nbody")]
KERNELS += [OTHERS / f"{k}.yaml" for k in ("histogram", "reduce", "scan", "blackscholes", "mandelbrot")]
PARAMETERS = {"matmul": ["n=224"]}
DEVICES = "hd5770 hd5870 hd6950 hd6970 8800gtx 9800gtx gtx280 mi100 mi210 mi300a".split()
SETTINGS = {"dram.bandwidth": ["*0.5", "*0.75", "*1", "*1.5", "*2"], "host.launch": ["2us", "4us", "8us", "16us"]}


def run(*words):
    """Wall seconds, processor seconds, and the most memory of a process so far in MB."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([LOCKSTEP, *map(str, words)], capture_output=True, text=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 5):  # refused: a row of the sweep, too
        sys.exit(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, after.ru_maxrss / 1024, done.stdout


def main():
    every = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    every.add_argument("--every", type=int, default=40, metavar="K")
    every = every.parse_args().every
    run("--version")
    with tempfile.TemporaryDirectory() as work:
        text = "workloads:\n"
        for kernel in KERNELS:
            given = ", ".join(p.replace("=", ": ") for p in PARAMETERS.get(kernel.stem, []))
            text += f"  - {{file: {kernel}" + (f", parameters: {{{given}}}" if given else "") + "}\n"
        text += f"devices: [{', '.join(DEVICES)}]\nset:\n"
        for figure, values in SETTINGS.items():
            text += f"  {figure}: [{', '.join(repr(v) for v in values)}]\n"
        file, folder = pathlib.Path(work, "s.yaml"), pathlib.Path(work, "sweep")
        file.write_text(text)
        wall, cpu, peak, _ = run("sweep", file, "-o", f"{folder}/")
        rows = run("sweep", "query", folder, "select status, count(*) n from points group by status", "-f", "csv")[3]
        points = sum(int(line.rsplit(",", 1)[1]) for line in rows.splitlines()[1:])
        print(f"sweep: {points} points in {wall:.1f} s, {points / wall:.1f} a second, {cpu / wall:.2f} processors,")
        print(f"  peak {peak:.0f} MB; {' '.join(rows.split()[1:])}")

        names = list(SETTINGS)
        calls = list(itertools.product(KERNELS, DEVICES, *SETTINGS.values()))
        took = processors = count = 0
        for kernel, device, *values in calls[:: every]:
            words = ["run", kernel, "-d", device]
            words += itertools.chain(*(["--set", f"{n}={v}"] for n, v in zip(names, values)))
            words += itertools.chain(*(["-p", p] for p in PARAMETERS.get(kernel.stem, [])))
            one = run(*words)
            took, processors, count = took + one[0], processors + one[1], count + 1
        whole = took / count * len(calls)
        print(f"loop of run: {count} calls in {took:.1f} s, so {len(calls)} in {whole:.0f} s: {whole / wall:.1f} times the sweep's time")
        print(f"  processors {processors / took:.2f}; {processors / count * len(calls) / cpu:.1f} times its processor time")


if __name__ == "__main__":
    main()
