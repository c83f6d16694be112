// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/** Counts the operations and busy clocks of a compute unit's matrix units. Not thread-safe. */
public final class MatrixCounts extends CountingPart {
  private static final String USED = "matrix.busy_cycles";
  private static final int INSTRUCTIONS = 0;
  private static final int CLOCKS = 1; // summed over all SIMDs
  private static final int OPERATIONS = 2;

  /** Statistics that are only reported if a run multiplies matrices. */
  public static final StatisticSet<MatrixCounts> STATISTICS =
      StatisticSet.<MatrixCounts>of("matrix units")
          .count(
              "matrix.instructions",
              "Matrix instructions of wavefronts.",
              c -> c.count[INSTRUCTIONS])
          .count(
              "matrix.operations", "Their multiplications and additions.", c -> c.count[OPERATIONS])
          .count(
              USED,
              "cycles",
              "Cycles that matrix units worked, as shares of their compute unit's.",
              c -> c.count[CLOCKS] / c.simds)
          .build();

  /** The roof of a kernel that keeps the matrix units busy. */
  public static final CycleRoof ROOF =
      new CycleRoof(Resource.PIPE, "matrix units", "matrix", USED, "matrix units");

  private final int simds;
  private final long[] count = own.counters(3);

  /**
   * Creates counters.
   *
   * @param simds matrix units of the compute unit
   */
  public MatrixCounts(int simds) {
    this.simds = simds;
  }

  /**
   * Counts an instruction.
   *
   * @param operations its multiplications and additions
   * @param clocks clocks for which it holds its matrix unit
   */
  public void add(int operations, int clocks) {
    count[INSTRUCTIONS]++;
    count[CLOCKS] += clocks;
    count[OPERATIONS] += operations;
  }

  /**
   * Adds the statistics, if there were matrix instructions.
   *
   * @param out totals of the run
   */
  public void statistics(Totals out) {
    if (count[INSTRUCTIONS] > 0) {
      STATISTICS.write(this, out);
    }
  }
}
