// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.Arrays;

/**
 * A bounded piece of a work-group's execution, independent of wavefront width and vendor.
 *
 * <p>A work-item's part of a segment is a whole number of basic blocks. Two work-items with equal
 * parts share a <em>path</em>: first block, number of blocks, and the outcomes of the blocks with
 * more than one successor as bits (LSB first, {@link io.lockstep.kernel.ir.Block#outcomeBits()}
 * each, the successor's number). Work-items that have exited, or whose next block is in a later
 * segment, have path -1.
 *
 * <p>For each memory slot and its n-th execution <em>by the work-item within the segment</em> the
 * address is stored in <em>runs</em>: executions {@code first .. first + count - 1} of a slot whose
 * base advances by {@code step} each time. Addresses are functional as in {@link
 * io.lockstep.kernel.ir.Address}; local and private ones are plain offsets. If only some work-items
 * of the group execute an occurrence, the run's formula applies only to them.
 *
 * <p>Immutable by convention: arrays are shared, never written after construction. Thread-safe.
 */
public final class Segment {
  private final int workItems;
  private final int[] pathOf;
  private final int[] firstBlock;
  private final int[] blockCount;
  private final int[] outcomeBit;
  private final long[] outcomes;
  private final int[] slotRun;
  private final int[] runFirst;
  private final int[] runCount;
  private final byte[] runKind;
  private final long[] runBase;
  private final long[] runStep;
  private final int[] strides;
  private final int[] runPool;
  private final int[] runLow;
  private final int[] pool;
  private final long[] widePool;
  private final Waits waits;

  /**
   * The control paths of a segment. The arrays must not be modified.
   *
   * @param of path of each work-item, or -1; null if all have path 0
   * @param firstBlock first block of each path
   * @param blockCount blocks of each path
   * @param outcomeBit first bit of each path in {@code outcomes}, then the end of the last path
   * @param outcomes path outcomes, bit-packed
   */
  public record Paths(
      int[] of, int[] firstBlock, int[] blockCount, int[] outcomeBit, long[] outcomes) {}

  /**
   * The occurrences that each run covers. The arrays must not be modified.
   *
   * @param slotRun first run of each slot, then the number of runs
   * @param first first occurrence of each run
   * @param count occurrences of each run
   */
  public record Occurrences(int[] slotRun, int[] first, int[] count) {}

  /**
   * The formula of each run's addresses. The arrays must not be modified.
   *
   * @param kind {@link RunKind} ordinals
   * @param base address (or base) at the run's first occurrence
   * @param step increment of the base from one occurrence to the next
   * @param strides three per run: x, y, z in bytes; zero if the kind has none
   */
  public record Formulas(byte[] kind, long[] base, long[] step, int[] strides) {
    /**
     * {@return formulas to be filled in}
     *
     * @param runs number of runs
     */
    public static Formulas of(int runs) {
      return new Formulas(new byte[runs], new long[runs], new long[runs], new int[3 * runs]);
    }
  }

  /**
   * The addresses of runs without a formula. The arrays must not be modified.
   *
   * @param start index of a scatter's first entry in its pool, for each run
   * @param low work-item of a scatter's first entry, for each run
   * @param pool 32-bit offsets
   * @param widePool 64-bit addresses
   */
  public record Scatters(int[] start, int[] low, int[] pool, long[] widePool) {
    /**
     * {@return the scatters of runs that all have formulas}
     *
     * @param runs number of runs
     */
    public static Scatters none(int runs) {
      return new Scatters(new int[runs], new int[runs], new int[0], new long[0]);
    }
  }

  /**
   * Creates a segment from arrays, which must not be modified afterwards.
   *
   * @param workItems work-items of the group
   * @param paths control paths
   * @param occurrences occurrences of each run
   * @param formulas formula of each run's addresses
   * @param scatters addresses of runs without a formula
   * @param waits accesses to polled words
   */
  public Segment(
      int workItems,
      Paths paths,
      Occurrences occurrences,
      Formulas formulas,
      Scatters scatters,
      Waits waits) {
    this.workItems = workItems;
    pathOf = paths.of;
    firstBlock = paths.firstBlock;
    blockCount = paths.blockCount;
    outcomeBit = paths.outcomeBit;
    outcomes = paths.outcomes;
    slotRun = occurrences.slotRun;
    runFirst = occurrences.first;
    runCount = occurrences.count;
    runKind = formulas.kind;
    runBase = formulas.base;
    runStep = formulas.step;
    strides = formulas.strides;
    runPool = scatters.start;
    runLow = scatters.low;
    pool = scatters.pool;
    widePool = scatters.widePool;
    this.waits = waits;
  }

