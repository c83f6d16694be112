// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.List;

/**
 * The classes of the wavefronts of one compute unit. A class is a set of lanes of one wavefront
 * that entered a segment together and have taken the same steps since; the lanes advance together
 * until their paths diverge or one of them reaches the end of the segment.
 *
 * <p>A class is an index into pooled arrays, which the callers read directly. Every live lane is in
 * exactly one class. A class is split only before the step at which its lanes' outcomes differ
 * ({@link #cross}), so that lanes whose loops end at different times share the steps until then.
 */
final class LaneClasses {
  // log2 of the entries of ofLane per wavefront
  static final int LANE_BITS = 6;

  // class by slot << LANE_BITS | lane
  final int[] ofLane;

  // Words of a class, adjacent in the host's caches; only the accessors below know their places.
  private static final int WORDS = 4;
  private static final int MASK = 0;
  private static final int BLOCKS = 1; // number of blocks left on the shortest path
  private static final int BIT = 2; // index of the next outcome bit, and of the first that differs
  private static final int TARGET = 3; // the block that the last step led to

  private long[] words = new long[16 * WORDS];
  Segment[] segment = new Segment[16];
  private int[] segmentIndex = new int[16];
  private int[] path = new int[16]; // path of the lowest lane
  private int[] least = new int[16]; // number of blocks of the shortest path

  /** Cursors of each class in each memory slot. */
  final SlotCursors cursors = new SlotCursors(16);

  private int pooled;
  private int[] freed = new int[16];
  private int free;
  private final int[] crossing = new int[64];
  private ControlTable table;

  // Results of the last call of gather.
  private int shortest;
  private int parting; // number of outcome bits, from the next one on, that all paths share

  LaneClasses(int slots) {
    ofLane = new int[slots << LANE_BITS];
  }

  /** Prepares for a kernel; no lane may be live. */
  void begin(ControlTable control) {
    table = control;
    pooled = 0;
    free = 0;
    cursors.begin(control.slots, segment.length);
  }

  long mask(int c) {
    return words[c * WORDS + MASK];
  }

  private void lanes(int c, long lanes) {
    words[c * WORDS + MASK] = lanes;
  }

  int target(int c) {
    return (int) words[c * WORDS + TARGET];
  }

  private void target(int c, int block) {
    words[c * WORDS + TARGET] = block;
  }

  private int blocksLeft(int c) {
    return (int) words[c * WORDS + BLOCKS];
  }

  private void blocksLeft(int c, int blocks) {
    words[c * WORDS + BLOCKS] = blocks;
  }

  private int nextBit(int c) {
    return (int) words[c * WORDS + BIT];
  }

  private int partingBit(int c) {
    return (int) (words[c * WORDS + BIT] >>> 32);
  }

  private void bits(int c, int next, int parting) {
    words[c * WORDS + BIT] = (long) parting << 32 | next;
  }

  /** Consumes outcome bits. */
  private void consume(int c, int bits) {
    words[c * WORDS + BIT] += bits;
  }

  /** Whether {@link #cross} must be called before the next step of a class. */
  boolean isDue(int c) {
    return blocksLeft(c) == 0 || nextBit(c) + table.outcomeBits[target(c)] > partingBit(c);
  }

  /** Advances a class from a block to the next one, and returns the latter. */
  int step(int c, int block) {
    blocksLeft(c, blocksLeft(c) - 1);
    int side = table.successorStart[block];
    int bits = table.outcomeBits[block];
    if (bits != 0) {
      side += segment[c].outcome(nextBit(c), bits);
      consume(c, bits);
    }
    int target = table.successors[side];
    target(c, target);
    return target;
  }

  /**
   * Forms classes of lanes in the first segment from {@code from} on that has their paths.
   *
   * @param first work-item of lane 0
   */
  void enter(int slot, WorkGroupRecord record, int first, long lanes, int from) {
    List<Segment> segments = record.segments();
    long rest = lanes;
    for (int s = from, n = segments.size(); s < n && rest != 0; s++) {
      Segment next = segments.get(s);
      if (next.isUniform()) {
        add(slot, rest, next, s, 0);
        return;
      }
      long later = 0;
      for (long m = rest; m != 0; m &= m - 1) {
        if (next.pathOf(first + Long.numberOfTrailingZeros(m)) < 0) {
          later |= m & -m;
        }
      }
      for (long m = rest & ~later; m != 0; ) {
        int number = next.pathOf(first + Long.numberOfTrailingZeros(m));
        long part = gather(next, first, m, 0, table.outcomeBits[next.firstBlock(number)]);
        m &= ~part;
        shares(add(slot, part, next, s, number), 0, 0);
      }
      rest = later;
    }
    if (rest != 0) {
      throw new IllegalStateException(
          "the trace of work-group " + record.group() + " ends before its work-items do");
    }
  }

