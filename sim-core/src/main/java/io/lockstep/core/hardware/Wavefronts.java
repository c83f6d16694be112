package io.lockstep.core.hardware;

import io.lockstep.core.device.Access;
import io.lockstep.core.device.LaunchPlan;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * The wavefronts resident on one compute unit, each walking the recorded paths of its work-items.
 *
 * <p>A wavefront re-forms at its device's width whatever the trace's group did: work-items with
 * equal paths are a <em>class</em> and move as one (usually there is a single class, so a block
 * costs a few array reads whatever the width). Divergence follows immediate post-dominators with a
 * stack whose entries with one reconvergence point are merged; which side runs first is the
 * device's choice.
 *
 * <p>Protocol for a slot: {@link #start}; then, while the wavefront lives, for the current {@link
 * #block}: {@link #access} exactly once for every recorded memory operation of the block, in
 * program order, then {@link #advance}. Lanes are numbered from the wavefront's first work-item.
 *
 * <p>Allocates nothing once the deepest divergence has been seen. Not thread-safe.
 */
public final class Wavefronts {
  /** {@link #advance}: the wavefront has ended. */
  public static final int ENDED = 1;

  /** {@link #advance}: lanes went different ways. */
  public static final int DIVERGED = 2;

  /** {@link #advance}: a pending side or the lanes waiting at a post-dominator run next. */
  public static final int SWITCHED = 4;

  /** {@link #advance}: control did not fall through to the next block in layout. */
  public static final int JUMPED = 8;

  private final int width;
  private final boolean takenFirst;

  // Launch.
  private ControlTable table;
  private long[] bufferAddress;
  private int sizeX;
  private int sizeY;
  private int sizeZ;

  // Wavefronts by slot.
  private final WorkGroupRecord[] record;
  private final int[] firstItem;
  private final int[] lanes;
  private final long[] live;
  private final int[] depth;
  private final int[][] stackBlock;
  private final int[][] stackMeet;
  private final long[][] stackMask;
  private final int[] classCount;
  private final int[][] classes;

  // Classes, pooled.
  private int pooled;
  private int[] freeClasses = new int[16];
  private int free;
  private long[] classMask = new long[16];
  private int[] classSegment = new int[16];
  private int[] classPath = new int[16];
  private int[] classBlocks = new int[16];
  private int[] classBit = new int[16];
  private int[] classTarget = new int[16];
  private int[] counters = new int[0];
  private int[] hints = new int[0];
  private int stride;
  private final int[] crossing = new int[64];

  // Counts since the last take.
  private long operations;
  private long laneOperations;
  private long blocks;

  /**
   * @param slots wavefronts that can be resident
   * @param width lanes of a wavefront, at most 64
   * @param takenFirst whether the taken side of a divergent branch runs first
   */
  public Wavefronts(int slots, int width, boolean takenFirst) {
    if (width < 1 || width > 64) {
      throw new IllegalArgumentException("a wavefront has 1 to 64 lanes, not " + width);
    }
    this.width = width;
    this.takenFirst = takenFirst;
    record = new WorkGroupRecord[slots];
    firstItem = new int[slots];
    lanes = new int[slots];
    live = new long[slots];
    depth = new int[slots];
    stackBlock = new int[slots][4];
    stackMeet = new int[slots][4];
    stackMask = new long[slots][4];
    classCount = new int[slots];
    classes = new int[slots][1];
  }

  /** Slots. */
  public int slots() {
    return record.length;
  }

  /** Lanes of a wavefront. */
  public int width() {
    return width;
  }

  /** Prepares for a launch; no wavefront may be resident. */
  public void begin(LaunchPlan launch) {
    table = new ControlTable(launch.code().kernel());
    bufferAddress = launch.bufferAddress();
    sizeX = launch.geometry().sizeX();
    sizeY = launch.geometry().sizeY();
    sizeZ = launch.geometry().sizeZ();
    if (stride != table.slots) {
      stride = table.slots;
      counters = new int[classMask.length * stride];
      hints = new int[classMask.length * stride];
    }
  }

  /**
   * Puts a wavefront into a slot, at the kernel's entry.
   *
   * @param slot a free slot
   * @param group the work-group's record
   * @param first flat local id of lane 0
   * @param count work-items, at most the width
   */
  public void start(int slot, WorkGroupRecord group, int first, int count) {
    record[slot] = group;
    firstItem[slot] = first;
    lanes[slot] = count;
    long all = count == 64 ? -1L : (1L << count) - 1;
    live[slot] = all;
    depth[slot] = 1;
    stackBlock[slot][0] = 0;
    stackMeet[slot][0] = -1;
    stackMask[slot][0] = all;
    classCount[slot] = 0;
    enter(slot, all, 0);
  }

  /** Whether a wavefront is in the slot. */
  public boolean isResident(int slot) {
    return record[slot] != null;
  }

  /** The block that the active lanes execute next. */
  public int block(int slot) {
    return stackBlock[slot][depth[slot] - 1];
  }

  /** The lanes that execute it. */
  public long mask(int slot) {
    return stackMask[slot][depth[slot] - 1];
  }

  /** Lanes that have not exited. */
  public long liveMask(int slot) {
    return live[slot];
  }

  /** Work-items that the wavefront started with. */
  public int lanes(int slot) {
    return lanes[slot];
  }

  /** Flat local id of lane 0. */
  public int firstWorkItem(int slot) {
    return firstItem[slot];
  }

  /** Flat id of the wavefront's work-group. */
  public long group(int slot) {
    return record[slot].group();
  }

  /** Entries of the divergence stack, 1 where all live lanes run together. */
  public int depth(int slot) {
    return depth[slot];
  }

  /**
   * Ends the current block: every active lane takes its recorded successor.
   *
   * @return flags: {@link #ENDED}, {@link #DIVERGED}, {@link #SWITCHED}, {@link #JUMPED}
   */
  public int advance(int slot) {
    int top = depth[slot] - 1;
    int b = stackBlock[slot][top];
    long mask = stackMask[slot][top];
    blocks++;
    operations += table.operations[b];
    laneOperations += (long) table.operations[b] * Long.bitCount(mask);
    if (table.exits[b]) {
      return exit(slot, mask);
    }
    int from = table.successorStart[b];
    int bits = table.outcomeBits[b];
    int[] list = classes[slot];
    int count = classCount[slot];
    int target = -1;
    boolean same = true;
    int ending = 0;
    for (int i = 0; i < count; i++) {
      int c = list[i];
      if ((classMask[c] & mask) == 0) {
        continue;
      }
      int next;
      if (bits == 0) {
        next = table.successors[from];
      } else {
        Segment segment = record[slot].segments().get(classSegment[c]);
        next = table.successors[from + segment.outcome(classBit[c], bits)];
        classBit[c] += bits;
      }
      classTarget[c] = next;
      if (--classBlocks[c] == 0) {
        ending++;
      }
      if (target < 0) {
        target = next;
      } else if (target != next) {
        same = false;
      }
    }
    int flags;
    if (same) {
      stackBlock[slot][top] = target;
      flags = target == b + 1 ? 0 : JUMPED;
      if (ending > 0) {
        cross(slot, mask);
      }
      if (target == stackMeet[slot][top]) {
        flags |= pop(slot);
      }
    } else {
      flags = diverge(slot, b, mask);
      if (ending > 0) {
        cross(slot, mask);
      }
    }
    return flags;
  }

  /** Splits the top entry by the targets of its classes. */
  private int diverge(int slot, int b, long mask) {
    int meet = table.postDominator[b];
    int top = depth[slot] - 1;
    int outer = stackMeet[slot][top];
    if (meet == outer) {
      depth[slot] = top; // whoever waits at the meeting point is in the entry below already
    } else {
      stackBlock[slot][top] = meet;
    }
    int from = table.successorStart[b];
    int to = table.successorStart[b + 1];
    // The entry pushed last runs first.
    for (int k = 0; k < to - from; k++) {
      int side = takenFirst ? from + k : to - 1 - k;
      int next = table.successors[side];
      boolean seen = false;
      for (int e = takenFirst ? from : side + 1, end = takenFirst ? side : to; e < end; e++) {
        seen |= table.successors[e] == next;
      }
      if (seen || next == meet) {
        continue;
      }
      long part = 0;
      for (int i = 0; i < classCount[slot]; i++) {
        int c = classes[slot][i];
        if ((classMask[c] & mask) != 0 && classTarget[c] == next) {
          part |= classMask[c];
        }
      }
      if (part != 0) {
        push(slot, next, meet, part);
      }
    }
    if (meet < 0 && outer >= 0) {
      throw new IllegalStateException("block " + b + " leaves its region without an exit");
    }
    return DIVERGED | JUMPED;
  }

  private void push(int slot, int block, int meet, long mask) {
    int d = depth[slot]++;
    if (d == stackBlock[slot].length) {
      stackBlock[slot] = Arrays.copyOf(stackBlock[slot], 2 * d);
      stackMeet[slot] = Arrays.copyOf(stackMeet[slot], 2 * d);
      stackMask[slot] = Arrays.copyOf(stackMask[slot], 2 * d);
    }
    stackBlock[slot][d] = block;
    stackMeet[slot][d] = meet;
    stackMask[slot][d] = mask;
  }

  /** Drops the top entry, and those below it that are empty or already where they meet. */
  private int pop(int slot) {
    int d = depth[slot] - 1;
    while (d > 0) {
      stackMask[slot][d - 1] &= live[slot];
      if (stackMask[slot][d - 1] != 0
          && stackBlock[slot][d - 1] != stackMeet[slot][d - 1]) {
        break;
      }
      d--;
    }
    depth[slot] = d;
    return SWITCHED;
  }

  private int exit(int slot, long mask) {
    live[slot] &= ~mask;
    int count = classCount[slot];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int c = classes[slot][i];
      if ((classMask[c] & mask) != 0) {
        release(c);
      } else {
        classes[slot][kept++] = c;
      }
    }
    classCount[slot] = kept;
    if (live[slot] == 0) {
      record[slot] = null;
      depth[slot] = 0;
      return ENDED;
    }
    pop(slot);
    return SWITCHED;
  }

  /** Classes of the mask whose path is used up go on in a later segment, split and merged anew. */
  private void cross(int slot, long mask) {
    int count = classCount[slot];
    int kept = 0;
    int moving = 0;
    for (int i = 0; i < count; i++) {
      int c = classes[slot][i];
      if ((classMask[c] & mask) != 0 && classBlocks[c] == 0) {
        crossing[moving++] = c;
      } else {
        classes[slot][kept++] = c;
      }
    }
    classCount[slot] = kept;
    // Classes that leave the same segment may share a path of a later one; others may not.
    for (int i = 0; i < moving; i++) {
      int c = crossing[i];
      if (c < 0) {
        continue;
      }
      int segment = classSegment[c];
      long lanesMoving = 0;
      for (int k = i; k < moving; k++) {
        int other = crossing[k];
        if (other >= 0 && classSegment[other] == segment) {
          lanesMoving |= classMask[other];
          release(other);
          crossing[k] = -1;
        }
      }
      enter(slot, lanesMoving, segment + 1);
    }
  }

  /** Forms classes of the given lanes from the first segment at or after one that has their paths. */
  private void enter(int slot, long moving, int from) {
    int n = record[slot].segments().size();
    long rest = moving;
    for (int s = from; s < n && rest != 0; s++) {
      Segment segment = record[slot].segments().get(s);
      if (segment.isUniform()) {
        add(slot, rest, s, 0, segment);
        return;
      }
      int first = firstItem[slot];
      long open = rest;
      while (open != 0) {
        int lane = Long.numberOfTrailingZeros(open);
        int path = segment.pathOf(first + lane);
        long part = 0;
        for (long m = open; m != 0; m &= m - 1) {
          int l = Long.numberOfTrailingZeros(m);
          if (segment.pathOf(first + l) == path) {
            part |= 1L << l;
          }
        }
        open &= ~part;
        if (path >= 0) {
          add(slot, part, s, path, segment);
          rest &= ~part;
        }
      }
    }
    if (rest != 0) {
      throw new IllegalStateException(
          "the trace of work-group " + record[slot].group() + " ends before its work-items do");
    }
  }

  private void add(int slot, long mask, int segmentIndex, int path, Segment segment) {
    int c = take();
    classMask[c] = mask;
    classSegment[c] = segmentIndex;
    classPath[c] = path;
    classBlocks[c] = segment.blockCount(path);
    classBit[c] = segment.firstOutcome(path);
    Arrays.fill(counters, c * stride, (c + 1) * stride, 0);
    Arrays.fill(hints, c * stride, (c + 1) * stride, -1);
    int count = classCount[slot];
    if (count == classes[slot].length) {
      classes[slot] = Arrays.copyOf(classes[slot], 2 * count);
    }
    classes[slot][count] = c;
    classCount[slot] = count + 1;
  }

  private int take() {
    if (free > 0) {
      return freeClasses[--free];
    }
    if (pooled == classMask.length) {
      int more = 2 * pooled;
      classMask = Arrays.copyOf(classMask, more);
      classSegment = Arrays.copyOf(classSegment, more);
      classPath = Arrays.copyOf(classPath, more);
      classBlocks = Arrays.copyOf(classBlocks, more);
      classBit = Arrays.copyOf(classBit, more);
      classTarget = Arrays.copyOf(classTarget, more);
      counters = Arrays.copyOf(counters, more * stride);
      hints = Arrays.copyOf(hints, more * stride);
      freeClasses = Arrays.copyOf(freeClasses, more);
    }
    return pooled++;
  }

  private void release(int c) {
    freeClasses[free++] = c;
  }

  /**
   * Fills an access with the addresses of the active lanes and counts the occurrence.
   *
   * <p>Global and constant addresses come out as the device's own, local and private ones as
   * offsets.
   *
   * @param slot wavefront
   * @param memorySlot static memory operation of the current block
   * @param out receives the access of the whole wavefront
   */
  public void access(int slot, int memorySlot, Access out) {
    long mask = mask(slot);
    int count = classCount[slot];
    int bytes = table.slotBytes[memorySlot];
    if (count == 1) {
      single(slot, classes[slot][0], mask, memorySlot, bytes, out);
      return;
    }
    int only = -1;
    int active = 0;
    for (int i = 0; i < count; i++) {
      int c = classes[slot][i];
      if ((classMask[c] & mask) != 0) {
        only = c;
        active++;
      }
    }
    if (active == 1) {
      single(slot, only, mask, memorySlot, bytes, out);
      return;
    }
    for (int i = 0; i < count; i++) {
      int c = classes[slot][i];
      if ((classMask[c] & mask) != 0) {
        expand(slot, c, classMask[c], memorySlot, out.addresses());
      }
    }
    out.setScattered(mask, width, bytes);
  }

  private void single(int slot, int c, long mask, int memorySlot, int bytes, Access out) {
    Segment segment = record[slot].segments().get(classSegment[c]);
    int index = c * stride + memorySlot;
    int n = counters[index];
    int run = segment.run(memorySlot, n, hints[index]);
    RunKind kind = segment.kind(run);
    if (kind == RunKind.UNIFORM) {
      counters[index] = n + 1;
      hints[index] = run;
      long base = segment.base(run, n);
      out.setAffine(mask, width, bytes, base + shift(memorySlot, base), 0);
      return;
    }
    if (kind == RunKind.AFFINE) {
      int first = firstItem[slot];
      int x = first % sizeX;
      long sx = segment.stride(run, 0);
      boolean row = x + lanes[slot] <= sizeX;
      boolean linear =
          (sizeY == 1 || segment.stride(run, 1) == sx * sizeX)
              && (sizeZ == 1 || segment.stride(run, 2) == sx * sizeX * sizeY);
      if (row || linear) {
        counters[index] = n + 1;
        hints[index] = run;
        int lane = Long.numberOfTrailingZeros(mask);
        long at = segment.address(run, n, first + lane, sizeX, sizeY);
        long placed = at + shift(memorySlot, at);
        out.setAffine(mask, width, bytes, placed - lane * sx, sx);
        return;
      }
    }
    expand(slot, c, mask, memorySlot, out.addresses());
    out.setScattered(mask, width, bytes);
  }

  /** Difference between the device's address and the functional one. */
  private long shift(int memorySlot, long address) {
    if (!table.slotPlaced[memorySlot]) {
      return 0;
    }
    int buffer = Address.buffer(address);
    if (buffer < 0 || buffer >= bufferAddress.length) {
      return 0; // a generic address of local or private memory
    }
    return bufferAddress[buffer] - (address & ~Address.OFFSET_MASK);
  }

  private void expand(int slot, int c, long mask, int memorySlot, long[] out) {
    Segment segment = record[slot].segments().get(classSegment[c]);
    int index = c * stride + memorySlot;
    int n = counters[index]++;
    int run = segment.run(memorySlot, n, hints[index]);
    hints[index] = run;
    int first = firstItem[slot];
    long base = segment.base(run, n);
    long shift =
        shift(
            memorySlot,
            segment.address(run, n, first + Long.numberOfTrailingZeros(mask), sizeX, sizeY));
    switch (segment.kind(run)) {
      case UNIFORM -> {
        for (long m = mask; m != 0; m &= m - 1) {
          out[Long.numberOfTrailingZeros(m)] = base + shift;
        }
      }
      case AFFINE -> affine(segment, run, first, lanes[slot], base + shift, mask, out);
      case SCATTER -> {
        int[] pool = segment.pool();
        int at = segment.poolStart(run) + first - segment.low(run);
        long from = base + shift;
        for (long m = mask; m != 0; m &= m - 1) {
          int lane = Long.numberOfTrailingZeros(m);
          out[lane] = from + pool[at + lane];
        }
      }
      case SCATTER_WIDE -> {
        long[] pool = segment.widePool();
        int at = segment.poolStart(run) + first - segment.low(run);
        for (long m = mask; m != 0; m &= m - 1) {
          int lane = Long.numberOfTrailingZeros(m);
          out[lane] = pool[at + lane] + shift(memorySlot, pool[at + lane]);
        }
      }
    }
  }

  private void affine(
      Segment segment, int run, int first, int count, long base, long mask, long[] out) {
    long sx = segment.stride(run, 0);
    long sy = segment.stride(run, 1);
    long sz = segment.stride(run, 2);
    int x = first % sizeX;
    int y = first / sizeX % sizeY;
    int z = first / sizeX / sizeY;
    // Inactive lanes get addresses too: cheaper than skipping them, and nobody reads those.
    for (int lane = 0; lane < count; ) {
      long row = base + sy * y + sz * z;
      int end = Math.min(count, lane + sizeX - x);
      for (; lane < end; lane++, x++) {
        out[lane] = row + sx * x;
      }
      x = 0;
      if (++y == sizeY) {
        y = 0;
        z++;
      }
    }
    assert mask != 0;
  }

  /** Portable operations executed, one per wavefront, since the last {@link #resetCounts}. */
  public long operations() {
    return operations;
  }

  /** Portable operations summed over active lanes since the last {@link #resetCounts}. */
  public long laneOperations() {
    return laneOperations;
  }

  /** Blocks executed since the last {@link #resetCounts}. */
  public long blocks() {
    return blocks;
  }

  /** Starts the counts anew. */
  public void resetCounts() {
    operations = 0;
    laneOperations = 0;
    blocks = 0;
  }

  /** Writes the whole state; records are written as their group's id. */
  public void save(StateWriter out) {
    out.writeLong(operations);
    out.writeLong(laneOperations);
    out.writeLong(blocks);
    for (int s = 0; s < record.length; s++) {
      out.writeLong(record[s] == null ? -1 : record[s].group());
      if (record[s] == null) {
        continue;
      }
      out.writeInt(firstItem[s]);
      out.writeInt(lanes[s]);
      out.writeLong(live[s]);
      out.writeInt(depth[s]);
      for (int d = 0; d < depth[s]; d++) {
        out.writeInt(stackBlock[s][d]);
        out.writeInt(stackMeet[s][d]);
        out.writeLong(stackMask[s][d]);
      }
      out.writeInt(classCount[s]);
      for (int i = 0; i < classCount[s]; i++) {
        int c = classes[s][i];
        out.writeLong(classMask[c]);
        out.writeInt(classSegment[c]);
        out.writeInt(classPath[c]);
        out.writeInt(classBlocks[c]);
        out.writeInt(classBit[c]);
        for (int k = 0; k < stride; k++) {
          out.writeInt(counters[c * stride + k]);
        }
      }
    }
  }

  /**
   * Replaces the state by a saved one; {@link #begin} must have been called for the same launch.
   *
   * @param groups finds a resident work-group's record by its id
   */
  public void load(StateReader in, LongFunction<WorkGroupRecord> groups) {
    pooled = 0;
    free = 0;
    operations = in.readLong();
    laneOperations = in.readLong();
    blocks = in.readLong();
    for (int s = 0; s < record.length; s++) {
      long group = in.readLong();
      record[s] = group < 0 ? null : groups.apply(group);
      classCount[s] = 0;
      depth[s] = 0;
      if (group < 0) {
        continue;
      }
      firstItem[s] = in.readInt();
      lanes[s] = in.readInt();
      live[s] = in.readLong();
      int d = in.readInt();
      for (int i = 0; i < d; i++) {
        int block = in.readInt();
        int meet = in.readInt();
        push(s, block, meet, in.readLong());
      }
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        long mask = in.readLong();
        int segment = in.readInt();
        int path = in.readInt();
        add(s, mask, segment, path, record[s].segments().get(segment));
        int c = classes[s][i];
        classBlocks[c] = in.readInt();
        classBit[c] = in.readInt();
        for (int k = 0; k < stride; k++) {
          counters[c * stride + k] = in.readInt();
        }
      }
    }
  }
}
