#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares sampled runs of the kernels in validation/sampling with exact runs (docs/sampling.md).

    validation/sampling.py [-d hd5870,gtx280] [-k vecadd,spmv] [--rounds 120,140,160] [-o FILE] [--again]

Each kernel runs on each device with grids of about the given numbers of rounds, a round being the
work-groups that the device holds at once, so that windows fall elsewhere. Prints a row for each
estimate: its error, its interval, the share of work-groups left out, the wall time of both runs.
-o keeps the rows as CSV; rows that it has are not computed again, with --again only their exact
runs are not.

    validation/sampling.py --unequal [-d gtx280,hd5870,hd6970,mi100,a100] [-k rare,hubs] [-o FILE] [--again]

The same for the twenty kernels of unequal.cl, whose work-groups have unequal work, in launches of
200 rounds.
"""
import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
KERNELS = ["vecadd", "stencil", "transpose", "histogram", "gather", "triangular_loads",
           "triangular_alu", "spmv", "matmul", "bfs", "nbody", "scan"]
REGULAR = ["vecadd", "stencil", "triangular_loads", "triangular_alu", "matmul", "nbody", "scan",
           "histogram"]
UNEQUAL = ["rare", "rarest", "heavy_tail", "heavy_end", "ramp_up", "ramp_down", "two_phases",
           "block", "periodic", "early_exits", "heavy_head", "power", "power_descending",
           "power_ascending", "hubs", "sparse_rows", "sparse_rows_descending", "rare_streams",
           "stream_or_compute", "stream_then_compute"]  # by KIND of unequal.cl
# By device: its units, work-groups that a unit holds, bytes of local memory that make it hold as many.
HELD = {"gtx280": (30, 8, 4), "hd5870": (20, 8, 4), "hd6970": (24, 8, 4), "mi100": (40, 4, 16384),
        "a100": (36, 6, 27648)}
UNEQUAL_ROUNDS = 200
FIELDS = ["kernel", "device", "groups", "exact", "sampled", "interval", "skipped",
          "converged", "wall_exact", "wall_sampled"]


def lockstep(words):
    start = time.time()
    done = subprocess.run([LOCKSTEP, *words, "--format", "json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"lockstep {' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)["results"][0], time.time() - start


def groups_of_a_round(kernel, device):
    """The work-groups that a device holds at once: of its occupancy, times its units."""
    result, _ = lockstep(["run", f"{FOLDER}/sampling/{kernel}.yaml", "-d", device, "-p", "groups=128"])
    figures = json.loads(subprocess.run([LOCKSTEP, "devices", device, "--format", "json"],
                                        capture_output=True, text=True).stdout)
    units = figures["figures"]["unit.count"]["canonical"]
    return int(units) * int(result["statistics"]["occupancy.groups"])


def words_of(kernel, device, groups):
    if kernel not in UNEQUAL:
        return ["run", f"{FOLDER}/sampling/{kernel}.yaml", "-d", device, "-p", f"groups={groups}"]
    units, held, local = HELD[device]
    return ["run", f"{FOLDER}/sampling/unequal.yaml", "-d", device, "--set", f"unit.count={units}",
            "-p", f"kind={UNEQUAL.index(kernel)}", "-p", f"round={units * held}",
            "-p", f"groups={groups}", "-p", f"local={local}"]


def measure(kernel, device, groups, row, sample):
    words = words_of(kernel, device, groups)
    if row is None:
        exact, wall = lockstep(words)
        row = {"exact": str(exact["statistics"]["time.kernels"]), "wall_exact": f"{wall:.1f}"}
    result, wall = lockstep([*words, "--sample", sample])
    figures = result["statistics"]
    skipped = figures["sample.skipped_groups"] / (
        figures["sample.skipped_groups"] + figures["sample.groups"])
    return {"kernel": kernel, "device": device, "groups": str(groups),
            "exact": row["exact"], "sampled": figures["time.kernels"],
            "interval": figures["sample.interval"], "skipped": f"{skipped:.3f}",
            "converged": str(1 - figures["sample.not_converged"]), "wall_exact": row["wall_exact"],
            "wall_sampled": f"{wall:.1f}"}


def error(row):
    return abs(int(row["sampled"]) - int(row["exact"])) / int(row["exact"])


def half(row):
    return max(0.01, int(row["interval"]) / int(row["sampled"]))


def summary(rows):
    counted = [r for r in rows if float(r["skipped"]) >= 1 / 3]
    named = [("regular", [r for r in counted if r["kernel"] in REGULAR]),
             ("unequal", [r for r in counted if r["kernel"] in UNEQUAL]),
             ("others", [r for r in counted if r["kernel"] not in REGULAR + UNEQUAL])]
    for name, some in named:
        if some:
            errors = [error(r) for r in some]
            print(f"{name}: {len(some)} estimates, error median {statistics.median(errors):.2%},"
                  f" largest {max(errors):.2%}")
    covered = sum(error(r) <= half(r) for r in counted)
    far = sum(error(r) > 2 * half(r) for r in counted)
    print(f"interval (at least 1 %): covers {covered} of {len(counted)}; beyond twice: {far};"
          f" not counted, as less than a third was left out: {len(rows) - len(counted)}")


def main():
    global LOCKSTEP
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("-d", "--devices")
    options.add_argument("-k", "--kernels")
    options.add_argument("--unequal", action="store_true")
    options.add_argument("--rounds", default="120,140,160")
    options.add_argument("--again", action="store_true")
    options.add_argument("--sample")
    options.add_argument("--lockstep", default=os.path.join(FOLDER, "../lockstep"))
    options.add_argument("-o", "--output")
    asked = options.parse_args()
    LOCKSTEP = asked.lockstep
    devices = asked.devices or (",".join(HELD) if asked.unequal else "hd5870,gtx280,mi100,mi300a")
    kernels = asked.kernels or ",".join(UNEQUAL if asked.unequal else KERNELS)
    sample = asked.sample or ("error=10%" if asked.unequal else "error=2%")
    known = {}
    if asked.output and os.path.exists(asked.output):
        with open(asked.output, newline="") as file:
            known = {(r["kernel"], r["device"], r["groups"]): r for r in csv.DictReader(file)}
    rows = []
    print(f"{'kernel':22} {'device':7} {'groups':>8} {'error':>7} {'±':>6} {'left out':>8}"
          f" {'exact s':>8} {'s':>6}")
    for device in devices.split(","):
        for kernel in kernels.split(","):
            sizes = [UNEQUAL_ROUNDS * HELD[device][0] * HELD[device][1]] if asked.unequal else [
                int(rounds) * groups_of_a_round(kernel, device) // 128 * 128
                for rounds in asked.rounds.split(",")]
            for groups in sizes:
                key = (kernel, device, str(groups))
                row = known.get(key)
                if row is None or asked.again:
                    row = measure(kernel, device, groups, row, sample)
                known[key] = row
                rows.append(row)
                print(f"{kernel:22} {device:7} {row['groups']:>8} {error(row):7.2%}"
                      f" {int(row['interval']) / int(row['sampled']):6.1%}"
                      f" {float(row['skipped']):8.1%} {row['wall_exact']:>8} {row['wall_sampled']:>6}"
                      f"{'' if int(row['converged']) else '  not converged'}", flush=True)
                if asked.output:
                    with open(asked.output, "w", newline="") as file:
                        writer = csv.DictWriter(file, FIELDS)
                        writer.writeheader()
                        writer.writerows(known.values())
    summary(rows)


if __name__ == "__main__":
    main()
