// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.report.page.Shares;
import io.lockstep.run.RunResult;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.stats.RowTicks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares of a device's cycles by row of its kernels' machine code, relative to all cycles in which
 * an issue port had a wavefront. Cycles that belong to no row form a further share, so that all
 * shares add up to 100 %.
 */
final class RowShares {
  // Shares of rows by kernel, in tenths of a per cent; lookup only, never iterated.
  private final Map<Integer, int[]> tenths = new HashMap<>();

  /**
   * @param r a result with times by source line
   */
  RowShares(RunResult r) {
    List<Long> ticks = new ArrayList<>();
    long other = 0;
    for (KernelTimes kernel : r.lines().kernels()) {
      RowTicks rows = kernel.rows();
      other += ticks(rows, RowTicks.UNTOLD);
      for (int row = 0; row < rows.rows(); row++) {
        other += ticks(rows, row);
      }
      for (CodeLine line : kernel.code().code()) {
        long own = line.rows().stream().mapToLong(row -> ticks(rows, row)).sum();
        ticks.add(own);
        other -= own;
      }
    }
    if (ticks.stream().allMatch(t -> t == 0)) {
      return;
    }
    ticks.add(other);
    int[] shares = Shares.of(ticks.stream().mapToLong(t -> t).toArray());
    int at = 0;
    for (KernelTimes kernel : r.lines().kernels()) {
      int n = kernel.code().code().size();
      int[] own = new int[n];
      System.arraycopy(shares, at, own, 0, n);
      tenths.put(kernel.index(), own);
      at += n;
    }
  }

  private static long ticks(RowTicks rows, int row) {
    long sum = 0;
    for (int cause = 0; cause < rows.causes(); cause++) {
      sum += rows.get(row, cause);
    }
    return sum;
  }

  /** Whether times are known for the individual rows of a kernel's code. */
  boolean isTold(KernelTimes kernel) {
    return tenths.containsKey(kernel.index());
  }

  /**
   * Returns the share of a row in tenths of a per cent.
   *
   * @param kernel a kernel for which {@link #isTold} returns true
   * @param line index of the row, from 0
   */
  int tenths(KernelTimes kernel, int line) {
    return tenths.get(kernel.index())[line];
  }
}
