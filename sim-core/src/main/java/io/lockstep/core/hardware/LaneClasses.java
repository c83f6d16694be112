package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.List;

/**
 * The classes of the wavefronts of one compute unit: lanes of one wavefront that share a path of a
 * segment and entered it together, hence move as one until the segment ends for them.
 *
 * <p>A class is a number into pooled arrays, which the walker reads directly. Every live lane is in
 * exactly one class. Allocates nothing once the largest number of classes has been seen. Not
 * thread-safe.
 */
final class LaneClasses {
  /** Log of the entries of {@link #ofLane} per wavefront. */
  static final int LANE_BITS = 6;

  /** Class of each lane, {@code slot << LANE_BITS | lane}. */
  final int[] ofLane;

  long[] mask = new long[16];
  Segment[] segment = new Segment[16];
  private int[] segmentIndex = new int[16];
  private int[] path = new int[16];

  /** Blocks left on the path. */
  int[] blocks = new int[16];

  /** Position of the next outcome. */
  int[] bit = new int[16];

  /** The block that the last step led to. */
  int[] target = new int[16];

  /** Executions of each memory slot so far, {@code class * stride + slot}. */
  int[] counters = new int[0];

  /** Run of the last execution of each memory slot, or -1. */
  int[] hints = new int[0];

  int stride;

  private int pooled;
  private int[] freed = new int[16];
  private int free;
  private final int[] crossing = new int[64];

  LaneClasses(int slots) {
    ofLane = new int[slots << LANE_BITS];
  }

  /** Prepares for a kernel with so many memory slots; no lane may live. */
  void begin(int memorySlots) {
    pooled = 0;
    free = 0;
    if (stride != memorySlots) {
      stride = memorySlots;
      counters = new int[mask.length * stride];
      hints = new int[mask.length * stride];
    }
  }

  /**
   * Puts lanes into classes by the first segment, at or after one, that has paths for them.
   *
   * @param slot wavefront
   * @param record its work-group
   * @param first work-item of lane 0
   * @param lanes lanes in no class
   * @param from index of the segment to begin with
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
      while (rest != 0) {
        int number = next.pathOf(first + Long.numberOfTrailingZeros(rest));
        long part = 0;
        for (long m = rest; m != 0; m &= m - 1) {
          if (next.pathOf(first + Long.numberOfTrailingZeros(m)) == number) {
            part |= m & -m;
          }
        }
        rest &= ~part;
        if (number < 0) {
          later = part;
        } else {
          add(slot, part, next, s, number);
        }
      }
      rest = later;
    }
    if (rest != 0) {
      throw new IllegalStateException(
          "the trace of work-group " + record.group() + " ends before its work-items do");
    }
  }

  /**
   * Takes the classes among the lanes whose path is used up on to a later segment.
   *
   * <p>Those that leave the same segment may share a path from there on; others may not, for their
   * work-items are at different places of the trace.
   */
  void cross(int slot, WorkGroupRecord record, int first, long lanes) {
    int moving = 0;
    for (long m = lanes; m != 0; ) {
      int c = ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)];
      m &= ~mask[c];
      if (blocks[c] == 0) {
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
          together |= mask[c];
          release(c);
          crossing[k] = -1;
        }
      }
      enter(slot, record, first, together, from + 1);
    }
  }

  /** Dissolves the classes of lanes that have ended; no class may reach beyond them. */
  void end(int slot, long lanes) {
    for (long m = lanes; m != 0; ) {
      int c = ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)];
      m &= ~mask[c];
      release(c);
    }
  }

  private int add(int slot, long lanes, Segment in, int index, int number) {
    int c = free > 0 ? freed[--free] : pooled == mask.length ? grow() : pooled++;
    mask[c] = lanes;
    segment[c] = in;
    segmentIndex[c] = index;
    path[c] = number;
    blocks[c] = in.blockCount(number);
    bit[c] = in.firstOutcome(number);
    Arrays.fill(counters, c * stride, (c + 1) * stride, 0);
    Arrays.fill(hints, c * stride, (c + 1) * stride, -1);
    for (long m = lanes; m != 0; m &= m - 1) {
      ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)] = c;
    }
    return c;
  }

  private int grow() {
    int more = 2 * pooled;
    mask = Arrays.copyOf(mask, more);
    segment = Arrays.copyOf(segment, more);
    segmentIndex = Arrays.copyOf(segmentIndex, more);
    path = Arrays.copyOf(path, more);
    blocks = Arrays.copyOf(blocks, more);
    bit = Arrays.copyOf(bit, more);
    target = Arrays.copyOf(target, more);
    counters = Arrays.copyOf(counters, more * stride);
    hints = Arrays.copyOf(hints, more * stride);
    freed = Arrays.copyOf(freed, more);
    return pooled++;
  }

  private void release(int c) {
    segment[c] = null;
    freed[free++] = c;
  }

  /** Writes the classes of a wavefront's live lanes. */
  void save(int slot, long live, StateWriter out) {
    for (long m = live; m != 0; ) {
      int c = ofLane[slot << LANE_BITS | Long.numberOfTrailingZeros(m)];
      m &= ~mask[c];
      out.writeLong(mask[c]);
      out.writeInt(segmentIndex[c]);
      out.writeInt(path[c]);
      out.writeInt(blocks[c]);
      out.writeInt(bit[c]);
      for (int k = 0; k < stride; k++) {
        out.writeInt(counters[c * stride + k]);
      }
    }
  }

  /** Reads what {@link #save} wrote; all classes must have been forgotten by {@link #begin}. */
  void load(int slot, long live, WorkGroupRecord record, StateReader in) {
    for (long rest = live; rest != 0; ) {
      long lanes = in.readLong();
      int index = in.readInt();
      int number = in.readInt();
      int c = add(slot, lanes, record.segments().get(index), index, number);
      blocks[c] = in.readInt();
      bit[c] = in.readInt();
      for (int k = 0; k < stride; k++) {
        counters[c * stride + k] = in.readInt();
      }
      rest &= ~lanes;
    }
  }
}
