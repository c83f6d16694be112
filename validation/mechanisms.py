#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/mechanisms.md from the list of mechanisms and results of `lockstep validate … --format json`.

    validation/mechanisms.py plan LIST.csv                a line for each run: its file's name, suite, rows, settings
    validation/mechanisms.py page LIST.csv FOLDER         the page, from the runs' results in FOLDER

A line of the list names a mechanism, the settings that switch it off, and rows that it moves, of one suite.
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
        for line in csv.DictReader(file):
            yield line["mechanism"], line["off"].split(), line["rows"].split()


def file_name(suite, off):
    kept = "".join(c if c.isalnum() or c in ".-" else "_" for c in "-".join(off))
    return f"{suite}-{kept}.json" if off else f"{suite}.json"


def plan(name):
    runs = {}  # a run has all rows of a suite that need the same settings
    for _, off, patterns in mechanisms(name):
        for settings in ((), tuple(off)):
            rows = runs.setdefault((SUITES[patterns[0][:2]][0], settings), [])
            rows.extend(p for p in patterns if p not in rows)
    for (suite, settings), rows in runs.items():
        print("\t".join([file_name(suite, settings), suite, ",".join(rows), *settings]))


def results(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        sys.exit(f"{path}: no result; run tools/mechanisms.sh")
    with open(path, encoding="utf-8") as file:
        return {row["id"]: row for row in json.load(file)["rows"]}


def shown(value):
    return "–" if value is None else f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def factor(rows, key):
    logs = [abs(math.log(r[key] / r["expected"])) for r in rows if r[key] and r["expected"]]
    return f"{math.exp(sum(logs) / len(logs)):.2f}" if logs else "–"


def page(name, folder):
    print("""# Mechanisms

What mechanisms of the device models change in published measurements. Written by `tools/mechanisms.sh` from the list in
[validation/mechanisms.csv](../validation/mechanisms.csv); [fidelity.md](fidelity.md) has all rows. For each row: simulated
without the mechanism → with it (published). Rows that it moves by less than half a percent are counted. *Factor* is exp(mean
|ln(simulated / published)|) of the rows in the list, without → with.""")
    family = None
    for title, off, ids in mechanisms(name):
        suite, heading = SUITES[ids[0][:2]]
        if heading != family:
            family = heading
            print(f"\n## {family}\n\n| mechanism | switched off by | rows moved | factor |\n|---|---|---|---|")
        without, plain = results(folder, file_name(suite, off)), results(folder, file_name(suite, []))
        rows = [{**plain[i], "without": without[i]["simulated"], "with": plain[i]["simulated"]} for i in ids]
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
