#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the scores of `lockstep validate … --format json` anew from its rows, and compares.

    validation/scores.py RESULT.json…

Shares no code with Lockstep. Exit code 1 where a score differs by more than what its six digits
leave open.
"""
import json
import math
import sys


def mean(pairs):
    weights = sum(w for w, _ in pairs)
    return sum(w * v for w, v in pairs) / weights if pairs else None


def one_unit(rows):
    return len({r["unit"] for r in rows}) <= 1


def pearson(rows, x, y):
    if len(x) < 2 or not one_unit(rows):
        return None
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    xy = math.fsum((a - mx) * (b - my) for a, b in zip(x, y))
    xx = math.fsum((a - mx) ** 2 for a in x)
    yy = math.fsum((b - my) ** 2 for b in y)
    return xy / math.sqrt(xx * yy) if xx > 0 and yy > 0 else None


def ranks(values):
    return [sum(o < v for o in values) + (sum(o == v for o in values) + 1) / 2 for v in values]


def by_group(rows):
    groups = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    return groups


def factor(rows, value, absolute):
    logs = [(r["weight"], math.log(value(r) / r["expected"])) for r in rows]
    return math.exp(mean([(w, abs(v) if absolute else v) for w, v in logs])) if logs else None


def median(rows, value):
    away = sorted(abs(math.log(value(r) / r["expected"])) for r in rows)
    half = len(away) // 2
    return math.exp((away[half] + away[~half]) / 2) if away else None


def over_groups(rows, value, absolute):
    groups = by_group(rows).values()
    return sum(factor(g, value, absolute) for g in groups) / len(groups) if rows else None


def wmape(rows):
    published = sum(r["weight"] * r["expected"] for r in rows)
    deviations = sum(r["weight"] * abs(r["simulated"] - r["expected"]) for r in rows)
    return deviations / published if published > 0 and one_unit(rows) else None


def within(row):
    if row["expected"] == 0:
        return row["simulated"] == 0
    return abs(row["simulated"] / row["expected"] - 1) <= row["tolerance"] * (1 + 1e-9)


def near(row, limit):
    return row["simulated"] <= row["expected"] * limit and row["simulated"] * limit >= row["expected"]


def share(rows, test):
    return mean([(r["weight"], 1.0 if test(r) else 0.0) for r in rows])


def has_log(row, key):
    return row[key] is not None and row[key] > 0 and row["expected"] > 0


def slopes_of(rows):
    """Growth of time between the two largest sizes of each series, simulated against published."""
    series = {}
    for row in rows:
        series.setdefault((row["device"], row["series"], str(row["set"])), {})[row["size"]] = row
    slopes = {}
    for (device, name, _), sizes in series.items():
        if len(sizes) > 1:
            small, large = [sizes[size] for size in sorted(sizes)[-2:]]
            if large["expected"] >= 1.1 * small["expected"]:
                growth = lambda key: large[key] - small[key]
                logs = lambda key: math.log(large[key] / small[key])
                slopes[device, name] = {
                    "time": growth("simulated") / growth("expected"),
                    "logarithm": logs("simulated") / logs("expected"),
                }
    return slopes


def scores(rows):
    rows = [r for r in rows if r["weight"] > 0]  # the others are in no score
    valued = [r for r in rows if r["simulated"] is not None]
    logs = [r for r in valued if has_log(r, "simulated")]
    simulated = lambda r: r["simulated"]
    result = {
        "rows": len(rows),
        "simulated": len(valued),
        "within_tolerance": share(valued, within),
        "median": median(logs, simulated),
        "error": over_groups(logs, simulated, True),
        "bias": over_groups(logs, simulated, False),
        "wmape": wmape(valued),
    }
    for limit in ("1.1", "1.25", "1.5"):
        result["within_" + limit] = share(valued, lambda r: near(r, float(limit)))
    x = [math.log(r["simulated"]) for r in logs]
    y = [math.log(r["expected"]) for r in logs]
    result["pearson"], result["spearman"] = pearson(logs, x, y), pearson(logs, ranks(x), ranks(y))
    for name, group in by_group(rows).items():
        some = [r for r in group if r["simulated"] is not None]
        log = [r for r in some if has_log(r, "simulated")]
        result["group " + name] = {
            "rows": len(group),
            "simulated": len(some),
            "median": median(log, simulated),
            "error": factor(log, simulated, True),
            "bias": factor(log, simulated, False),
            "within_tolerance": share(some, within),
            "wmape": wmape(some),
        }
    slopes = slopes_of([r for r in logs if r["series"] is not None])
    for (device, series), slope in slopes.items():
        result[f"slope {device} {series}"] = slope
    near_ones = [1.0 if 0.8 <= s["time"] <= 1.25 else 0.0 for s in slopes.values()]
    result["slopes_within_1.25"] = sum(near_ones) / len(near_ones) if near_ones else None
    for model in ("interpolation", "roofline"):
        of = [r for r in logs if has_log(r, model)]
        value = lambda r: r[model]
        x = [math.log(r[model]) for r in of]
        y = [math.log(r["expected"]) for r in of]
        away = lambda r, k: abs(math.log(r[k] / r["expected"]))
        result["model " + model] = {
            "rows": len(of),
            "error": over_groups(of, value, True),
            "simulation_error": over_groups(of, simulated, True),
            "simulation_nearer": share(of, lambda r: away(r, "simulated") <= away(r, model) + 1e-11),
            "pearson": pearson(of, x, y),
            "spearman": pearson(of, ranks(x), ranks(y)),
        }
    return result


def compare(where, said, found):
    """Number of figures that differ."""
    wrong = 0
    for key, value in found.items():
        if isinstance(value, dict):
            kind, name = key.split(" ", 1)
            rows = said[{"group": "groups", "model": "null_models", "slope": "slopes"}[kind]]
            named = lambda r: f"{r['device']} {r['series']}" if kind == "slope" else r[kind]
            wrong += compare(where + ": " + key, next(r for r in rows if named(r) == name), value)
            continue
        other = said[key]
        same = other is None if value is None else other is not None and abs(other - value) <= 2e-6 * max(1, abs(value))
        if not same:
            print(f"{where}: {key}: said {other}, found {value}")
            wrong += 1
    return wrong


def main():
    wrong = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            document = json.load(file)
        rows = document["rows"]
        for r in rows:
            if r["simulated"] is not None and r["expected"] > 0:
                ratio = r["simulated"] / r["expected"] - 1
                if abs(ratio - r["error"]) > 1e-6 * max(1, abs(ratio)) or r["within"] != within(r):
                    print(f"{name}: {r['id']}: error said {r['error']}, found {ratio}")
                    wrong += 1
        found = scores(rows)
        wrong += compare(name, document["summary"], found)
        print(f"{name}: {found['simulated']} of {found['rows']} rows, within tolerance "
              f"{found['within_tolerance']:.3f}, median {found['median']:.3f}, error {found['error']:.3f}, bias {found['bias']:.3f}"
              if found["error"] is not None else f"{name}: nothing to score")
    print("scores agree" if wrong == 0 else f"{wrong} figures differ")
    sys.exit(1 if wrong else 0)


main()
