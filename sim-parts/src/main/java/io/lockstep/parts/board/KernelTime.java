package io.lockstep.parts.board;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

/**
 * Ticks in which kernels ran since the last reset, those in which several ran counted once: what
 * shares of a peak rate are shares of. Time between launches belongs to none. Not thread-safe.
 */
final class KernelTime implements Stateful {
  private static final long NONE = Long.MAX_VALUE;

  private long kernels; // of launches that have ended
  private long memory; // the same, with the time until memory was quiet
  private final long[] begun; // of the launch in each slot whose end is not counted
  private long counted; // up to when the time of kernels is counted
  private long clocks; // from the first read of the clock in each launch to the last
  private long quiet; // up to when the time of memory is counted

  /** Nothing has run. */
  KernelTime(int slots) {
    begun = new long[slots];
    Arrays.fill(begun, NONE);
  }

  /** A launch begins. */
  void begins(int slot, long tick) {
    begun[slot] = tick;
  }

  /** Whether a launch has begun in a slot whose end is not counted yet. */
  boolean isRunning(int slot) {
    return begun[slot] != NONE;
  }

  /** Whether the end of any launch is not counted yet. */
  boolean isRunning() {
    return first() != NONE;
  }

  /** When the launch in a slot whose end is not counted has begun, or will. */
  long begun(int slot) {
    return begun[slot];
  }

  /**
   * The launch in a slot has ended; memory was quiet then or later. Calls come in the order of the
   * ends.
   */
  void ends(int slot, long tick, long memoryQuiet) {
    kernels = kernels(tick);
    memory = memory(tick, memoryQuiet);
    counted = Math.max(counted, tick);
    quiet = Math.max(quiet, Math.max(tick, memoryQuiet));
    begun[slot] = NONE;
  }

  /** The first of the launches that have begun, or NONE. */
  private long first() {
    long first = NONE;
    for (long tick : begun) {
      first = Math.min(first, tick);
    }
    return first;
  }

  /** Ticks of kernels up to now, those that run included. */
  long kernels(long tick) {
    return kernels + Math.max(0, tick - Math.max(first(), counted));
  }

  /**
   * The launches that have ended read the clock.
   *
   * @param ticks from the first read to the last one
   */
  void readsClock(long ticks) {
    clocks += ticks;
  }

  /** Ticks between the first and the last read of the clock in each launch that has ended. */
  long clocks() {
    return clocks;
  }

  /** The same, with the ticks after a kernel in which memory had accesses to finish. */
  long memory(long tick, long memoryQuiet) {
    long first = first();
    return first == NONE
        ? memory
        : memory + Math.max(0, Math.max(tick, memoryQuiet) - Math.max(first, quiet));
  }

  /** Starts anew; no launch runs. */
  void reset() {
    kernels = 0;
    clocks = 0;
    memory = 0;
    Arrays.fill(begun, NONE);
  }

  @Override
  public void save(StateWriter out) {
    out.writeLong(kernels);
    out.writeLong(memory);
    out.writeLongs(begun);
    out.writeLong(counted);
    out.writeLong(clocks);
    out.writeLong(quiet);
  }

  @Override
  public void load(StateReader in) {
    kernels = in.readLong();
    memory = in.readLong();
    in.readInto(begun);
    counted = in.readLong();
    clocks = in.readLong();
    quiet = in.readLong();
  }
}
