// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

/**
 * Distributes positions among parts in short runs of neighbours, which often share an execution.
 * Each part gets many runs, so that the loads of slow and fast points average out. The assignment
 * is rotated pseudo-randomly in each turn, because otherwise the period of a regular plan could
 * coincide with the number of parts.
 */
record Stretches(long positions, int parts) {
  private static final long MOST_TOGETHER = 64;
  private static final long LEAST_STRETCHES = 16; // minimum number of runs per part

  /** Returns the part of a position, from 0. */
  int part(long position) {
    long together = Math.max(1, Math.min(MOST_TOGETHER, positions / (parts * LEAST_STRETCHES)));
    long stretch = position / together;
    long turn = Long.remainderUnsigned(mixed(stretch / parts), parts);
    return (int) ((stretch % parts + turn) % parts);
  }

  private static long mixed(long number) {
    long z = (number + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