  /**
   * Returns the lanes whose next outcome equals that of the lowest lane, and computes how far their
   * paths agree ({@link #shortest}, {@link #parting}).
   *
   * @param bits number of consumed outcome bits, which are equal for all lanes
   */
  private long gather(Segment in, int first, long lanes, int bits, int next) {
    int lead = in.pathOf(first + Long.numberOfTrailingZeros(lanes));
    int from = in.firstOutcome(lead) + bits;
    shortest = in.blockCount(lead);
    parting = Integer.MAX_VALUE - from;
    long part = lanes & -lanes;
    for (long m = lanes & lanes - 1; m != 0; m &= m - 1) {
      int other = in.pathOf(first + Long.numberOfTrailingZeros(m));
      if (other != lead) {
        int agree = in.agreement(lead, other, bits);
        if (agree < next || in.firstBlock(other) != in.firstBlock(lead)) {
          continue;
        }
        shortest = Math.min(shortest, in.blockCount(other));
        parting = Math.min(parting, agree);
      }
      part |= m & -m;
    }
    return part;
  }

  /** Stores the results of {@link #gather} for a class, which has consumed some blocks and bits. */
  private void shares(int c, int blocks, int bits) {
    int bit = segment[c].firstOutcome(path[c]) + bits;
    least[c] = shortest;
    blocksLeft(c, shortest - blocks);
    bits(c, bit, bit + parting);
  }

  /**
   * Splits the classes of lanes that cannot take another step as one, and moves lanes at the end of
   * their path to a later segment. Lanes that leave the same segment may form a class in the later
   * one; other lanes may not, because their work-items are at different places of the trace.
   */
  void cross(int slot, WorkGroupRecord record, int first, long lanes) {
    int moving = 0;
    for (long m = lanes; m != 0; ) {
      int c = ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)];
      m &= ~mask(c);
      if (isDue(c)) {
        crossing[moving++] = c;
      }
    }
    for (int i = 0; i < moving; i++) {
      if (crossing[i] < 0) {
        continue;
      }
      int from = segmentIndex[crossing[i]];
      long together = 0;
      for (int k = i; k < moving; k++) {
        int c = crossing[k];
        if (c >= 0 && segmentIndex[c] == from) {
          together |= part(slot, c, first);
          crossing[k] = -1;
        }
      }
      if (together != 0) {
        enter(slot, record, first, together, from + 1);
      }
    }
  }

  /** Splits a class by its lanes' next outcomes; returns the lanes at the end of their path. */
  private long part(int slot, int c, int first) {
    Segment in = segment[c];
    long ended = 0;
    int blocks = blocks(c);
    if (blocksLeft(c) == 0) {
      for (long m = mask(c); m != 0; m &= m - 1) {
        if (in.blockCount(in.pathOf(first + Long.numberOfTrailingZeros(m))) == blocks) {
          ended |= m & -m;
        }
      }
    }
    long rest = mask(c) & ~ended;
    if (rest == 0) {
      release(c);
      return ended;
    }
    int bits = bits(c);
    int next = table.outcomeBits[target(c)];
    int own = c; // the first part keeps the class
    while (rest != 0) {
      long part = gather(in, first, rest, bits, next);
      int number = in.pathOf(first + Long.numberOfTrailingZeros(rest));
      rest &= ~part;
      if (own >= 0) {
        lanes(c, part);
        path[c] = number;
        cursors.forget(c);
        shares(c, blocks, bits);
        own = -1;
      } else {
        int other = add(slot, part, in, segmentIndex[c], number);
        cursors.copy(c, other);
        shares(other, blocks, bits);
      }
    }
    return ended;
  }

  /** Returns the number of blocks that a class has advanced on its paths. */
  private int blocks(int c) {
    return least[c] - blocksLeft(c);
  }

  /** Returns the number of outcome bits that a class has consumed. */
  private int bits(int c) {
    return nextBit(c) - segment[c].firstOutcome(path[c]);
  }

  /** Releases the classes of lanes that have ended; every class must lie within these lanes. */
  void end(int slot, long lanes) {
    for (long m = lanes; m != 0; ) {
      int c = ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)];
      m &= ~mask(c);
      release(c);
    }
  }

  private int add(int slot, long lanes, Segment in, int index, int number) {
    int c = free > 0 ? freed[--free] : pooled == segment.length ? grow() : pooled++;
    lanes(c, lanes);
    segment[c] = in;
    segmentIndex[c] = index;
    path[c] = number;
    least[c] = in.blockCount(number);
    blocksLeft(c, in.blockCount(number));
    bits(c, in.firstOutcome(number), Integer.MAX_VALUE);
    cursors.clear(c);
    for (long m = lanes; m != 0; m &= m - 1) {
      ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)] = c;
    }
    return c;
  }

  private int grow() {
    int more = 2 * pooled;
    words = Arrays.copyOf(words, more * WORDS);
    segment = Arrays.copyOf(segment, more);
    segmentIndex = Arrays.copyOf(segmentIndex, more);
    path = Arrays.copyOf(path, more);
    least = Arrays.copyOf(least, more);
    cursors.grow(more);
    freed = Arrays.copyOf(freed, more);
    return pooled++;
  }

  private void release(int c) {
    segment[c] = null;
    freed[free++] = c;
  }
}
