#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/check.md anew: its own text up to the mark, then tables of what devices showed.

tools/check.sh calls it: check.py PAGE REASONS FOLDER, where the folder holds a list `devices`, and
DEVICE.csv (lockstep check DEVICE --format csv).
"""
import csv
import pathlib
import sys

MARK = "<!-- Written by tools/check.sh from here on. -->"


def number(text):
    if not text:
        return "–"
    value = float(text)
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def main():
    page, reasons, folder = (pathlib.Path(a) for a in sys.argv[1:])
    with reasons.open() as file:
        why = {(r["device"], r["check"]): r["why"] for r in csv.DictReader(file)}
    devices = (folder / "devices").read_text().split()
    missing = [d for d in devices if not (folder / f"{d}.csv").exists()]
    print(page.read_text().split(MARK)[0], end="")
    print(MARK + "\n\n## State\n")
    gaps = []
    total = [0, 0]
    for device in devices:
        if device in missing:
            continue
        with (folder / f"{device}.csv").open() as file:
            rows = list(csv.DictReader(file))
        gaps += [r for r in rows if r["ok"] != "yes"]
        claims = sum(not r["source"].startswith("declared: ") for r in rows)
        total = [total[0] + len(rows), total[1] + claims]
    print(f"{len(devices) - len(missing)} devices: {total[0]} checks, {total[1]} of them of claims; {len(gaps)} fail.")
    if missing:
        print(f"Not checked since the last change: {', '.join(missing)}.")
    print("\n## Known gaps\n\nChecks that fail on devices as they are shipped. A test holds the rows of two devices.\n")
    print("| device | check | claimed | shown | unit | claimed by | why |")
    print("|---|---|---|---|---|---|---|")
    notes = {}

    def note(text):
        return notes.setdefault(text, len(notes) + 1)

    for r in gaps:
        reason = why.get((r["device"], r["check"]), "not known yet")
        print(f"| `{r['device']}` | `{r['check']}` | {number(r['claimed'])} | {number(r['shown'])} | {r['unit']} "
              f"| {note(r['source'])} | {note(reason)} |")
    for (device, check), reason in why.items():
        if device in missing:
            print(f"| `{device}` | `{check}` | | not checked since the last change | | | {note(reason)} |")
    print()
    for text, n in notes.items():
        print(f"{n}. {text}")


main()
