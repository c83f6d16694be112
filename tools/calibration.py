# SPDX-License-Identifier: Apache-2.0
"""Parameters changed on purpose, and what `lockstep calibrate` finds: tools/calibration.py [SEED]

For one device of each of three families, the rows of docs/sensitivity-suite.yaml get the device's own
times with 3 % of noise. Its times and clocks are shuffled by a seed and looked at ten at a time until
enough move a row by at least 0.3 % per 1 %. Each of these is set to 1.3 to 2 times its value or to that
part of it, and fitted together with one quantity that no row depends on. Five in all count, namely
those whose elasticity at the fitted value is at least 0.3 too. Sizes, at which time jumps, and values
below 10 are not drawn.
LOCKSTEP names the command; without it, this source tree's.
"""
import importlib.util
import json
import math
import os
import random
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("sabotage", os.path.join(HERE, "sensitivity-sabotage.py"))
sabotage = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sabotage)

COUNTS = {"hd5870": 2, "gtx280": 2, "mi100": 1}
ELASTICITY = 0.3
NOISE = 0.03
NEAR = 0.05
SMALLEST = 10
STEP = 0.2  # of `sensitivity`
BATCH = 10


def noisy(suite, draw):
    """The suite with noise, and a group for each pair of rows."""
    lines, row = [], 0
    for line in open(suite).read().splitlines():
        found = re.search(r"expected: ([0-9.eE+-]+)\}", line)
        if found:
            value = float(found.group(1)) * (1 + draw.gauss(0, NOISE))
            line = line.replace(found.group(0), f"expected: {value:.6g}, group: g{row // 4}}}")
            row += 1
        lines.append(line)
    out = suite.replace("-suite.yaml", "-noisy.yaml")
    with open(out, "w") as file:
        file.write("\n".join(lines) + "\n")
    return out


def quantity(text):
    """A value in its unit's base: Hz, s, B, or what it counts."""
    number, unit = split(text)
    scale = {"k": 1e3, "K": 1024, "M": 1024**2 if "iB" in unit else 1e6, "G": 1024**3 if "iB" in unit else 1e9}
    small = {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3}
    return number * small.get(unit, scale.get(unit[:1], 1))


def split(text):
    """The number and the unit of a value."""
    number = re.match(r"[0-9.]+", text).group(0)
    return float(number), text[len(number):]


def drawable(text):
    """Whether a value is a time or a clock whose neighbours are near."""
    return re.fullmatch(r"[0-9.]+(m?cycles|[pnum]?s|[kMG]?Hz)", text) is not None and split(text)[0] >= SMALLEST


def answers(suite, device, figures):
    """What rows answer to figures, without those on which time cannot depend."""
    while True:
        words = ["sensitivity", "--suite", suite, "-d", device, "--figures", ",".join(figures), "--format", "json"]
        code, out, err = sabotage.run(*words)
        refused = re.search(r"time may depend on is called '([^']+)'", err)
        if code in (0, 4):
            return json.loads(out)
        if not refused:
            sys.exit(f"{' '.join(words)}: {code}\n{err}")
        figures = [f for f in figures if f != refused.group(1)]


def ranged(figure, text):
    """A quantity with a range from half to twice its value."""
    value, unit = split(text)
    return f"{figure}={round(value / 2)}{unit}..{round(value * 2)}{unit}"


def tried(device, suite, figure, unseen, draw):
    """Sets a figure to a wrong value, fits it, and prints a row; None if it does not count."""
    shown = sabotage.document("devices", device)
    text = shown["figures"][figure]["value"]
    true, unit = split(text)
    factor = draw.uniform(1.3, 2)
    factor = factor if draw.random() < 0.5 else 1 / factor
    wrong = round(true * factor)
    if sabotage.run("devices", device, "--set", f"{figure}={wrong}{unit}")[0] != 0:
        return None
    low, high = max(1, round(true / 2.5)), round(true * 2.5)
    words = ["calibrate", suite, "-d", device, "--set", f"{figure}={wrong}{unit}"]
    words += ["--parameters", f"{figure}={low}{unit}..{high}{unit},{unseen}"]
    found = sabotage.document(*words)
    p = {x["parameter"]: x for x in found["parameters"]}
    own, other = p[figure], p[unseen.split("=")[0]]
    actual = quantity(text)
    inside = own["identifiable"] and quantity(own["interval_low"]) <= actual <= quantity(own["interval_high"])
    near = abs(quantity(own["fitted"]) / actual - 1) <= NEAR
    good = own["identifiable"] and (near or inside) and other["reason"] == "no row depends on it"
    counts = own["elasticity"] >= ELASTICITY
    verdict = "yes" if good else "NO: " + (own["reason"] or "off")
    print(
        f"| {device} | {figure} | {text} | {wrong}{unit} | {own['fitted']}"
        f" | {own['interval_low']} to {own['interval_high']} | {own['elasticity']:.2f}"
        f" | {100 * found['before']:.1f} | {100 * found['after']:.1f} | {found['simulations']}"
        f" | {verdict if counts else 'does not count: ' + (own['reason'] or 'elasticity')} |",
        flush=True,
    )
    return good if counts else None


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 20261126
    print(f"Seed {seed}; errors in %, root mean square of logarithms.\n")
    print("| device | parameter | true | set to | fitted | 95 % interval | elasticity | before | after | simulations | found |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    missed = 0
    for device, count in COUNTS.items():
        draw = random.Random(f"{seed} {device}")
        with tempfile.TemporaryDirectory() as folder:
            suite = noisy(sabotage.expected(device, folder), draw)
            least = ELASTICITY * -math.log(1 - STEP)
            figures = sabotage.document("devices", device)["figures"]
            names = sorted(f for f in figures if drawable(figures[f]["value"]))
            draw.shuffle(names)
            unseen, done = None, 0
            for first in range(0, len(names), BATCH):
                whole = answers(suite, device, names[first : first + BATCH])
                unseen = unseen or next((ranged(f, figures[f]["value"]) for f in whole["no_effect"]), None)
                found = [s["figure"] for s in whole["suspects"] if s["response"] >= least] if unseen else []
                for figure in sorted(found)[: count - done]:
                    good = tried(device, suite, figure, unseen, draw)
                    if good is not None:
                        missed += not good
                        done += 1
                if done == count:
                    break
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
