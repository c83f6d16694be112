// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.PixelDomain;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * The wavefronts resident on one compute unit, each following the recorded paths of its work-items.
 *
 * <p>Wavefronts are formed at the width of the launch, independently of the recording. Work-items
 * whose paths have been equal so far form a <em>class</em> and advance together; usually there is a
 * single class, so a block costs a few array reads whatever the width. Lanes that a branch
 * separates meet at the points of {@link ReconvergencePoints}, by a stack. The device decides which
 * side of a branch runs first.
 *
 * <p>Protocol for a slot: {@link #start}; then, while the wavefront lives, for the current {@link
 * #block}: {@link #access} exactly once for every recorded memory operation of the block, in
 * program order, then {@link #advance}. Lane 0 is the first work-item. Not thread-safe.
 */
public final class Wavefronts {
  /** Flag of {@link #advance}: the wavefront has ended. */
  public static final int ENDED = 1;

  /** Flag of {@link #advance}: the lanes diverged. */
  public static final int DIVERGED = 2;

  /** Flag of {@link #advance}: a pending side, or lanes that waited for others, run next. */
  public static final int SWITCHED = 4;

  /** Flag of {@link #advance}: control did not fall through to the next block in layout. */
  public static final int JUMPED = 8;

  private final int usual; // width of launches that state none
  private final boolean takenFirst;
  private int width; // of the launch
  private PixelDomain pixels; // null unless work-groups are tiles of pixels
  private final long[] covered; // by slot: lanes that are not helper pixels
  private final ControlTables tables;
  private ControlTable table;

  // Arrays by slot.
  private final WorkGroupRecord[] record;
  private final long[] wave; // WORDS words per slot
  private final DivergenceStack
      stack; // the position of the top may be outdated: the current one is BLOCK
  private final LaneClasses classes;
  private final LaneAddresses addresses;

  // Words of a wavefront, adjacent in the host's caches.
  private static final int WORDS = 5;
  private static final int MASK = 0; // lanes of the top of the divergence stack
  private static final int BLOCK = 1; // block of the top; in the upper half, where its lanes meet
  private static final int LIVE = 2;
  private static final int ITEMS = 3; // first work-item; number of work-items in the upper half
  private static final int CLASS = 4; // of all lanes of the mask, or SEVERAL

  private static final int SEVERAL = -1;
  private static final int NEVER = ReconvergencePoints.NEVER;

  private final BlockCounts counts;

  // Follows the recorded paths of a wavefront when it starts, to count what the portable kernel
  // executes, for code whose blocks are its own. Null for other code.
  private Wavefronts recorded;

  /**
   * Creates free slots; call {@link #begin} before the first wavefront.
   *
   * @param slots maximum number of resident wavefronts
   * @param width number of lanes of a wavefront, at most 64, for launches that state none
   * @param takenFirst whether the taken side of a divergent branch runs first
   */
  public Wavefronts(int slots, int width, boolean takenFirst) {
    this(slots, width, takenFirst, new ControlTables());
  }

  /**
   * Creates free slots for a unit that shares control tables with others.
   *
   * @param slots maximum number of resident wavefronts
   * @param width number of lanes of a wavefront, at most 64, for launches that state none
   * @param takenFirst whether the taken side of a divergent branch runs first
   * @param tables shared control-flow tables
   */
  public Wavefronts(int slots, int width, boolean takenFirst, ControlTables tables) {
    this(slots, width, takenFirst, tables, new BlockCounts());
  }

  private Wavefronts(
      int slots, int width, boolean takenFirst, ControlTables tables, BlockCounts counts) {
    this.tables = tables;
    this.counts = counts;
    covered = new long[slots];
    if (width < 1 || width > 64) {
      throw new IllegalArgumentException("a wavefront has 1 to 64 lanes, not " + width);
    }
    usual = width;
    this.width = width;
    this.takenFirst = takenFirst;
    record = new WorkGroupRecord[slots];
    wave = new long[slots * WORDS];
    stack = new DivergenceStack(slots);
    classes = new LaneClasses(slots);
    addresses = new LaneAddresses(classes);
  }

  /** {@return the number of wavefront slots} */
  public int slots() {
    return record.length;
  }

  /** {@return the number of lanes of a wavefront of the launch} */
  public int width() {
    return width;
  }

  /**
   * Prepares for a launch; no wavefront may be resident.
   *
   * @param launch code, geometry, and device addresses of the buffers
   */
  public void begin(LaunchPlan launch) {
    MachineKernel code = launch.code();
    begin(code.executed(), launch.wavefront(usual));
    pixels = launch.pixels().orElse(null);
    addresses.begin(table, launch.bufferAddress(), launch.geometry(), width);
    int[][] portableBlocks = code.portableBlocks();
    recorded = null;
    if (portableBlocks.length == 0) {
      portableBlocks = MachineKernel.same(code.kernel());
      recorded = new Wavefronts(1, width, takenFirst, tables, counts);
      recorded.begin(code.kernel(), width);
    }
    counts.begin(code.kernel(), portableBlocks);
  }

  private void begin(Kernel executed, int lanes) {
    table = tables.of(executed);
    classes.begin(table);
    stack.begin(table);
    width = lanes;
  }

  /** {@return the counts of executed work} */
  public BlockCounts counts() {
    return counts;
  }

  /**
   * Starts a wavefront in a slot, at the kernel's entry.
   *
   * @param slot a free slot
   * @param group the work-group's record
   * @param first flat local id of the work-item in lane 0
   * @param count number of work-items, at most the width
   */
  public void start(int slot, WorkGroupRecord group, int first, int count) {
    record[slot] = group;
    covered[slot] = pixels == null ? -1 : pixels.covered(group.group());
    if (recorded != null) {
      recorded.follow(group.recorded(), first, count);
    }
    long all = count == 64 ? -1L : (1L << count) - 1;
    wave[slot * WORDS + ITEMS] = (long) count << 32 | first;
    wave[slot * WORDS + LIVE] = all;
    stack.clear(slot);
    stack.add(slot, table.place[0], NEVER, all);
    classes.enter(slot, group, first, all, 0);
    showTop(slot);
  }

  private void follow(WorkGroupRecord group, int first, int count) {
    start(0, group, first, count);
    while (advance(0) != ENDED) {
      // Each step is counted.
    }
  }

  /**
   * {@return whether a wavefront is in the slot}
   *
   * @param slot index of the slot, from 0
   */
  public boolean isResident(int slot) {
    return record[slot] != null;
  }

  /**
   * {@return a wavefront's number in its launch, ordered by group}
   *
   * @param slot slot of a resident wavefront
   * @param ofGroup number of wavefronts of a group
   */
  public long number(int slot, int ofGroup) {
    return record[slot].group() * ofGroup + (int) wave[slot * WORDS + ITEMS] / width;
  }

  /**
   * {@return the block that the active lanes execute next}
   *
   * @param slot slot of a resident wavefront
   */
  public int block(int slot) {
    return (int) wave[slot * WORDS + BLOCK];
  }

  /**
   * {@return the lanes that execute the current block}
   *
   * @param slot slot of a resident wavefront
   */
  public long mask(int slot) {
    return wave[slot * WORDS + MASK];
  }

  /**
   * {@return the lanes that have not exited}
   *
   * @param slot slot of a resident wavefront
   */
  public long liveMask(int slot) {
    return wave[slot * WORDS + LIVE];
  }

  /**
   * {@return the number of work-items with which the wavefront started}
   *
   * @param slot slot of a resident wavefront
   */
  public int lanes(int slot) {
    return (int) (wave[slot * WORDS + ITEMS] >>> 32);
  }

  /**
   * {@return the flat local id of the work-item in lane 0}
   *
   * @param slot slot of a resident wavefront
   */
  public int firstWorkItem(int slot) {
    return (int) wave[slot * WORDS + ITEMS];
  }

  /**
   * {@return flat id of the wavefront's work-group}
   *
   * @param slot slot of a resident wavefront
   */
  public long group(int slot) {
    return record[slot].group();
  }

  /**
   * {@return the depth of the divergence stack; 1 if all live lanes run together}
   *
   * @param slot wavefront slot; the result is 0 if it is free
   */
  public int depth(int slot) {
    return stack.depth(slot);
  }

  /**
   * Ends the current block: every active lane continues at its recorded successor.
   *
   * @param slot slot of a resident wavefront, after all accesses of the block
   * @return flags: {@link #ENDED}, {@link #DIVERGED}, {@link #SWITCHED}, {@link #JUMPED}
   */
  public int advance(int slot) {
    int own = slot * WORDS;
    int b = (int) wave[own + BLOCK];
    long mask = wave[own + MASK];
    if (recorded == null) {
      counts.add(table, b, Long.bitCount(mask));
    }
    if (table.exits[b]) {
      return exit(slot, mask);
    }
    int all = (int) wave[own + CLASS];
    int c = all == SEVERAL ? classes.ofLane[laneOf(slot, mask)] : all;
    int target = classes.step(c, b);
    boolean due = classes.isDue(c);
    boolean same = true;
    long rest = all == SEVERAL ? mask & ~classes.mask(c) : 0;
    for (; rest != 0; rest &= ~classes.mask(c)) {
      c = classes.ofLane[laneOf(slot, rest)];
      same &= classes.step(c, b) == target;
      due |= classes.isDue(c);
    }
    int flags;
    int meet = (int) (wave[own + BLOCK] >>> 32);
    if (same) {
      wave[own + BLOCK] = (long) meet << 32 | target;
      flags = target == b + 1 ? 0 : JUMPED;
    } else {
      flags = diverge(slot, b, mask);
      showTop(slot);
    }
    if (due) {
      classes.cross(slot, record[slot], firstWorkItem(slot), mask);
      showClass(slot);
    }
    if (same && meet != NEVER) {
      int at = table.position(b, target);
      if (at >= meet) {
        stack.pop(slot);
        if (at > meet) {
          stack.pass(slot, at, mask);
        }
        stack.settle(slot, liveMask(slot));
        flags |= SWITCHED;
        showTop(slot);
      }
    }
    return flags;
  }

  /** Reads the wavefront's mask, block and reconvergence point from the top of its stack. */
  private void showTop(int slot) {
    wave[slot * WORDS + MASK] = stack.mask(slot);
    int block = table.blockAt[stack.place(slot)];
    wave[slot * WORDS + BLOCK] = (long) stack.meet(slot) << 32 | block;
    showClass(slot);
  }

  private void showClass(int slot) {
    long mask = mask(slot);
    int c = mask == 0 ? SEVERAL : classes.ofLane[laneOf(slot, mask)];
    wave[slot * WORDS + CLASS] = c >= 0 && classes.mask(c) == mask ? c : SEVERAL;
  }

  private static int laneOf(int slot, long mask) {
    return slot << LaneClasses.LANE_BITS | Long.numberOfTrailingZeros(mask);
  }

  private int diverge(int slot, int b, long mask) {
    int meet = table.meet[b];
    int outer = stack.meet(slot);
    stack.pop(slot);
    if (meet < outer) {
      stack.push(slot, meet, outer, mask);
    } else if (meet != NEVER && meet > outer) {
      stack.await(slot, meet, mask);
    }
    int inner = Math.min(meet, outer);
    // The entry pushed last runs first: lanes that only end, then the sides in the device's order.
    pushSides(slot, b, mask, inner, false);
    pushSides(slot, b, mask, inner, true);
    stack.settle(slot, liveMask(slot));
    return DIVERGED | JUMPED;
  }

  /** Pushes the sides of a branch that can meet other lanes, or those that cannot. */
  private void pushSides(int slot, int b, long mask, int inner, boolean ending) {
    int from = table.successorStart[b];
    int to = table.successorStart[b + 1];
    for (int k = 0; k < to - from; k++) {
      int side = takenFirst ? from + k : to - 1 - k;
      int next = table.successors[side];
      boolean seen = false;
      for (int e = takenFirst ? from : side + 1, end = takenFirst ? side : to; e < end; e++) {
        seen |= table.successors[e] == next;
      }
      int at = table.position(b, next);
      if (seen || at == inner || ending != (table.frontier[at] == NEVER)) {
        continue;
      }
      long part = 0;
      for (long m = mask; m != 0; ) {
        int c = classes.ofLane[laneOf(slot, m)];
        m &= ~classes.mask(c);
        if (classes.target(c) == next) {
          part |= classes.mask(c);
        }
      }
      if (part != 0 && at < inner) {
        stack.push(slot, at, inner, part);
      } else if (part != 0) {
        stack.pass(slot, at, part);
      }
    }
  }

  private int exit(int slot, long mask) {
    wave[slot * WORDS + LIVE] &= ~mask;
    classes.end(slot, mask);
    if (wave[slot * WORDS + LIVE] == 0) {
      record[slot] = null;
      stack.clear(slot);
      return ENDED;
    }
    stack.pop(slot);
    stack.settle(slot, liveMask(slot));
    showTop(slot);
    return SWITCHED;
  }

  /**
   * Sets the access of the active lanes, without helper pixels in writes, and counts it.
   *
   * <p>Global and constant addresses are device addresses, local and private addresses are offsets;
   * a generic address of local or private memory keeps its window.
   *
   * @param slot slot of a resident wavefront
   * @param memorySlot static memory operation of the current block
   * @param out receives the access of the whole wavefront
   */
  public void access(int slot, int memorySlot, Access out) {
    addresses.next(slot, firstWorkItem(slot), lanes(slot), mask(slot), memorySlot, out);
    if (pixels != null && table.slotWrites[memorySlot]) {
      out.restrict(covered[slot]);
    }
  }

  /** {@return the polling loops of the launch's kernel} */
  public PollLoops pollLoops() {
    return table.loops;
  }

  /**
   * {@return whether the last access concerns polled words, which {@link #polls} then adds}
   *
   * @param slot slot of a resident wavefront
   * @param memorySlot memory operation of the last access
   */
  public boolean hasPolls(int slot, int memorySlot) {
    return table.polls && addresses.hasPolls(slot, firstWorkItem(slot), mask(slot), memorySlot);
  }

  /**
   * Adds the polled words that the lanes of the last access wait for or change.
   *
   * @param slot slot of a resident wavefront
   * @param memorySlot memory operation of the last access
   * @param access the last access, or a restriction of it to some lanes
   * @param out receives the words
   */
  public void polls(int slot, int memorySlot, Access access, PolledAccess out) {
    addresses.polls(slot, firstWorkItem(slot), access, memorySlot, out);
  }

  /**
   * Reverts the last access of the active lanes, so that the next one repeats it.
   *
   * @param slot slot of a resident wavefront still in the access's block
   * @param memorySlot memory operation of the last access
   */
  public void repeat(int slot, int memorySlot) {
    addresses.repeat(slot, mask(slot), memorySlot);
  }

  /**
   * Counts an access like {@link #access}, if a number is {@link #remember}ed for it.
   *
   * @param slot slot of a resident wavefront
   * @param memorySlot static memory operation of the current block
   * @return the number; or -1, without counting, if {@link #access} must be called
   */
  public int again(int slot, int memorySlot) {
    int c = (int) wave[slot * WORDS + CLASS];
    return c == SEVERAL ? -1 : classes.cursors.again(c, memorySlot, classes.segment[c]);
  }

  /**
   * Caches a number derived from the last access of a local memory operation, such as its
   * conflicts, for following accesses whose distance is a multiple of {@code unit}.
   *
   * @param slot slot of a resident wavefront
   * @param memorySlot memory operation of the last access
   * @param unit bytes by whose multiples the access can move without changing the number; a power
   *     of two
   * @param figure the number, not negative
   */
  public void remember(int slot, int memorySlot, int unit, int figure) {
    int c = (int) wave[slot * WORDS + CLASS];
    if (c != SEVERAL) {
      classes.cursors.remember(c, memorySlot, classes.segment[c], unit, figure);
    }
  }

  /**
   * {@return the number of bytes per lane of a memory operation}
   *
   * @param memorySlot static memory operation of the launch's kernel
   */
  public int elementBytes(int memorySlot) {
    return table.slotBytes[memorySlot];
  }
}
