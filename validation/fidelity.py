#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/fidelity.md from results of `lockstep validate SUITE.yaml --format json`.

    validation/fidelity.py terascale.json tesla.json cdna.json nvidia.json > docs/fidelity.md

With --grades FILE first, the errors by device and group go there, too: what pages of results show.
"""
import json
import math
import sys


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


def grades(documents):
    """Lines of a file: the usual factor between simulated and published values, and its side."""
    yield "suite,device,group,rows,within,error,bias"
    for name, document in documents:
        groups = {}
        for row in scored(document):
            groups.setdefault((row["device"], row["group"]), []).append(row)
        for (device, group), rows in sorted(groups.items()):
            logs = [(r["weight"], math.log(r["simulated"] / r["expected"])) for r in rows
                    if r["simulated"] is not None and r["simulated"] > 0 and r["expected"] > 0]
            weights = sum(w for w, _ in logs)
            factors = ["", ""]
            if logs:
                factors = [f"{math.exp(sum(w * x for w, x in side) / weights):.4f}"
                           for side in ([(w, abs(x)) for w, x in logs], logs)]
            within = sum(1 for r in rows if r["within"])
            yield ",".join([name, device, group, str(len(rows)), str(within)] + factors)


def columns(r):
    shown = number(r["simulated"]) if r["status"] == "ok" else r["status"]
    return [r["id"], r["device"], r["group"], number(r["expected"]), shown, r["unit"] or "–",
            signed(r["error"]).replace(" %", "%"), r["note"]]


def sections(name, missed, hits, others):
    """Prints rows in aligned columns, at least two blanks apart, and the notes that they refer to by number."""
    head = ["row", "device", "group", "published", "simulated", "unit", "error", "note"]
    notes = {}
    for title, some in (("misses, worst first", missed), ("hits", hits), ("not scored", others)):
        if not some:
            continue
        table = [head] + [r[:-1] + [str(notes.setdefault(r[-1], len(notes) + 1)) if r[-1] else ""] for r in some]
        widths = [max(len(r[c]) for r in table) for c in range(len(head))]
        print(f"\n### {name}: {title}\n\n```")
        for r in table:
            print("  ".join(x.ljust(w) for x, w in zip(r, widths)).rstrip())
        print("```")
    if notes:
        print(f"\n### {name}: notes\n")
        for text, n in notes.items():
            print(f"{n}. {text}")


def main():
    arguments = sys.argv[1:]
    to = None
    if arguments[:1] == ["--grades"]:
        to, arguments = arguments[1], arguments[2:]
    print("""# Fidelity

How simulated values compare with published measurements. Written by `docs/fidelity.sh` from the suites in [validation](../validation) and
checked by `FidelityPageTest`; [validation.md](validation.md) explains the columns. No figure was fitted to these rows. If a row, or its
source, supplied a figure of a device's YAML, its note says so; such a row proves only that the model uses the figure. Figures that a source
supplied in part (`source:` in the YAML names it) are not marked. *missing* names what the model, or our version of the kernel, lacks.
[check.md](check.md#known-gaps) lists where devices differ from their own data sheets.

Scores of different suites cannot be compared: their rows differ in kind.
""")
    documents = []
    for name in arguments:
        with open(name, encoding="utf-8") as file:
            documents.append((name.split("/")[-1].removesuffix(".json"), json.load(file)))
    if to:
        with open(to, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in grades(documents))
    print("| suite | rows | with a value | within tolerance | within 1.1 | within 1.25 | within 1.5 | median | error | bias "
          "| interpolation | ours there | roofline | ours there |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for name, document in documents:
        s = document["summary"]
        models = {m["model"]: m for m in s["null_models"]}
        cells = [f"[{name}](#{name})", s["rows"], s["simulated"], percent(s["within_tolerance"])]
        cells += [percent(s["within_" + f]) for f in ("1.1", "1.25", "1.5")]
        cells += [factor(s["median"]), factor(s["error"]), factor(s["bias"])]
        for m in ("interpolation", "roofline"):
            cells += [factor(models[m]["error"]), factor(models[m]["simulation_error"])]
        print("| " + " | ".join(str(c) for c in cells) + " |")
    print("""
*Median* is the middle factor between simulated and published values, *error* the mean over groups of exp(mean |ln(simulated / published)|), *bias* the same without the
absolute value. *Interpolation* and *roofline* are the errors of the null models on the rows that they predict, *ours there* that of the
simulation on the same rows.""")
    for name, document in documents:
        rows = scored(document)
        print(f"\n## {name}\n")
        print("| group | rows | within tolerance | median | error | bias |\n|---|---|---|---|---|---|")
        for g in document["summary"]["groups"]:
            print(f"| {g['group']} | {g['rows']} | {percent(g['within_tolerance'])} | {factor(g['median'])} | {factor(g['error'])} "
                  f"| {factor(g['bias'])} |")
        missed = sorted((r for r in rows if not r["within"]), key=badness)
        hits = sorted((r for r in rows if r["within"]), key=badness)
        others = [r for r in document["rows"] if r["weight"] == 0]
        sections(name, *([columns(r) for r in some] for some in (missed, hits, others)))


if __name__ == "__main__":
    main()
