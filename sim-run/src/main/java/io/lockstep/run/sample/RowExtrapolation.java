// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import java.util.function.IntToLongFunction;

/**
 * What the ticks by row of the code and the executions of blocks of one launch lack because
 * work-groups were left out. Not thread-safe.
 */
final class RowExtrapolation {
  /** Additions to an array of sums, which grow with the first addition. */
  private static final class Additions {
    private double[] windows = {};
    private long[] warmUps = {};

    void window(long[] from, long[] to, double weight) {
      grow(to.length);
      for (int i = 0; i < to.length; i++) {
        windows[i] += weight * (to[i] - from[i]);
      }
    }

    void warmUp(long[] from, long[] to) {
      grow(to.length);
      for (int i = 0; i < to.length; i++) {
        warmUps[i] += to[i] - from[i];
      }
    }

    private void grow(int length) {
      if (windows.length == 0) {
        windows = new double[length];
        warmUps = new long[length];
      }
    }

    void addTo(long[] sums, double scale) {
      for (int i = 0; i < windows.length; i++) {
        sums[i] += Math.round(scale * windows[i]) - warmUps[i];
      }
    }
  }

  private final Additions ticks = new Additions();
  private final Additions executions = new Additions();
  private final Additions bytes = new Additions();

  void window(Snapshot from, Snapshot to, double weight) {
    to.rows().ifPresent(r -> ticks.window(from.rows().get().values(), r.values(), weight));
    to.counts()
        .ifPresent(
            c -> {
              CodeCounts before = from.counts().get();
              executions.window(before.executions(), c.executions(), weight);
              bytes.window(before.dramBytes(), c.dramBytes(), weight);
            });
  }

  void warmUp(Snapshot from, Snapshot to) {
    to.rows().ifPresent(r -> ticks.warmUp(from.rows().get().values(), r.values()));
    to.counts()
        .ifPresent(
            c -> {
              CodeCounts before = from.counts().get();
              executions.warmUp(before.executions(), c.executions());
              bytes.warmUp(before.dramBytes(), c.dramBytes());
            });
  }

  /**
   * Adds what a launch lacks to its ticks by row.
   *
   * @param scale factor of the windows' weights
   * @param issue what the issue ports' cycles lack by reason, to which the rows add up
   */
  void addTo(RowTicks rows, double scale, IntToLongFunction issue) {
    for (int cause = 0; cause < rows.causes(); cause++) {
      double sum = 0;
      long left = issue.applyAsLong(cause);
      int largest = RowTicks.NONE;
      for (int row = RowTicks.UNTOLD; row < rows.rows(); row++) {
        int i = (row - RowTicks.UNTOLD) * rows.causes() + cause;
        long before = Math.round(sum);
        sum += scale * ticks.windows[i];
        long more = Math.round(sum) - before - ticks.warmUps[i];
        rows.add(row, cause, more);
        left -= more;
        largest = rows.get(row, cause) > rows.get(largest, cause) ? row : largest;
      }
      rows.add(largest, cause, left); // a remainder of rounding
    }
  }

  /** Adds what a launch lacks to its counts of executions. */
  void addTo(CodeCounts counts, double scale) {
    executions.addTo(counts.executions(), scale);
    bytes.addTo(counts.dramBytes(), scale);
  }
}
