"""Counts what came of the suites' workloads: python3 summary.py FOLDER SUITE/WORKLOAD..."""

import collections
import json
import os
import re
import sys

KINDS = ("verified", "unverified", "refused", "wrong", "failed")


def kind_of(row):
    """The class of one row: a workload on a device."""
    if row["status"] == "refused":
        return "refused"
    if row["status"] != "ok":
        return "failed"
    if row["verified"] is None:
        return "unverified"
    return "verified" if row["verified"] else "wrong"


def rows_of(folder, workload):
    """(kind, device, message) of each device; one row that failed where there is no result."""
    base = os.path.join(folder, workload + ".json")
    with open(base + ".code") as file:
        code = int(file.read())
    try:
        with open(base, encoding="utf-8") as file:
            rows = json.load(file)["results"]
    except (ValueError, KeyError):
        with open(base + ".err", encoding="utf-8", errors="replace") as file:
            lines = file.read().strip().splitlines() or ["no message"]
        return [("failed", "-", "exit %d: %s" % (code, lines[-1]))]
    found = [(kind_of(row), row["device"], row["message"]) for row in rows]
    if code not in (0, 5) and all(row[0] not in ("wrong", "failed") for row in found):
        found.append(("failed", "-", "exit %d although no row is wrong" % code))
    return found


def main(folder, workloads):
    """Prints the tables and returns the exit code."""
    suites = collections.defaultdict(collections.Counter)
    counts = collections.Counter()
    reasons = collections.defaultdict(list)
    bad = []
    for workload in workloads:
        suite = workload.split("/")[0]
        counts[suite] += 1
        for kind, device, message in rows_of(folder, workload):
            suites[suite][kind] += 1
            if kind == "refused":
                reasons[re.sub(r"\s+", " ", message)].append((workload, device))
            elif kind != "verified":
                bad.append((kind, workload, device, message))
    heads = ("suite", "workloads", "runs") + KINDS
    table = [heads]
    for suite in sorted(suites):
        counter = suites[suite]
        table.append((suite, counts[suite], sum(counter.values())) + tuple(counter[k] for k in KINDS))
    total = sum(suites.values(), collections.Counter())
    table.append(("total", sum(counts.values()), sum(total.values())) + tuple(total[k] for k in KINDS))
    widths = [max(len(str(row[i])) for row in table) for i in range(len(heads))]
    for number, row in enumerate(table):
        cells = [str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * w for w in widths))
    if reasons:
        print("\nrefused, by reason:")
        for reason, where in sorted(reasons.items(), key=lambda item: (-len(item[1]), item[0])):
            names = sorted({w for w, _ in where})
            devices = list(dict.fromkeys(d for _, d in where))
            print("  %3d  %s" % (len(where), reason))
            print("       %s on %s" % (", ".join(names), ", ".join(devices)))
    for kind, workload, device, message in bad:
        print("\n%s: %s on %s: %s" % (kind.upper(), workload, device, message))
    return 1 if total["wrong"] or total["failed"] else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: summary.py FOLDER SUITE/WORKLOAD...")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
