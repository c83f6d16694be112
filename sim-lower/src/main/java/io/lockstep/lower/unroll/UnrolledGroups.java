// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.unroll;

import io.lockstep.kernel.ir.Block;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.List;

/**
 * Work-groups with paths through unrolled loops. A run of iterations goes through four at a time,
 * then two, then one; a run that the end of a segment cuts ends in single iterations.
 */
public final class UnrolledGroups implements WorkGroupSource {
  private static final int MANY = 4;

  private final WorkGroupSource recorded;
  private final UnrolledLoops loops;
  private final List<Block> blocks;
  private WorkGroupRecord record;

  // The paths of the segment.
  private long[] outcomes = new long[8];
  private int bits;
  private int count; // blocks of the path

  /**
   * Changes the paths of work-groups.
   *
   * @param recorded work-groups of the original kernel
   * @param loops its unrolled loops
   */
  public UnrolledGroups(WorkGroupSource recorded, UnrolledLoops loops) {
    this.recorded = recorded;
    this.loops = loops;
    blocks = loops.kernel().blocks();
  }

  @Override
  public Status next() {
    Status status = recorded.next();
    record = status == Status.RECORD ? unrolled(recorded.record()) : null;
    return status;
  }

  @Override
  public WorkGroupRecord record() {
    return record;
  }

  private WorkGroupRecord unrolled(WorkGroupRecord group) {
    return new WorkGroupRecord(
        group.group(), group.segments().stream().map(this::unrolled).toList());
  }

  private Segment unrolled(Segment segment) {
    int n = segment.paths();
    int[] first = new int[n];
    int[] counts = new int[n];
    int[] bit = new int[n + 1];
    Arrays.fill(outcomes, 0);
    bits = 0;
    for (int p = 0; p < n; p++) {
      first[p] = loops.entry(segment.firstBlock(p));
      count = 0;
      path(segment, p);
      counts[p] = count;
      bit[p + 1] = bits;
    }
    int[] of = null;
    if (!segment.isUniform()) {
      of = new int[segment.workItems()];
      Arrays.setAll(of, segment::pathOf);
    }
    long[] all = Arrays.copyOf(outcomes, bits / Long.SIZE + 2);
    return segment.with(new Segment.Paths(of, first, counts, bit, all));
  }

  private void path(Segment segment, int p) {
    int block = segment.firstBlock(p);
    int bit = segment.firstOutcome(p);
    for (int left = segment.blockCount(p); left > 0; ) {
      CountedLoop loop = loops.loop(block);
      if (loop == null) {
        Block b = blocks.get(block);
        int outcome = b.outcomeBits() == 0 ? 0 : segment.outcome(bit, b.outcomeBits());
        bit += b.outcomeBits();
        pass(outcome, b.outcomeBits());
        left--;
        if (left > 0) {
          block = b.successors().get(outcome);
        }
        continue;
      }
      int length = loop.blocks().size();
      int whole = 0;
      boolean leaves = false;
      while (!leaves && left >= length) {
        leaves = segment.outcome(bit++, 1) == 0;
        left -= length;
        whole++;
      }
      if (leaves) {
        run(loop, whole);
        block = loop.exit();
      } else {
        cut(loop, whole, left);
        left = 0;
      }
    }
  }

  /** Appends a run of iterations behind which the loop ends. */
  private void run(CountedLoop loop, int whole) {
    four(loop, whole / MANY);
    boolean two = (whole & 2) != 0;
    pass(two ? 1 : 0, 1);
    count += two ? 2 * loop.blocks().size() - 1 : 0;
    boolean one = (whole & 1) != 0;
    pass(one ? 1 : 0, 1);
    if (one) {
      count += loop.blocks().size() - 1;
      pass(0, 1);
    }
  }

  /** Appends a run that goes on in the next segment, behind so many blocks of an iteration. */
  private void cut(CountedLoop loop, int whole, int rest) {
    int fours = (rest == 0 ? whole - 1 : whole) / MANY;
    four(loop, fours);
    int single = whole - MANY * fours;
    for (int k = 0; k < single; k++) {
      one(loop, k > 0);
      count += loop.blocks().size() - 1;
      pass(1, 1);
    }
    if (rest > 0) {
      one(loop, single > 0);
      count += rest;
    }
  }

  /** Appends the way to a single iteration, from the loop's start or behind four iterations. */
  private void one(CountedLoop loop, boolean fromStart) {
    if (fromStart) {
      four(loop, 0);
    }
    pass(0, 1);
    pass(1, 1);
  }

  private void four(CountedLoop loop, int times) {
    if (loop.isPeeled()) {
      pass(1, 1);
    }
    pass(times > 0 ? 1 : 0, 1);
    count += times > 0 ? 1 : 0;
    for (int k = 1; k <= times; k++) {
      count += MANY * (loop.blocks().size() - 1);
      pass(k < times ? 1 : 0, 1);
    }
  }

  /** Appends a block and its outcome. */
  private void pass(int outcome, int width) {
    count++;
    if (bits + width > (outcomes.length - 1) * Long.SIZE) {
      outcomes = Arrays.copyOf(outcomes, 2 * outcomes.length);
    }
    outcomes[bits / Long.SIZE] |= (long) outcome << bits;
    if (bits % Long.SIZE + width > Long.SIZE) {
      outcomes[bits / Long.SIZE + 1] |= (long) outcome >>> -bits;
    }
    bits += width;
  }
}
