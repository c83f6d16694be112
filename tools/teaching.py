#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes pages of docs/teaching anew: what their commands print, their tables and pictures.

    tools/teaching.py [PAGE.md …]        without arguments: all pages that have something to make

Blocks that begin with ```console hold commands after "$ "; what follows each is replaced by its output.
    <!-- timeline NAME.svg MICROSECONDS: WORKLOAD OPTIONS -->    wavefronts of one compute unit over time
    <!-- bars NAME.svg STATISTIC: WORKLOAD OPTIONS; … -->        a statistic over the points of sweeps
    <!-- channels NAME.svg MICROSECONDS: WORKLOAD OPTIONS -->    when each DRAM channel transfers
    <!-- engines NAME.svg MICROSECONDS: WORKLOAD OPTIONS -->    kernels and transfers of a program with streams over time
    <!-- rates: WORKLOAD… --> … <!-- end -->                     bundles and rates: by arithmetic and simulated
    <!-- factors PARAMETER=VALUES: BYTES WORKLOAD; … --> … <!-- end -->   copies of BYTES a work-item: rates, times as slow as the fastest
    <!-- steps DEVICES: LABEL = WORKLOAD OPTIONS; … --> … <!-- end -->   a row for each product of matrices: its rate on each device, and what bounds it
Texts between them are written by hand and name no number that a change of the models would make untrue.
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = os.path.join(ROOT, 'docs', 'teaching')
COLOURS = ['#0068a8', '#b8430b', '#00785a', '#a3387f']
DEVICES = 'hd5870,hd6970'


def shell(command):
    script = 'set -o pipefail; lockstep() { ./lockstep "$@"; }; ' + command
    done = subprocess.run(['bash', '-c', script], cwd=ROOT, text=True, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in (0, 141):
        sys.exit(f'{command}: exit {done.returncode}\n{done.stderr}')
    return done.stdout


def console(block):
    out = []
    for line in block.splitlines():
        if line.startswith('$ '):
            if out:
                out.append('')
            printed = [p.rstrip() for p in shell(line[2:]).strip('\n').splitlines()]
            out += [line] + [p for p in printed if not p.startswith(('slowest: ', '* fastest by'))]
            while out[-1] == '':
                out.pop()
    return '\n'.join(out) + '\n'


def svg(width, height, parts, title):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="13"><title>{escape(title)}</title>'
            f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + '\n'.join(parts) + '\n</svg>\n')


def text(x, y, words, anchor='start'):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def box(x, y, width, height, colour, title=''):
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height:.1f}" fill="{colour}">'
            f'<title>{escape(title)}</title></rect>')


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    """The fields of a message of Protocol Buffers: number and value, bytes where it has a length."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 2:
            size, at = varint(data, at)
            yield key >> 3, data[at:at + size]
            at += size
        elif key & 7 == 1:
            yield key >> 3, data[at:at + 8]
            at += 8
        else:
            value, at = varint(data, at)
            yield key >> 3, value


def recorded(words, components):
    """Intervals of a timeline in microseconds: name, arguments, unit and lane, in the order of their begins."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 't.pftrace')
        shell(f"lockstep profile {words} --timeline {file} --timeline-component '{components}'")
        with open(file, 'rb') as f:
            trace = f.read()
    names, parents, hertz, began, found = {}, {}, 0, {}, []
    for _, packet in fields(trace):
        packet = dict(fields(packet))
        if 60 in packet:
            track = dict(fields(packet[60]))
            names[track[1]], parents[track[1]] = track[2].decode(), track.get(5)
            rate = re.search(rb'(\d+) ticks a second', track[14])
            hertz = int(rate[1]) if rate else hertz
            continue
        told = list(fields(packet[11]))
        event = dict(told)
        now = packet[8] * 1e6 / hertz
        if event[9] == 1:
            args = [dict(fields(value)) for number, value in told if number == 4]
            found.append({'name': event[23].decode(), 'ts': now, 'lane': names[event[11]],
                          'unit': names.get(parents[event[11]]), 'args': {a[10].decode(): a.get(3, 0) for a in args}})
            began.setdefault(event[11], []).append(found[-1])
        elif event[9] == 2:
            done = began[event[11]].pop()
            done['dur'] = now - done['ts']
    return found


def timeline(span, words):
    """Bars of wavefronts: waiting for a load, or not."""
    span = float(span)
    events = recorded(words, 'cu[0]*')
    waves = sorted((e for e in events if 'wavefront' in e['args']), key=lambda e: e['name'])
    start = min(e['ts'] for e in waves)
    left, width, row = 110, 820, 26
    scale = width / span
    parts = []
    for k, wave in enumerate(waves):
        y = 10 + k * (row + 8)
        parts.append(text(left - 8, y + 18, f'wavefront {k}', 'end'))
        end = min(wave['ts'] + wave['dur'] - start, span)
        parts.append(box(left + (wave['ts'] - start) * scale, y, (end - wave['ts'] + start) * scale, row, COLOURS[0],
                         'computes, or is ready to'))
        for e in events:
            if e['name'] == 'load' and e['args']['owner'] == k and e['ts'] - start < span:
                stop = min(e['ts'] + e['dur'] - start, span)
                parts.append(box(left + (e['ts'] - start) * scale, y, (stop - e['ts'] + start) * scale, row, '#f3b98f',
                                 f"waits {e['dur']:.2f} µs for a load"))
    bottom = 10 + len(waves) * (row + 8)
    step = span / 4
    for k in range(5):
        parts.append(text(left + k * step * scale, bottom + 14, f'{k * step:g} µs', 'middle'))
    parts += [box(left, bottom + 26, 13, 13, COLOURS[0]), text(left + 19, bottom + 37, 'computes, changes clauses or is ready'),
              box(left + 290, bottom + 26, 13, 13, '#f3b98f'), text(left + 309, bottom + 37, 'waits for a load')]
    return svg(left + width + 40, bottom + 50, parts, 'wavefronts of compute unit 0: lockstep profile ' + words)


def channels(span, words):
    """A row for each DRAM channel: the darker, the longer it transfers in a slice of time."""
    span = float(span)
    moves = [e for e in recorded(words, 'dram[*]') if e['name'] in ('read', 'write')]
    for e in moves:
        e['channel'] = int(re.search(r'dram\[(\d+)\]', e['unit'])[1])
    of = sorted({e['channel'] for e in moves})
    start = min(e['ts'] for e in moves)
    left, width, row, slices = 110, 800, 22, 160
    busy = {}
    for e in moves:
        k = int((e['ts'] - start) / span * slices)
        if k < slices:
            key = e['channel'], e['name'], k
            busy[key] = busy.get(key, 0) + e['dur'] * slices / span
    parts = [text(left - 8, 10 + c * row + 16, f'channel {c}', 'end') for c in of]
    for (c, kind, k), share in sorted(busy.items()):
        y = 10 + c * row + (0 if kind == 'read' else row / 2)
        parts.append(f'<rect x="{left + k * width / slices:.2f}" y="{y:g}" width="{width / slices:.2f}" height="{row / 2 - 2:g}" '
                     f'fill="{COLOURS[0 if kind == "read" else 1]}" fill-opacity="{min(1, 0.15 + share):.2f}"/>')
    bottom = 10 + len(of) * row
    for k in range(5):
        parts.append(text(left + k * width / 4, bottom + 14, f'{k * span / 4:g} µs', 'middle'))
    parts += [box(left, bottom + 26, 13, 13, COLOURS[0]), text(left + 19, bottom + 37, 'reads'),
              box(left + 90, bottom + 26, 13, 13, COLOURS[1]), text(left + 109, bottom + 37, 'writes; darker: more of the time')]
    return svg(left + width + 40, bottom + 50, parts, 'transfers of the DRAM channels: lockstep profile ' + words)


def engines(span, words):
    """A row for transfers in each direction and for each queue of kernels."""
    span = float(span)
    events = recorded(words, 'launches')
    for e in events:
        e['lane'] = 'kernels' if e['lane'] == 'launches' else e['lane']
    order = ['transfers to device', 'kernels', 'transfers from device']
    rows = sorted({e['lane'] for e in events}, key=lambda lane: (order + [lane]).index(lane))
    left, width, row = 150, 780, 34
    parts = []
    for k, lane in enumerate(rows):
        parts.append(text(left - 8, 10 + k * row + 19, lane, 'end'))
        colour = COLOURS[0 if lane.startswith('kernels') else 1 if 'to device' in lane else 2]
        for e in events:
            if e['lane'] == lane and e['ts'] < span:
                long = min(e['ts'] + e['dur'], span) - e['ts']
                parts.append(box(left + e['ts'] * width / span, 10 + k * row, long * width / span - 1, row - 8, colour,
                                 f"{e['name']}, {e['dur']:.1f} µs"))
    bottom = 10 + len(rows) * row
    for k in range(5):
        parts.append(text(left + k * width / 4, bottom + 14, f'{k * span / 4:g} µs', 'middle'))
    return svg(left + width + 40, bottom + 24, parts, 'kernels and transfers: lockstep profile ' + words)


def bars(name, words):
    """A bar for each point of sweeps and device."""
    rows = []
    for sweep in words.split(';'):
        rows += csv.DictReader(io.StringIO(shell(f'lockstep sweep {sweep.strip()} --format csv')))
    varied = ['workload'] if len({r['workload'] for r in rows}) > 1 else []
    varied += [c for c in rows[0] if c.startswith('param.') and len({r.get(c) for r in rows}) > 1]
    devices = sorted({r['device'] for r in rows})
    unit = 1e6 if name.endswith('seconds') else 1
    highest = max(float(r[name] or 0) for r in rows) * unit
    parts, y = [], 10
    points = []

    def named(r):
        return ', '.join((c[6:] + ' ' if c.startswith('param.') else '') + r[c] for c in varied if r.get(c))

    for r in rows:
        if named(r) not in points:
            points.append(named(r))
    left, width, row, gap = max(130, 16 + 8 * max(map(len, points))), 700, 16, 8
    for point in points:
        mine = [r for r in rows if named(r) == point]
        parts.append(text(left - 8, y + row * len(mine) / 2 + 5, point, 'end'))
        for r in mine:
            value = float(r[name] or 0) * unit
            parts.append(box(left, y, width * value / highest, row - 1, COLOURS[devices.index(r['device'])], r['device']))
            parts.append(text(left + width * value / highest + 5, y + row - 4, f'{value:,.3g}' if value < 1000 else f'{value:,.0f}'))
            y += row
        y += gap
    x = left
    for k, d in enumerate(devices):
        parts += [box(x, y + 4, 13, 13, COLOURS[k]), text(x + 19, y + 15, d)]
        x += 100
    parts.append(text(x, y + 15, ('kernels µs' if unit > 1 else name) + ' (shorter bars are better)'
                      if name.endswith('seconds') or 'imbalance' in name or name.endswith('cycles') else name))
    return svg(left + width + 80, y + 26, parts, f'{name}: lockstep sweep {words}')


def rates(workloads):
    """A row for each kernel and device: what its code and clock allow, and what is simulated."""
    out = ['| kernel | device | operations | bundles | slots a bundle | lanes × clock ÷ bundles | simulated |',
           '|---|---|---:|---:|---:|---:|---:|']
    lanes, clock = {}, {}
    for d in DEVICES.split(','):
        figures = json.loads(shell(f'lockstep devices {d} --format json'))['figures']
        lanes[d] = figures['unit.count']['canonical'] * figures['unit.stream_cores']['canonical']
        clock[d] = figures['clock.compute']['canonical']
    for words in workloads.split(';'):
        words = words.strip()
        file = words.split()[0]
        results = json.loads(shell(f'lockstep run {words} -d {DEVICES} --format json'))['results']
        for r in results:
            s, d = r['statistics'], r['device']
            trials = r['parameters']['n']
            each = trials // (64 * s['wavefronts'])
            bundles = s['vliw.bundles'] / (trials / 64)
            operations = s['vliw.slots'] / (trials / 64)
            allowed = lanes[d] * clock[d] / bundles
            out.append(f"| {os.path.basename(file)[:-5]}{', %d side by side' % each if each > 1 else ''} | {d} "
                       f"| {operations:,.0f} | {bundles:,.0f} | {operations / bundles:.2f} "
                       f"| {lanes[d]} × {clock[d] / 1e6:.0f} MHz ÷ {bundles:,.0f} = {allowed / 1e6:,.0f} M/s "
                       f"| {trials / r['kernel_seconds'] / 1e6:,.0f} M/s |")
    return '\n'.join(out) + '\n'


def factors(parameter, values, copies):
    """A row for each value of a parameter: rates of copies on the HD 5870, and how often each is slower than its fastest."""
    head, columns = f'| {parameter} |', []
    for words in copies.split(';'):
        size, file = words.split()
        rows = csv.DictReader(io.StringIO(shell(f'lockstep sweep {file} -d hd5870 --param {parameter}={values} --format csv')))
        rates = {r['param.' + parameter]: 128 * int(size) * int(r['wavefronts']) / float(r['kernel_seconds']) / 1e9 for r in rows}
        head += f' {size} bytes: GB/s | times as slow |'
        columns.append(rates)
    out = [head, '|' + '---:|' * (1 + 2 * len(columns))]
    for value in values.split(','):
        out.append(f'| {int(value):,} |' + ''.join(f' {c[value]:.2f} | {max(c.values()) / c[value]:.1f} |' for c in columns))
    return '\n'.join(out) + '\n'


def steps(devices, products):
    """A row for each product: TFLOP/s of its m x n x k on each device with what most cycles waited for, or what the device lacks."""
    devices = devices.split(',')
    out = ['| step | ' + ' | '.join(devices) + ' |', '|---|' + '---|' * len(devices)]
    for product in products.split(';'):
        label, words = product.split('=', 1)
        command = f'lockstep compare {words.strip()} -d {",".join(devices)} --format json'
        cells = {}
        for r in json.loads(shell(command))['results']:
            if r['status'] == 'ok':
                size = r['parameters']
                work = 2 * size['n'] * size.get('m', size['n']) * size.get('k', size['n'])
                cells[r['device']] = f"{work / r['kernel_seconds'] / 1e12:.2f}, {r['bound']}"
                if not r['verified']:
                    sys.exit(f'{command}: {r["device"]} is not verified')
            else:
                cells[r['device']] = 'lacks ' + re.search('uses (?:the )?(.*?), which the device lacks', r['message'])[1]
        out.append(f"| {label.strip()} | " + ' | '.join(cells[d] for d in devices) + ' |')
    return '\n'.join(out) + '\n'


def main():
    names = [os.path.abspath(a) for a in sys.argv[1:]] or sorted(
        os.path.join(PAGES, n) for n in os.listdir(PAGES) if n.endswith('.md'))
    for name in names:
        with open(name, encoding='utf-8') as f:
            page = before = f.read()
        page = re.sub(r'(```console\n)(.*?)(```)', lambda m: m[1] + console(m[2]) + m[3], page, flags=re.S)
        for kind, picture, how, words in re.findall(r'<!-- (timeline|channels|engines|bars) (\S+\.svg) (\S+): (.*?) -->', page):
            with open(os.path.join(PAGES, picture), 'w', encoding='utf-8') as f:
                f.write({'timeline': timeline, 'channels': channels, 'engines': engines, 'bars': bars}[kind](how, words))
        page = re.sub(r'(<!-- rates: (.*?) -->\n)(.*?)(<!-- end -->)', lambda m: m[1] + rates(m[2]) + m[4], page, flags=re.S)
        page = re.sub(r'(<!-- factors (\w+)=(\S+): (.*?) -->\n)(.*?)(<!-- end -->)',
                      lambda m: m[1] + factors(m[2], m[3], m[4]) + m[6], page, flags=re.S)
        page = re.sub(r'(<!-- steps (\S+): (.*?) -->\n)(.*?)(<!-- end -->)', lambda m: m[1] + steps(m[2], m[3]) + m[5], page, flags=re.S)
        if page != before:
            with open(name, 'w', encoding='utf-8') as f:
                f.write(page)
        print(os.path.relpath(name, ROOT) + (' changed' if page != before else ' as it was'), flush=True)


main()
