// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import java.util.Arrays;

/** Counts the ticks in which kernels ran since the last reset, overlapping launches once. */
final class KernelTime {
  private static final long NONE = Long.MAX_VALUE;

  private long kernels; // kernel ticks of ended launches
  private long memory; // the same, plus the ticks until memory was quiet
  private final long[] begun; // by slot: start of a launch whose end is not counted yet, or NONE
  private long counted; // tick up to which kernel time is counted
  private long
      clocks; // ticks between the first and the last clock read, added whenever the dispatcher
  // becomes idle
  private long quiet; // tick up to which memory time is counted

  KernelTime(int slots) {
    begun = new long[slots];
    Arrays.fill(begun, NONE);
  }

  void begins(int slot, long tick) {
    begun[slot] = tick;
  }

  /** Whether a slot has a launch whose end is not counted yet. */
  boolean isRunning(int slot) {
    return begun[slot] != NONE;
  }

  boolean isRunning() {
    return first() != NONE;
  }

  long begun(int slot) {
    return begun[slot];
  }

  /** Adds the time of a launch that has ended; call it in the order in which launches end. */
  void ends(int slot, long tick, long memoryQuiet) {
    kernels = kernels(tick);
    memory = memory(tick, memoryQuiet);
    counted = Math.max(counted, tick);
    quiet = Math.max(quiet, Math.max(tick, memoryQuiet));
    begun[slot] = NONE;
  }

  /** Returns the earliest start of a launch whose end is not counted, or {@link #NONE}. */
  private long first() {
    long first = NONE;
    for (long tick : begun) {
      first = Math.min(first, tick);
    }
    return first;
  }

  /** Returns kernel ticks up to a tick, including running launches. */
  long kernels(long tick) {
    return kernels + Math.max(0, tick - Math.max(first(), counted));
  }

  void readsClock(long ticks) {
    clocks += ticks;
  }

  long clocks() {
    return clocks;
  }

  /** As {@link #kernels(long)}, including the ticks in which memory finishes its accesses. */
  long memory(long tick, long memoryQuiet) {
    long first = first();
    return first == NONE
        ? memory
        : memory + Math.max(0, Math.max(tick, memoryQuiet) - Math.max(first, quiet));
  }

  void reset() {
    kernels = 0;
    clocks = 0;
    memory = 0;
    Arrays.fill(begun, NONE);
  }
}
