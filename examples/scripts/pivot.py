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
    rows = ["workload", *[name for name in frame.columns if name.startswith("param.")]]
    frame[rows] = frame[rows].convert_dtypes()  # workloads have parameters of their own: whole numbers or missing
    good = frame[frame["status"] == "ok"]
    print(good.groupby([*rows, "device"], dropna=False)["seconds"].min().unstack().to_string())


main()
