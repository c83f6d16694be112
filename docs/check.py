#!/usr/bin/env python3
"""Writes docs/check.md anew: its own text up to the mark, then tables of what devices showed.

docs/check.sh calls it: check.py PAGE REASONS FOLDER, where the folder holds a list `devices`, and
DEVICE.csv (lockstep check DEVICE --format csv) and DEVICE.time (seconds: wall, user, system).
"""
import csv
import pathlib
import sys

MARK = "<!-- Written by docs/check.sh from here on. -->"


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
    print("Seconds on two cores: of the clock, and of the processors.\n")
    print("| device | checks | of claims | fail | clock | processors |")
    print("|---|---|---|---|---|---|")
    gaps = []
    total = [0, 0, 0]
    for device in devices:
        if device in missing:
            print(f"| {device} | not swept since the last change | | | | |")
            continue
        with (folder / f"{device}.csv").open() as file:
            rows = list(csv.DictReader(file))
        wall, user, system = map(float, (folder / f"{device}.time").read_text().split()[-3:])
        wrong = [r for r in rows if r["ok"] != "yes"]
        claims = [r for r in rows if not r["source"].startswith("declared: ")]
        gaps += wrong
        total = [a + b for a, b in zip(total, (len(rows), len(claims), len(wrong)))]
        print(f"| {device} | {len(rows)} | {len(claims)} | {len(wrong)} | {wall:.0f} | {user + system:.0f} |")
    print(f"| all | {total[0]} | {total[1]} | {total[2]} | | |")
    print(f"\n## Known gaps\n\nChecks that fail on devices as they are shipped: {len(gaps)}. "
          "A test holds the rows of two devices.\n")
    print("| device | check | claimed | shown | unit | who says so | why |")
    print("|---|---|---|---|---|---|---|")
    for r in gaps:
        reason = why.get((r["device"], r["check"]), "not known yet")
        print(f"| `{r['device']}` | `{r['check']}` | {number(r['claimed'])} | {number(r['shown'])} | {r['unit']} "
              f"| {r['source']} | {reason} |")
    for (device, check), reason in why.items():
        if device in missing:
            print(f"| `{device}` | `{check}` | | not swept since the last change | | | {reason} |")


main()
