#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a sweep and prints, for each workload and its parameters, which device with which figures is fastest.

    fastest.py SWEEP.yaml FOLDER [OPTION ...]      options go to 'lockstep sweep': --workers processes, --on slurm

Standard library only. Started again it goes on where it was. LOCKSTEP names the program, if it is not on the PATH.
"""
import csv
import os
import subprocess
import sys

LOCKSTEP = os.environ.get("LOCKSTEP", "lockstep")
MEANINGS = {
    1: "some points have failed",
    4: "some results are wrong",
    5: "no device takes what was asked for",
}


def compute(sweep, folder, options):
    """Computes what is missing; ends this program where there is nothing to read then."""
    if os.path.exists(os.path.join(folder, "plan.json")):
        command = ["resume", folder]
    else:
        command = [sweep, "-o", os.path.join(folder, "")]
    code = subprocess.run([LOCKSTEP, "sweep", *command, *options], stdout=sys.stderr, check=False).returncode
    if code in MEANINGS:
        print(f"fastest.py: {MEANINGS[code]}", file=sys.stderr)
    elif code != 0:
        sys.exit(128 - code if code < 0 else code)  # a signal, as shells say it
    return code


def rows(folder):
    """Every row, one at a time: a million of them take no memory. Numbers keep all digits as text."""
    export = subprocess.Popen([LOCKSTEP, "sweep", "export", folder, "--csv"], stdout=subprocess.PIPE, text=True)
    with export.stdout as lines:
        yield from csv.DictReader(lines)
    if export.wait() != 0:
        sys.exit(export.returncode)


def text(row, prefix):
    """The values that a row has in the columns of a prefix: 'param.' or 'set.'."""
    return " ".join(f"{name[len(prefix):]}={value}" for name, value in row.items() if name.startswith(prefix) and value)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: fastest.py SWEEP.yaml FOLDER [OPTION ...]")
    code = compute(sys.argv[1], sys.argv[2], sys.argv[3:])
    best = {}
    for row in rows(sys.argv[2]):
        if row["status"] == "ok":
            point = (row["workload"], text(row, "param."))
            if point not in best or float(row["seconds"]) < float(best[point]["seconds"]):
                best[point] = row
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["workload", "parameters", "device", "figures", "seconds"])
    for point, row in sorted(best.items()):
        table.writerow([*point, row["device"], text(row, "set."), row["seconds"]])
    sys.exit(code)


main()
