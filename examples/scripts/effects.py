#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how much of the kernels' time each setting of a device decides.

    effects.py WORKLOAD DEVICE SETTING=VALUE,VALUE,... ... [--results FOLDER]

Simulates all combinations. Of the variance of the logarithm of the time, 'alone' is the share of a
setting's own means (the first-order Sobol index), 'in all' what remains if all others are fixed (the
total index); both are exact, as all combinations are there. 'factor' is its largest mean over its
smallest one.
"""
from __future__ import annotations

import argparse
import collections
import itertools
import math
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import lockstep  # noqa: E402


def groups(times, key):
    """The logarithms of the times by a part of their places."""
    parts = collections.defaultdict(list)
    for place, time in times.items():
        parts[key(place)].append(time)
    return parts.values()


def effects(times, axes):
    """Yields for each axis its first-order and total index and the factor between its means.

    times: logarithms by place, of all places of a grid
    """
    whole = statistics.pvariance(times.values())
    for axis in range(axes):
        means = [statistics.fmean(part) for part in groups(times, lambda p: p[axis])]
        rest = [statistics.pvariance(part) for part in groups(times, lambda p: p[:axis] + p[axis + 1 :])]
        first = statistics.pvariance(means) / whole if whole else 0.0
        total = statistics.fmean(rest) / whole if whole else 0.0
        yield first, total, math.exp(max(means) - min(means))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workload")
    parser.add_argument("device")
    parser.add_argument("setting", nargs="+", help="NAME=VALUE,VALUE,...")
    parser.add_argument("--results", help="folder in which results are kept")
    asked = parser.parse_args()
    space = {name: values.split(",") for name, values in (s.split("=", 1) for s in asked.setting)}
    grid = list(itertools.product(*space.values()))
    with lockstep.Points(results=asked.results, stats=["time.kernels"]) as points:
        point = {"workload": asked.workload, "device": asked.device}
        answers = points.run({**point, "set": dict(zip(space, values))} for values in grid)
    for answer in answers:
        if answer.get("status") != "ok":
            sys.exit(f"effects.py: line {answer['line']}: {answer.get('error', answer).get('message')}")
    times = {values: math.log(answer["kernel_seconds"]) for values, answer in zip(grid, answers)}
    print(f"{'setting':24} {'alone':>7} {'in all':>7} {'factor':>7}")
    for name, (first, total, factor) in zip(space, effects(times, len(space))):
        print(f"{name:24} {first:7.3f} {total:7.3f} {factor:7.3f}")


if __name__ == "__main__":
    main()
