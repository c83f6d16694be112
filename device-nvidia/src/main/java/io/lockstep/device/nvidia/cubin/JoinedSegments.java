// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import java.util.Arrays;
import java.util.List;

/**
 * The accesses of consecutive segments as those of one. All work-items run through each alike,
 * except for the last.
 */
final class JoinedSegments {
  private final List<Segment> segments;
  private final int[] slotRun;
  private final int[] first;
  private final int[] count;
  private final Segment.Formulas formulas;
  private final int[] start;
  private final int[] low;

  JoinedSegments(List<Segment> segments) {
    this.segments = segments;
    int runs = segments.stream().mapToInt(Segment::runs).sum();
    slotRun = new int[segments.get(0).slots() + 1];
    first = new int[runs];
    count = new int[runs];
    formulas = Segment.Formulas.of(runs);
    start = new int[runs];
    low = new int[runs];
    int n = 0;
    for (int slot = 0; slot + 1 < slotRun.length; slot++) {
      slotRun[slot] = n;
      n = slot(slot, n);
    }
    slotRun[slotRun.length - 1] = n;
  }

  /** Copies the runs of a slot to n and behind; returns the place behind the last. */
  private int slot(int slot, int n) {
    int next = n;
    int executed = 0;
    int narrow = 0;
    int wide = 0;
    for (Segment s : segments) {
      int end = slot + 1 < s.slots() ? s.firstRun(slot + 1) : s.runs();
      int here = 0;
      for (int r = s.firstRun(slot); r < end; r++, next++) {
        RunKind kind = s.kind(r);
        first[next] = s.runFirst(r) + executed;
        count[next] = s.runCount(r);
        here = Math.max(here, s.runFirst(r) + s.runCount(r));
        formulas.kind()[next] = (byte) kind.ordinal();
        formulas.base()[next] = s.base(r, s.runFirst(r));
        formulas.step()[next] = s.step(r);
        for (int d = 0; d < 3; d++) {
          formulas.strides()[3 * next + d] = s.stride(r, d);
        }
        start[next] = s.poolStart(r) + (kind == RunKind.SCATTER_WIDE ? wide : narrow);
        low[next] = s.low(r);
      }
      executed += here;
      narrow += s.pool().length;
      wide += s.widePool().length;
    }
    return next;
  }

  /** Returns the segment with other paths. */
  Segment with(Segment.Paths paths) {
    boolean one = segments.size() == 1;
    int[] pool = segments.get(0).pool();
    long[] widePool = segments.get(0).widePool();
    if (!one) {
      pool = segments.stream().flatMapToInt(s -> Arrays.stream(s.pool())).toArray();
      widePool = segments.stream().flatMapToLong(s -> Arrays.stream(s.widePool())).toArray();
    }
    return new Segment(
        segments.get(0).workItems(),
        paths,
        new Segment.Occurrences(slotRun, first, count),
        formulas,
        new Segment.Scatters(start, low, pool, widePool),
        one ? segments.get(0).waits() : Waits.NONE);
  }
}
