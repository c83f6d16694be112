#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the seconds of a sweep's points with pandas: a row for each parameter set, a column for each device.

    pivot.py FOLDER          a folder of 'lockstep sweep'
    pivot.py --has-pandas    says by its exit code whether pandas is there

LOCKSTEP names the program, if it is not on the PATH.
"""
import io
import os
import subprocess
import sys

try:
    import pandas
except ImportError:
    sys.exit("pivot.py: pandas is not installed: pip install pandas, or apt-get install python3-pandas")

LOCKSTEP = os.environ.get("LOCKSTEP", "lockstep")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: pivot.py FOLDER")
    if sys.argv[1] == "--has-pandas":
        return
    export = subprocess.run([LOCKSTEP, "sweep", "export", sys.argv[1], "--csv"], stdout=subprocess.PIPE, check=True)
    frame = pandas.read_csv(io.BytesIO(export.stdout))
    good = frame[frame["status"] == "ok"]
    rows = ["workload", *[name for name in good.columns if name.startswith("param.")]]
    print(good.pivot_table(index=rows, columns="device", values="seconds", aggfunc="min").to_string())


main()
