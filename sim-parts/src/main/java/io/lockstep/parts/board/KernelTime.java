package io.lockstep.parts.board;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Ticks in which kernels ran since the last reset: what shares of a peak rate are shares of. Time
 * between launches belongs to none. Not thread-safe.
 */
final class KernelTime implements Stateful {
  private static final long NONE = -1;

  private long kernels; // of launches that have ended
  private long memory; // the same, with the time until memory was quiet
  private long begun = NONE; // of the launch that runs
  private long quiet; // up to when the time of memory is counted

  /** Nothing has run. */
  KernelTime() {}

  /** A launch begins. */
  void begins(long tick) {
    begun = tick;
  }

  /** Whether a launch has begun whose end is not counted yet. */
  boolean isRunning() {
    return begun != NONE;
  }

  /** When the launch that runs has begun, or will. */
  long begun() {
    return begun;
  }

  /** The launch that runs has ended; memory was quiet then or later. */
  void ends(long tick, long memoryQuiet) {
    kernels = kernels(tick);
    memory = memory(tick, memoryQuiet);
    quiet = Math.max(quiet, Math.max(tick, memoryQuiet));
    begun = NONE;
  }

  /** Ticks of kernels up to now, the one that runs included. */
  long kernels(long tick) {
    return begun == NONE ? kernels : kernels + Math.max(0, tick - begun);
  }

  /** The same, with the ticks after a kernel in which memory had accesses to finish. */
  long memory(long tick, long memoryQuiet) {
    return begun == NONE
        ? memory
        : memory + Math.max(0, Math.max(tick, memoryQuiet) - Math.max(begun, quiet));
  }

  /** Starts anew; no launch runs. */
  void reset() {
    kernels = 0;
    memory = 0;
    begun = NONE;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLong(kernels);
    out.writeLong(memory);
    out.writeLong(begun);
    out.writeLong(quiet);
  }

  @Override
  public void load(StateReader in) {
    kernels = in.readLong();
    memory = in.readLong();
    begun = in.readLong();
    quiet = in.readLong();
  }
}
