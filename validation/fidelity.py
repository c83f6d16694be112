#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes suites anew in docs/fidelity.md, from results of `lockstep validate SUITE.yaml --format json`.

    validation/fidelity.py docs/fidelity.md grades.csv [SUITE.json…]

The grades are errors by device and group: what pages of results show. What both files say of other suites stays as
it is; a suite that is new to the page goes to its end.
"""
import json
import math
import pathlib
import statistics
import sys

HEAD = """# Fidelity

How simulated values compare with published measurements. Written by `tools/fidelity.sh` from the suites in [validation](../validation) and
checked by `FidelityPageTest`; [validation.md](validation.md) explains the columns. A row that supplied a figure of a
device's YAML, or whose source did for this device, is not scored, and its note says so: it proves only that the model uses the figure. Figures that
a source supplied in part (`source:` in the YAML names it) are not marked. *missing* names what the model, or our version of the kernel, lacks.
[check.md](check.md#known-gaps) lists where devices differ from their own data sheets.

Scores of different suites cannot be compared: their rows differ in kind.

| suite | rows | with a value | within tolerance | within 1.1 | within 1.25 | within 1.5 | median | error | bias \
| interpolation | ours there | roofline | ours there |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""
BELOW = """
*Median* is the middle factor between simulated and published values, *error* the mean over groups of exp(mean |ln(simulated / published)|), *bias* the same without the
absolute value. *Interpolation* and *roofline* are the errors of the null models on the rows that they predict, *ours there* that of the
simulation on the same rows.
"""
GRADES = "suite,device,group,rows,within,error,bias,low,median,high\n"


def number(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def percent(value):
    return "–" if value is None else f"{100 * value:.0f} %"


def signed(value):
    return "–" if value is None else f"{100 * value:+.1f} %"


def factor(value):
    return "–" if value is None else f"{value:.2f}"


def badness(row):
    """Worst first: without a value, then by the factor between the values."""
    if row["simulated"] is None:
        return -math.inf
    if row["simulated"] <= 0 or row["expected"] <= 0:
        return 0 if row["within"] else -1e9
    return -abs(math.log(row["simulated"] / row["expected"]))


def scored(document):
    return [row for row in document["rows"] if row["weight"] > 0]


def grades(name, document):
    """The usual factor between simulated and published values, its side, and the quotients' ends and median."""
    lines = ""
    groups = {}
    for row in scored(document):
        groups.setdefault((row["device"], row["group"]), []).append(row)
    for (device, group), rows in sorted(groups.items()):
        logs = [(r["weight"], math.log(r["simulated"] / r["expected"])) for r in rows
                if r["simulated"] is not None and r["simulated"] > 0 and r["expected"] > 0]
        weights = sum(w for w, _ in logs)
        factors = [""] * 5
        if logs:
            factors = [f"{math.exp(sum(w * x for w, x in side) / weights):.4f}"
                       for side in ([(w, abs(x)) for w, x in logs], logs)]
            ratios = [math.exp(x) for _, x in logs]
            factors += [f"{x:.3f}" for x in (min(ratios), statistics.median(ratios), max(ratios))]
        within = sum(1 for r in rows if r["within"])
        lines += ",".join([name, device, group, str(len(rows)), str(within)] + factors) + "\n"
    return lines


def columns(r):
    shown = number(r["simulated"]) if r["status"] == "ok" else r["status"]
    return [r["id"], r["device"], r["group"], number(r["expected"]), shown, r["unit"] or "–",
            signed(r["error"]).replace(" %", "%"), r["note"]]


def lists(name, missed, hits, others):
    """Rows in aligned columns, at least two blanks apart, and the notes that they refer to by number."""
    head = ["row", "device", "group", "published", "simulated", "unit", "error", "note"]
    notes = {}
    text = ""
    for title, some in (("misses, worst first", missed), ("hits", hits), ("not scored", others)):
        if not some:
            continue
        table = [head] + [r[:-1] + [str(notes.setdefault(r[-1], len(notes) + 1)) if r[-1] else ""] for r in some]
        widths = [max(len(r[c]) for r in table) for c in range(len(head))]
        lines = ["  ".join(x.ljust(w) for x, w in zip(r, widths)).rstrip() for r in table]
        text += f"\n### {name}: {title}\n\n```\n" + "\n".join(lines) + "\n```\n"
    if notes:
        text += f"\n### {name}: notes\n\n" + "".join(f"{n}. {note}\n" for note, n in notes.items())
    return text


def summary(name, document):
    s = document["summary"]
    models = {m["model"]: m for m in s["null_models"]}
    cells = [f"[{name}](#{name})", s["rows"], s["simulated"], percent(s["within_tolerance"])]
    cells += [percent(s["within_" + f]) for f in ("1.1", "1.25", "1.5")]
    cells += [factor(s["median"]), factor(s["error"]), factor(s["bias"])]
    for m in ("interpolation", "roofline"):
        cells += [factor(models[m]["error"]), factor(models[m]["simulation_error"])]
    return "| " + " | ".join(str(c) for c in cells) + " |\n"


def section(name, document):
    rows = scored(document)
    text = f"\n## {name}\n\n| group | rows | within tolerance | median | error | bias |\n|---|---|---|---|---|---|\n"
    for g in document["summary"]["groups"]:
        text += (f"| {g['group']} | {g['rows']} | {percent(g['within_tolerance'])} | {factor(g['median'])} | {factor(g['error'])} "
                 f"| {factor(g['bias'])} |\n")
    missed = sorted((r for r in rows if not r["within"]), key=badness)
    hits = sorted((r for r in rows if r["within"]), key=badness)
    others = [r for r in document["rows"] if r["weight"] == 0]
    return text + lists(name, *([columns(r) for r in some] for some in (missed, hits, others)))


def written(page, grades):
    """What the files say of each suite: its line of the table, its section, its grades."""
    suites = {}
    parts = page.split("\n## ")
    for line in parts[0].splitlines(keepends=True):
        if line.startswith("| ["):
            suites[line[3:line.index("]")]] = [line, "", ""]
    for part in parts[1:]:
        suites[part.split("\n", 1)[0]][1] = "\n## " + part
    for line in grades.splitlines(keepends=True)[1:]:
        suites[line.split(",", 1)[0]][2] += line
    return suites


def main():
    page, to = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    suites = written(page.read_text("utf-8"), to.read_text("utf-8"))
    for name in sys.argv[3:]:
        file = pathlib.Path(name)
        document = json.loads(file.read_text("utf-8"))
        suites[file.stem] = [f(file.stem, document) for f in (summary, section, grades)]
    tables, sections, graded = ("".join(parts) for parts in zip(*suites.values()))
    to.write_text(GRADES + graded, "utf-8")
    page.write_text(HEAD + tables + BELOW + sections, "utf-8")


if __name__ == "__main__":
    main()
