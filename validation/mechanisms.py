#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/mechanisms.md from the list of mechanisms and results of `lockstep validate … --format json`.

    validation/mechanisms.py plan LIST.csv                a line for each run: its file's name, suite, pattern of rows, settings
    validation/mechanisms.py page LIST.csv FOLDER         the page, from the runs' results in FOLDER

A line of the list names a mechanism, the settings that switch it off, and patterns of rows that it moves, of one suite.
"""
import csv
import json
import math
import os
import sys

MOVED = 0.005  # a smaller change is none
SUITES = {"CD": ("cdna", "CDNA"), "TS": ("terascale", "TeraScale"), "te": ("tesla", "Tesla"),
          "NV": ("nvidia", "NVIDIA from Volta to Hopper")}  # by how ids of rows begin


def mechanisms(name):
    with open(name, encoding="utf-8", newline="") as file:
        for number, line in enumerate(csv.DictReader(file)):
            yield number, line["mechanism"], line["off"].split(), line["rows"].split()


def file_name(number, pattern, off):
    kept = "".join(c if c.isalnum() else "_" for c in pattern)
    return f"{kept}-{number}.json" if off else f"{kept}.json"


def plan(name):
    planned = set()
    for number, _, off, patterns in mechanisms(name):
        for pattern in patterns:
            for settings in ([], off):
                line = "\t".join([file_name(number, pattern, settings), SUITES[pattern[:2]][0], pattern] + settings)
                if line not in planned:
                    planned.add(line)
                    print(line)


def results(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        sys.exit(f"{path}: no result; run docs/mechanisms.sh")
    with open(path, encoding="utf-8") as file:
        return {row["id"]: row for row in json.load(file)["rows"]}


def shown(value):
    return "–" if value is None else f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def factor(rows, key):
    logs = [abs(math.log(r[key] / r["expected"])) for r in rows if r[key] and r["expected"]]
    return f"{math.exp(sum(logs) / len(logs)):.2f}" if logs else "–"


def page(name, folder):
    print("""# Mechanisms

What mechanisms of the device models change in published measurements. Written by `docs/mechanisms.sh` from the list in
[validation/mechanisms.csv](../validation/mechanisms.csv); [fidelity.md](fidelity.md) has all rows. For each row: simulated
without the mechanism → with it (published). Rows that it moves by less than half a percent are counted. *Factor* is exp(mean
|ln(simulated / published)|) of the rows in the list, without → with.""")
    family = None
    for number, title, off, patterns in mechanisms(name):
        if SUITES[patterns[0][:2]][1] != family:
            family = SUITES[patterns[0][:2]][1]
            print(f"\n## {family}\n\n| mechanism | switched off by | rows moved | factor |\n|---|---|---|---|")
        rows = []
        for pattern in patterns:
            without = results(folder, file_name(number, pattern, off))
            for key, row in results(folder, file_name(number, pattern, [])).items():
                rows.append({**row, "without": without[key]["simulated"], "with": row["simulated"]})
        moved = [r for r in rows if r["without"] is None or r["with"] is None
                 or abs(r["without"] - r["with"]) > MOVED * abs(r["with"])]
        cells = [f"{r['id']} {shown(r['without'])} → {shown(r['with'])} ({shown(r['expected'])} {r['unit']})" for r in moved]
        if len(moved) < len(rows):
            cells.append(f"{len(rows) - len(moved)} unmoved")
        settings = " ".join(f"`--set {s}`" for s in off)
        print(f"| {title} | {settings} | {'; '.join(cells)} | {factor(rows, 'without')} → {factor(rows, 'with')} |")


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 2 and arguments[0] == "plan":
        plan(arguments[1])
    elif len(arguments) == 3 and arguments[0] == "page":
        page(arguments[1], arguments[2])
    else:
        sys.exit(__doc__)


main()