  /**
   * {@return a segment with the same accesses, and other paths}
   *
   * @param others paths of the same work-items
   */
  public Segment with(Paths others) {
    return with(others, runBase);
  }

  /**
   * {@return a segment of another work-group, with the same paths and other bases of its runs}
   *
   * @param bases address of each run at its first occurrence; not to be modified afterwards
   */
  public Segment at(long[] bases) {
    return with(new Paths(pathOf, firstBlock, blockCount, outcomeBit, outcomes), bases);
  }

  private Segment with(Paths paths, long[] bases) {
    return new Segment(
        workItems,
        paths,
        new Occurrences(slotRun, runFirst, runCount),
        new Formulas(runKind, bases, runStep, strides),
        new Scatters(runPool, runLow, pool, widePool),
        waits);
  }

  /**
   * {@return whether another segment differs in the bases of its runs alone, and all runs have
   * bases}
   *
   * @param other segment of a group of the same launch
   */
  public boolean isLike(Segment other) {
    for (byte kind : runKind) {
      if (kind == RunKind.SCATTER_WIDE.ordinal()) {
        return false;
      }
    }
    return workItems == other.workItems
        && Arrays.equals(pathOf, other.pathOf)
        && Arrays.equals(firstBlock, other.firstBlock)
        && Arrays.equals(blockCount, other.blockCount)
        && Arrays.equals(outcomeBit, other.outcomeBit)
        && Arrays.equals(outcomes, other.outcomes)
        && Arrays.equals(slotRun, other.slotRun)
        && Arrays.equals(runFirst, other.runFirst)
        && Arrays.equals(runCount, other.runCount)
        && Arrays.equals(runKind, other.runKind)
        && Arrays.equals(runStep, other.runStep)
        && Arrays.equals(strides, other.strides)
        && Arrays.equals(runPool, other.runPool)
        && Arrays.equals(runLow, other.runLow)
        && Arrays.equals(pool, other.pool)
        && Arrays.equals(widePool, other.widePool)
        && waits.isEmpty()
        && other.waits.isEmpty();
  }

  /** {@return number of work-items of the group} */
  public int workItems() {
    return workItems;
  }

  /** {@return number of distinct paths} */
  public int paths() {
    return firstBlock.length;
  }

  /**
   * {@return path of a work-item, or -1}
   *
   * @param workItem flat local id
   */
  public int pathOf(int workItem) {
    return pathOf == null ? 0 : pathOf[workItem];
  }

  /** {@return whether all work-items share path 0} */
  public boolean isUniform() {
    return pathOf == null;
  }

  /**
   * {@return number of the first block of a path}
   *
   * @param path number of the path
   */
  public int firstBlock(int path) {
    return firstBlock[path];
  }

  /**
   * {@return number of blocks of a path}
   *
   * @param path number of the path
   */
  public int blockCount(int path) {
    return blockCount[path];
  }

  /**
   * {@return first bit of a path's outcomes}
   *
   * @param path number of the path
   */
  public int firstOutcome(int path) {
    return outcomeBit[path];
  }

  /**
   * {@return index of the bit after a path's outcomes}
   *
   * @param path number of the path
   */
  public int endOutcome(int path) {
    return outcomeBit[path + 1];
  }

  /**
   * {@return the outcome bits from a position on; the first bit is the least significant}
   *
   * @param position index of the first bit
   * @param bits number of bits, at most 32
   */
  public int outcome(int position, int bits) {
    long word = outcomes[position >>> 6] >>> position;
    int rest = 64 - (position & 63);
    if (rest < bits) {
      word |= outcomes[(position >>> 6) + 1] << rest;
    }
    return (int) (word & ((1L << bits) - 1));
  }

  /**
   * {@return length of the common prefix of two paths' outcomes}
   *
   * @param path number of the first path
   * @param other number of the second path
   * @param from number of leading bits to skip; at most the shorter path's length
   */
  public int agreement(int path, int other, int from) {
    int a = outcomeBit[path] + from;
    int b = outcomeBit[other] + from;
    int most = Math.min(outcomeBit[path + 1] - a, outcomeBit[other + 1] - b);
    for (int n = 0; n < most; n += 64) {
      long differ = word(a + n) ^ word(b + n);
      if (differ != 0) {
        return Math.min(most, n + Long.numberOfTrailingZeros(differ));
      }
    }
    return most;
  }

