#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says how soon `lockstep sweep optimise` finds the best of spaces that are enumerated first:

    tools/optimise.py                     # both spaces, ten seeds, 100 evaluations; minutes
    tools/optimise.py docs/optimise/spmv.yaml --seeds 3 --algorithms model,random,cma-es

A space is enumerated by a search that does not end before every place was looked at. "found at" is the
first evaluation that is as good as the best of all; "-" where 100 were not enough.
"""
import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def search(lockstep, file, folder, budget, seed, algorithm):
    """Values of all evaluations in their order, less is better; None where infeasible."""
    subprocess.run(
        [lockstep, "sweep", "optimise", str(file), "-o", str(folder), "--budget", str(budget),
         "--seed", str(seed), "--algorithm", algorithm, "-f", "csv"],
        check=True, stdout=subprocess.DEVNULL)
    with open(folder / "search.csv", newline="") as rows:
        return [float(r["objective"]) if r["feasible"] == "true" else None for r in csv.DictReader(rows)]


def first(values, best):
    return next((i + 1 for i, v in enumerate(values) if v is not None and v <= best), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path,
                        default=[ROOT / "docs/optimise/matmul.yaml", ROOT / "docs/optimise/spmv.yaml"])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--budget", type=int, default=100)
    parser.add_argument("--algorithms", default="model,random")
    arguments = parser.parse_args()
    lockstep = os.environ.get("LOCKSTEP", str(ROOT / "lockstep"))
    with tempfile.TemporaryDirectory() as at:
        for file in arguments.files:
            work = pathlib.Path(at) / file.stem
            work.mkdir()
            everything = [v for v in search(lockstep, file, work / "all", 1_000_000, 1, "random") if v is not None]
            best = min(everything)
            optima = sum(v <= best for v in everything)
            near = sum(v <= best * 1.01 for v in everything)
            print(f"{file.name}: {len(everything)} feasible places, best {best:.9g} at {optima},"
                  f" within 1 % at {near}, median {sorted(everything)[len(everything) // 2]:.9g}")
            for algorithm in arguments.algorithms.split(","):
                found, lasts = [], []
                for seed in range(1, arguments.seeds + 1):
                    values = search(lockstep, file, work / f"{algorithm}-{seed}", arguments.budget, seed, algorithm)
                    found.append(first(values, best))
                    lasts.append(min(v for v in values if v is not None) / best)
                hits = sum(f is not None for f in found)
                print(f"  {algorithm:7} found in {hits} of {arguments.seeds}; found at "
                      + " ".join("-" if f is None else str(f) for f in found)
                      + f"; best of {arguments.budget} over best of all: mean {sum(lasts) / len(lasts):.4f},"
                      f" worst {max(lasts):.4f}")
            sys.stdout.flush()


main()
