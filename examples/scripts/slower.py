#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if the kernels of a workload take longer than in earlier results: a step of continuous integration.

    slower.py BASELINE.json DEVICE,DEVICE,... WORKLOAD... [--limit PERCENT] [--write]

--write writes the baseline, which belongs into the repository. Exit code 1 if a kernel is slower by
more than --limit (5 by default) or no longer has a correct result. On GitHub the messages are annotations.
"""
from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import lockstep  # noqa: E402


def key(result):
    """What a result and its earlier one have in common."""
    return result["workload"], result["device"], json.dumps(result["parameters"], sort_keys=True)


def problem(result, before, limit):
    """What is wrong with a result beside its earlier one, if there is one; empty if nothing is."""
    if result["status"] != "ok":
        return f"{result['status']}: {result['message']}"
    if before is None or before["status"] != "ok":
        return ""
    longer = result["kernel_seconds"] - before["kernel_seconds"]
    if longer > limit / 100 * before["kernel_seconds"]:
        share = 100 * longer / before["kernel_seconds"]
        return f"kernels take {share:.1f} % longer: {1e6 * result['kernel_seconds']:.2f} µs"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("baseline", metavar="BASELINE.json")
    parser.add_argument("devices", metavar="DEVICE,...")
    parser.add_argument("workloads", metavar="WORKLOAD", nargs="+")
    parser.add_argument("--limit", type=float, default=5, metavar="PERCENT")
    parser.add_argument("--write", action="store_true", help="write the baseline")
    asked = parser.parse_args()
    devices = asked.devices.split(",")
    if asked.write:
        results = lockstep.compare(asked.workloads, devices)
        pathlib.Path(asked.baseline).write_text(json.dumps({"results": results}, indent=1) + "\n", encoding="utf-8")
        return
    try:
        text = pathlib.Path(asked.baseline).read_text(encoding="utf-8")
        before = {key(result): result for result in json.loads(text)["results"]}
    except (OSError, ValueError, LookupError, TypeError) as error:
        parser.error(f"{asked.baseline}: expected results that --write has written: {error}")
    mark = "::error::" if os.environ.get("GITHUB_ACTIONS") == "true" else ""
    slower = 0
    for result in lockstep.compare(asked.workloads, devices):
        wrong = problem(result, before.get(key(result)), asked.limit)
        if wrong:
            slower += 1
            print(f"{mark}{result['workload']} on {result['device']}: {wrong}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    try:
        main()
    except lockstep.LockstepError as error:
        print(error, file=sys.stderr)
        sys.exit(error.code)
