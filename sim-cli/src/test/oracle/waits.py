# SPDX-License-Identifier: Apache-2.0
"""Expectations of the workloads waits_*: plain sequential arithmetic.

Run in sim-cli/src/test/resources/workloads.
"""
import struct

def write(name, values, code="I"):
    with open("expected/" + name + ".bin", "wb") as f:
        f.write(b"".join(struct.pack("<" + code, v % (1 << (64 if code == "Q" else 32))) for v in values))

# waits_ticket: tickets are drawn group by group in the frozen order; each group holds all its turns in a row.
groups, rounds = 12, 3
# order is compared sorted: every group has each of its turns.
write("waits_ticket.order", [k // rounds for k in range(groups * rounds)])
write("waits_ticket.next", [groups * rounds])
write("waits_ticket.serving", [groups * rounds])
# waits_spinlock
write("waits_spinlock.lock", [0])
write("waits_spinlock.counter", [groups * rounds])
write("waits_spinlock.sum", [groups * rounds * 64 * 63 // 2])
# waits_lookback
total, out = 0, []
for i in range(5000):
    total += i % 7 + 1
    out.append(total)
write("waits_lookback.out", out)
# waits_pipeline, waits_pipeline_back
out = []
for pair in range(3):
    for t in range(64):
        s = 0
        for k in range(7):
            s = (s * 5 + (k + 1) * (t + 1) + pair) % (1 << 32)
        out.append(s)
write("waits_pipeline.out", out)
# waits_worker: every node of the tree once
write("waits_worker.visits", [0] * 64 + [n + t for n in range(1, 64) for t in range(64)])
# waits_grid: rounds of a stencil, all work-items in step
n = 6 * 64
a = [i * 2654435761 % (1 << 32) for i in range(n)]
for r in range(4):
    b = [(a[(i + 1) % n] + a[(i - 1) % n]) % (1 << 32) for i in range(n)]
    a = [b[(i + 7) % n] ^ b[i] for i in range(n)]
write("waits_grid.a", a)
