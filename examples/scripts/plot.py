#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the kernels' time over a parameter of a workload as SVG, with a line for each device.

    plot.py WORKLOAD DEVICE,DEVICE,... PARAMETER=VALUE,VALUE,... OUT.svg

Both axes are logarithmic. Standard library only.
"""
from __future__ import annotations

import html
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import lockstep  # noqa: E402

WIDTH, HEIGHT, EDGE = 640, 400, 60
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#17becf")


def scale(values, low, high):
    """A function from values to places between low and high, equal distances for equal factors."""
    least, most = math.log(min(values)), math.log(max(values))
    return lambda v: low + (high - low) * ((math.log(v) - least) / (most - least) if most > least else 0.5)


def svg(title, unit, lines):
    """The drawing of lines: lists of (x, y) by name."""
    points = [point for line in lines.values() for point in line]
    x = scale([p[0] for p in points], EDGE, WIDTH - 2 * EDGE)
    y = scale([p[1] for p in points], HEIGHT - EDGE, EDGE)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">']
    out.append(f'<text x="{EDGE}" y="24">{html.escape(title)}</text>')
    for value in sorted({p[0] for p in points}):
        out.append(f'<text x="{x(value):.1f}" y="{HEIGHT - EDGE + 20}" text-anchor="middle">{value:g}</text>')
    for value in (min(p[1] for p in points), max(p[1] for p in points)):
        out.append(f'<text x="{EDGE - 8}" y="{y(value):.1f}" text-anchor="end">{value * 1e6:.3g} {unit}</text>')
    for (name, line), colour in zip(lines.items(), COLOURS * len(lines)):
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}"/>')
        a, b = line[-1]
        out.append(f'<text x="{x(a) + 6:.1f}" y="{y(b):.1f}" fill="{colour}">{html.escape(name)}</text>')
    return "\n".join([*out, "</svg>", ""])


def main():
    if len(sys.argv) != 5 or "=" not in sys.argv[3]:
        sys.exit("usage: plot.py WORKLOAD DEVICE,DEVICE,... PARAMETER=VALUE,VALUE,... OUT.svg")
    workload, devices, (parameter, values), out = *sys.argv[1:3], sys.argv[3].split("=", 1), sys.argv[4]
    points = [
        {"id": f"{device} {value}", "workload": workload, "device": device, "parameters": {parameter: value}}
        for device in devices.split(",")
        for value in values.split(",")
    ]
    with lockstep.Points(stats=["time.kernels"]) as stream:
        answers = stream.run(points)
    lines = {}
    for point, answer in zip(points, answers):
        if answer.get("status") == "ok":
            place = float(point["parameters"][parameter]), answer["kernel_seconds"]
            lines.setdefault(point["device"], []).append(place)
        else:
            print(f"plot.py: {answer['id']}: {answer.get('error', answer)['message']}", file=sys.stderr)
    if not lines:
        sys.exit("plot.py: nothing to draw")
    title = f"{pathlib.Path(workload).stem}: time of its kernels over {parameter}"
    pathlib.Path(out).write_text(svg(title, "µs", lines), encoding="utf-8")


if __name__ == "__main__":
    main()
