#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges 'lockstep advise' by pairs of slow and repaired kernels, and by kernels that run near a peak.

    advice.py [--lockstep PROGRAM] [--only NAME,...] [--times FILE] [dev] [exam] [roof] [kernels]

Simulates both workloads of each pair in pairs.json, asks advise about the slow one, and prints a row for each pair and
device, and the sums. The last set asks explain about two kernels and looks for the expected words in the largest factor.
Standard library only; every number printed is computed here. --times keeps the times of workloads in a file, by their
content, and reuses them. Exit code 0, or 1 if a result is wrong or a command fails.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAYS, SILENT, SLOWER = 1.05, 1.03, 0.97  # real ratios: of repairs that count, that need no advice, that make it worse
NEAR = 1.3  # a predicted gain is near if it is within this factor of the real one
KEPT = 1.5  # a predicted gain beyond the real one by more is a promise that is not kept
PROMISE = 1.1  # the most that a kernel at a peak may be promised
ROOFS = {
    "atomics": "atomic",
    "dram": "dram",
    "l2": r"\bl2\b|second-level|slices",
    "local memory": "local memory|lds",
    "ports": "issue|port",
}


class Failure(Exception):
    pass


def lockstep(program, *arguments):
    done = subprocess.run([program, *arguments, "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 5):
        raise Failure(f"lockstep {' '.join(arguments)}: exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def times(program, workload, devices, kept):
    """Seconds of each device that takes the workload; they follow the workload's own timing."""
    key = hashlib.sha256(" ".join(devices).encode())
    with open(workload, "rb") as file:
        text = file.read()
    kernels = re.search(rb"kernels: (\S+)", text).group(1).decode()
    with open(os.path.join(os.path.dirname(workload), kernels), "rb") as file:
        key.update(text + file.read())
    if key.hexdigest() not in kept:
        kept[key.hexdigest()] = simulated(program, workload, devices)
    return kept[key.hexdigest()]


def simulated(program, workload, devices):
    document = lockstep(program, "run", workload, "-d", ",".join(devices), "--phases", "3")
    for result in document["results"]:
        if result["status"] == "ok" and not result["verified"]:
            raise Failure(f"{workload} on {result['device']}: {result['message'] or 'not verified'}")
    return {r["device"]: r["seconds"] for r in document["results"] if r["status"] == "ok"}


def advice(program, workload, devices):
    findings = {device: [] for device in devices}
    for finding in lockstep(program, "advise", workload, "-d", ",".join(devices))["advice"]:
        findings[finding["device"]].append(finding)
    return findings


def judge(pair, device, real, findings):
    """A row: what was predicted for the pair's cause, beside the real ratio."""
    findings = [f for f in findings if f["rule"] != "nothing-cheap"]
    ranks = [n for n, f in enumerate(findings, 1) if f["rule"] in pair["cause"]]
    rank = ranks[0] if ranks else None
    gain = findings[rank - 1]["gain"] if rank else None
    return {
        "pair": pair["pair"], "device": device, "real": real, "rank": rank, "gain": gain,
        "factor": max(gain / real, real / gain) if gain else None,
        "judged": device in pair.get("on", [device]) or real < PAYS,
        "findings": [f"{f['rule']} {cell(f['gain'])}" for f in findings],
    }


def verdict(row):
    if not row["judged"]:
        return "not judged"
    if row["real"] >= PAYS:
        if row["rank"] is None:
            return "missed"
        gain = ", no gain" if row["gain"] is None else "" if row["factor"] <= NEAR else ", gain off"
        return ("found" if row["rank"] <= 2 else "late") + gain
    if row["rank"] is None:
        return "silent, right"
    if row["real"] < SLOWER:
        return "SLOWER"
    return "overstated" if row["real"] < SILENT and (row["gain"] or 1) > NEAR else "tolerable"


def cell(value, form="{:.2f}"):
    return "–" if value is None else form.format(value)


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "–"


def pairs(program, folder, entries, devices, kept):
    print(f"\n## {folder}: pairs\n")
    print("| pair | cause | device | real ratio | rank | predicted | factor | verdict | findings |")
    print("|---|---|---|---|---|---|---|---|---|")
    rows = []
    for pair in entries:
        slow, fast = (os.path.join(HERE, folder, f"{pair['pair']}_{kind}.yaml") for kind in ("slow", "fast"))
        before, after = (times(program, w, devices, kept) for w in (slow, fast))
        both = [d for d in devices if d in before and d in after]
        findings = advice(program, slow, both)
        for device in both:
            row = judge(pair, device, before[device] / after[device], findings[device])
            rows.append(row)
            print(f"| {row['pair']} | {', '.join(pair['cause'])} | {device} | {cell(row['real'])} | {cell(row['rank'], '{}')} "
                  f"| {cell(row['gain'])} | {cell(row['factor'])} | {verdict(row)} | {', '.join(row['findings'][:3])} |", flush=True)
    paying = [r for r in rows if r["real"] >= PAYS and r["judged"]]
    found = [r for r in paying if r["rank"] and r["rank"] <= 2]
    print(f"\n- cause among the first two: {share(len(found), len(paying))}")
    print(f"- gain within {NEAR}: {share(sum(1 for r in paying if r['gain'] and r['factor'] <= NEAR), len(paying))}, "
          f"of those found {share(sum(1 for r in found if r['gain'] and r['factor'] <= NEAR), len(found))}")
    broken = [r for r in rows if r["gain"] and r["gain"] > KEPT * r["real"]]
    print(f"- promised and not kept, beyond {KEPT}: {len(broken)}"
          + "".join(f"; {r['pair']} on {r['device']} {r['gain']:.2f} for {r['real']:.2f}" for r in broken))
    idle = [r for r in rows if r["real"] < SILENT]
    print(f"- silent about the cause where the repair does not pay: {share(sum(1 for r in idle if r['rank'] is None), len(idle))}")
    print(f"- advised though the repair is slower: {sum(1 for r in rows if r['real'] < SLOWER and r['rank'])}")


def roofs(program, folder, entries):
    print(f"\n## {folder}: kernels near a peak\n")
    print("| kernel | device | bound by | first finding | verdict |\n|---|---|---|---|---|")
    right = total = beyond = 0
    for entry in entries:
        workload = os.path.join(HERE, folder, entry["kernel"] + ".yaml")
        findings = advice(program, workload, list(entry["roof"]))
        for device, roof in entry["roof"].items():
            first = findings[device][0] if findings[device] else {"rule": "none", "finding": "", "gain": None}
            most = max((f["gain"] or 1 for f in findings[device]), default=1)
            beyond += most > PROMISE
            good = first["rule"] == "nothing-cheap" and re.search(ROOFS[roof], first["finding"], re.IGNORECASE)
            right, total = right + bool(good), total + 1
            print(f"| {entry['kernel']} | {device} | {roof} | {first['rule']} {cell(first['gain'])}: {first['finding']} "
                  f"| {'right' if good else 'wrong'} |", flush=True)
    print(f"\n- nothing cheap, with the right roof: {share(right, total)}")
    print(f"- promised a gain beyond {PROMISE}: {beyond} of {total}")


def kernels(program, entries, devices):
    """Which factor explain names as the largest one between the kernels of a pair of 'dev'."""
    print("\n## Kernel against kernel\n")
    print("| pair | device | slow ÷ repaired | largest factor | slow ÷ repaired | expected | verdict |\n|---|---|---|---|---|---|---|")
    right = total = 0
    for entry in entries:
        slow, fast = (os.path.join(HERE, "dev", f"{entry['pair']}_{kind}.yaml") for kind in ("slow", "fast"))
        for device in (d for d in devices if d in entry["words"]):
            document = lockstep(program, "explain", slow, fast, "-d", device)
            reasons = [r for r in document["reasons"] if r["kind"] != "residual"]
            first = min(reasons, key=lambda r: r["factor"])
            text = first["name"] + ": " + (first["sentence"] or "")
            good = re.search(entry["words"][device], text, re.IGNORECASE) is not None
            right, total = right + good, total + 1
            print(f"| {entry['pair']} | {device} | {1 / document['ratio']:.2f} | {first['sentence'] or first['name']} "
                  f"| {1 / first['factor']:.2f} | {entry['words'][device].replace('|', ' or ')} | {'right' if good else 'wrong'} |", flush=True)
    print(f"\n- the cause is named: {share(right, total)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--lockstep", default=os.environ.get("LOCKSTEP", "lockstep"), help="the program")
    parser.add_argument("--only", help="names of pairs or kernels, separated by commas")
    parser.add_argument("folders", nargs="*", help="dev, exam, roof or kernels (default: all)")
    parser.add_argument("--times", help="a file that keeps the times of workloads")
    options = parser.parse_args()
    with open(os.path.join(HERE, "pairs.json"), encoding="utf-8") as file:
        document = json.load(file)
    folders = [name for name in document if name != "devices"]
    kept = {}
    if options.times and os.path.exists(options.times):
        with open(options.times, encoding="utf-8") as file:
            kept = json.load(file)
    only = options.only.split(",") if options.only else None
    for folder in options.folders or folders:
        if folder not in folders:
            parser.error(f"no folder '{folder}': expected {', '.join(folders)}")
        entries = [e for e in document[folder] if only is None or e.get("pair", e.get("kernel")) in only]
        if folder == "roof":
            roofs(options.lockstep, folder, entries)
        elif folder == "kernels":
            kernels(options.lockstep, entries, document["devices"])
        else:
            pairs(options.lockstep, folder, entries, document["devices"], kept)
            if options.times:
                with open(options.times, "w", encoding="utf-8") as file:
                    json.dump(kept, file)


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError) as problem:
        sys.exit(f"advice.py: {problem}")