  /** Returns the 64 outcome bits from a position on; bits after the last word are 0. */
  private long word(int position) {
    int i = position >>> 6;
    long word = outcomes[i] >>> position;
    return (position & 63) == 0 || i + 1 == outcomes.length
        ? word
        : word | outcomes[i + 1] << -position;
  }

  /** {@return the words of the outcomes; not to be modified} */
  public long[] outcomes() {
    return outcomes;
  }

  /** {@return number of slots} */
  public int slots() {
    return slotRun.length - 1;
  }

  /**
   * {@return first run of a slot; its runs end where the next slot's begin}
   *
   * @param slot number of the slot
   */
  public int firstRun(int slot) {
    return slotRun[slot];
  }

  /** {@return number of runs} */
  public int runs() {
    return runFirst.length;
  }

  /**
   * {@return the number of the run that contains the n-th occurrence of a slot}
   *
   * @param slot memory slot
   * @param n occurrence within the segment, from 0
   * @param hint a run of this slot from which to start the search (for example the last result), or
   *     -1
   * @throws IllegalStateException if there is no such occurrence, because the trace is corrupt
   */
  public int run(int slot, int n, int hint) {
    int run = hint < slotRun[slot] || hint >= slotRun[slot + 1] ? slotRun[slot] : hint;
    if (run < slotRun[slot + 1] && n < runFirst[run]) {
      run = slotRun[slot];
    }
    for (; run < slotRun[slot + 1]; run++) {
      if (n < runFirst[run] + runCount[run]) {
        return run;
      }
    }
    throw new IllegalStateException("slot " + slot + " has no occurrence " + n);
  }

  /**
   * {@return first occurrence of a run}
   *
   * @param run number of the run
   */
  public int runFirst(int run) {
    return runFirst[run];
  }

  /**
   * {@return number of occurrences of a run}
   *
   * @param run number of the run
   */
  public int runCount(int run) {
    return runCount[run];
  }

  /**
   * {@return the rule of a run's addresses}
   *
   * @param run number of the run
   */
  public RunKind kind(int run) {
    return KINDS[runKind[run]];
  }

  private static final RunKind[] KINDS = RunKind.values();

  /**
   * {@return the base address of a run at an occurrence, in bytes}
   *
   * @param run number of the run
   * @param n occurrence within the segment, from 0
   */
  public long base(int run, int n) {
    return runBase[run] + (n - runFirst[run]) * runStep[run];
  }

  /**
   * {@return increment of the base from one occurrence to the next, in bytes}
   *
   * @param run number of the run
   */
  public long step(int run) {
    return runStep[run];
  }

  /**
   * {@return the stride along a dimension, in bytes}
   *
   * @param run number of the run
   * @param dimension 0 for x, 1 for y, 2 for z
   */
  public int stride(int run, int dimension) {
    return strides[3 * run + dimension];
  }

  /**
   * {@return the work-item of a scatter's first entry in its pool}
   *
   * @param run number of the run
   */
  public int low(int run) {
    return runLow[run];
  }

  /**
   * {@return index of a scatter's first entry in its pool}
   *
   * @param run number of the run
   */
  public int poolStart(int run) {
    return runPool[run];
  }

  /** {@return the 32-bit pool; not to be modified} */
  public int[] pool() {
    return pool;
  }

  /** {@return the 64-bit pool; not to be modified} */
  public long[] widePool() {
    return widePool;
  }

  /** {@return the accesses to polled words} */
  public Waits waits() {
    return waits;
  }

  /**
   * {@return the address of one work-item, for any kind of run}
   *
   * @param run returned by {@link #run}
   * @param n occurrence within the segment, from 0
   * @param workItem flat local id
   * @param sizeX group size along x
   * @param sizeY group size along y
   */
  public long address(int run, int n, int workItem, int sizeX, int sizeY) {
    long base = base(run, n);
    switch (runKind[run]) {
      case 0:
        return base;
      case 1:
        int x = workItem % sizeX;
        int rest = workItem / sizeX;
        return base
            + (long) strides[3 * run] * x
            + (long) strides[3 * run + 1] * (rest % sizeY)
            + (long) strides[3 * run + 2] * (rest / sizeY);
      case 2:
        return base + pool[runPool[run] + workItem - runLow[run]];
      default:
        return widePool[runPool[run] + workItem - runLow[run]];
    }
  }

  /** {@return approximate bytes in memory} */
  public long bytes() {
    return 160L
        + 4L * (pathOf == null ? 0 : pathOf.length)
        + 12L * firstBlock.length
        + 8L * outcomes.length
        + 4L * slotRun.length
        + 45L * runFirst.length
        + 4L * pool.length
        + 8L * widePool.length
        + waits.bytes();
  }
}
