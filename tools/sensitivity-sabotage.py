# SPDX-License-Identifier: Apache-2.0
"""Sabotages of one figure each, and the rank that `lockstep sensitivity --suite` gives it.

Called by sensitivity-sabotage.sh. The rules were written down before anything was ranked:

- A figure can be sabotaged if it is a quantity (no choice, policy, address, permission), if at least
  one row of the suite answers to it by 1 % where it is a fifth less or more (or the nearest legal
  value), and if a legal value is 20 to 40 % off.
- Figures, direction and amount are drawn by Python's random.Random(SEED): figures without
  replacement, from the sorted list; the direction up or down; the amount from 20 to 40 %. The legal
  value nearest to that within 20 to 40 % counts; if there is none in that direction, the other one.
- The suite's expected values are those of the device; the device that is looked at is sabotaged.
- A sabotage that no row sees by 2 % (nothing that `validate` could show) is told and drawn again. This
  rule came after the first runs; docs/sensitivity.md says which.
- Suspects are all quantities to which any row answers by 0.01 % or more, on the device as it is.
- It counts if the figure's rank is 1 and no other figure is told to be like it; a first rank that is
  shared is told apart.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOCKSTEP = os.environ.get("LOCKSTEP") or os.path.join(ROOT, "lockstep")
SUITE = os.path.join(ROOT, "docs", "sensitivity-suite.yaml")
ANSWERS = 0.01
LEAST, MOST = 0.2, 0.4
SEEN = 0.02


def run(*words):
    done = subprocess.run([LOCKSTEP, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def document(*words):
    code, out, err = run(*words, "--format", "json")
    if code not in (0, 4):
        sys.exit(f"{' '.join(words)}: {code}\n{err}")
    return json.loads(out)


def recorded(text, folder):
    """The suite with each row's workload recorded: executed once for all that follows."""
    lines = []
    for line in text.splitlines():
        found = re.match(r"  - \{id: ([^,]+), workload: ([^,]+)", line)
        if found:
            trace = os.path.join(folder, found.group(1) + ".lkt")
            values = re.search(r"param: \{([^}]*)\}", line)
            words = ["-p " + v.strip().replace(": ", "=") for v in values.group(1).split(",")] if values else []
            workload = os.path.normpath(os.path.join(ROOT, "docs", found.group(2).rstrip("}")))
            code, out, err = run("record", workload, "-o", trace, *" ".join(words).split())
            if code != 0:
                sys.exit(f"{found.group(1)}: {err}")
            line = re.sub(r", param: \{[^}]*\}", "", line).replace(found.group(2), trace)
        lines.append(line)
    return "\n".join(lines) + "\n"


def expected(device, folder):
    """The suite with the device's own values."""
    text = recorded(open(SUITE).read(), folder).replace("device: hd5870", "device: " + device)
    plain = os.path.join(folder, device + "-plain.yaml")
    with open(plain, "w") as file:
        file.write(text)
    code, out, err = run("validate", plain, "--format", "json")
    rows = {r["id"]: r for r in json.loads(out)["rows"]}
    lines = []
    for line in text.splitlines():
        found = re.match(r"  - \{id: ([^,]+),", line)
        if found:
            value = rows[found.group(1)]["simulated"]
            if value is None:
                continue  # the device refuses it
            line = line.replace("expected: 1}", f"expected: {value}}}")
        lines.append(line)
    suite = os.path.join(folder, device + "-suite.yaml")
    with open(suite, "w") as file:
        file.write("\n".join(lines) + "\n")
    return suite


def legal(device, figure, canonical, unit, factor):
    """The value as the device shows it, if it takes it."""
    value = round(canonical * factor)
    text = f"{figure}={value}{unit}"
    code, out, err = run("devices", device, "--set", text, "--format", "json")
    return (value, text) if code == 0 else None


def main():
    device = sys.argv[1] if len(sys.argv) > 1 else "hd5870"
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 2026
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    with tempfile.TemporaryDirectory() as folder:
        suite = expected(device, folder)
        whole = document("sensitivity", "--suite", suite, "-d", device)
        answering = sorted(s["figure"] for s in whole["suspects"] if s["response"] >= ANSWERS)
        print(
            f"{device}: {len(whole['rows'])} rows; {len(answering)} figures answer by 1 % or more, "
            f"{len(whole['suspects']) - len(answering)} by less, {len(whole['no_effect'])} not at all"
        )
        suspects = ",".join(s["figure"] for s in whole["suspects"])
        print(f"seed {seed}", flush=True)
        draw = random.Random(seed)
        draw.shuffle(answering)
        first = shared = done = 0
        for figure in answering:
            if done == count:
                break
            text = sabotage(device, figure, draw)
            if text is None:
                continue
            found = document(
                "sensitivity", "--suite", suite, "-d", device, "--set", text, "--figures", suspects
            )
            most = max(abs(r["error"]) for r in found["rows"])
            if most < SEEN:
                print(f" -. {text:36} no row is off by more than {100 * most:.2f} %", flush=True)
                continue
            done += 1
            by_figure = {s["figure"]: s for s in found["suspects"]}
            own = by_figure.get(figure)
            alike = own["alike"] if own else []
            first += own is not None and own["rank"] == 1 and not alike
            shared += own is not None and own["rank"] == 1 and bool(alike)
            print(
                f"{done:2}. {text:36} rank {own['rank'] if own else '-'}"
                + (f" shared with {', '.join(alike)}" if alike else "")
                + f"; error {100 * found['error']:.2f} %, of a row {100 * most:.1f} %"
                + (f", left {100 * own['remaining']:.3f} %; implied {own['implied']}" if own else "")
                + ("" if own and own["rank"] == 1 else f"; first: {found['suspects'][0]['figure']}")
                + f"; next leaves {100 * next((s['remaining'] for s in found['suspects'] if s['figure'] != figure and s['figure'] not in alike), 0):.3f} %",
                flush=True,
            )
        print(f"first alone {first} of {done}; first with others alike {shared}")


def sabotage(device, figure, draw):
    """A setting that makes the figure 20 to 40 % less or more."""
    figures = document("devices", device)["figures"]
    unit, canonical = figures[figure]["unit"], figures[figure]["canonical"]
    up = draw.random() < 0.5
    amount = draw.uniform(LEAST, MOST)
    for sign in (1, -1) if up else (-1, 1):
        shares = sorted((k / 100 for k in range(20, 41)), key=lambda a: abs(a - amount))
        tried = set()
        for share in [amount, *shares]:
            value = round(canonical * (1 + sign * share))
            off = abs(value / canonical - 1)
            if value in tried or value <= 0 or off < LEAST - 1e-9 or off > MOST + 1e-9:
                continue
            tried.add(value)
            found = legal(device, figure, canonical, unit, value / canonical)
            if found:
                return found[1]
    return None


if __name__ == "__main__":
    main()
