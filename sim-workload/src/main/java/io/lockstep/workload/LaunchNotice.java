// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Announces a long launch before it begins, with its work-groups and work-items and a lower bound
 * of the time to execute them. A launch is announced only if it is larger than all launches
 * announced before.
 */
public final class LaunchNotice {
  /** Minimum number of work-items of an announced launch, which takes about a second or more. */
  private static final long MANY = 1L << 30;

  /** Approximate work-item instructions per second, as documented in sim-execute. */
  private static final double RATE = 1e9;

  private static final String[] UNITS = {"s", "minutes", "hours", "days", "years"};
  private static final double[] OF_BEFORE = {1, 60, 60, 24, 365};

  private final Consumer<String> notes;
  private long told;

  /**
   * @param notes receives one line per announcement
   */
  public LaunchNotice(Consumer<String> notes) {
    this.notes = notes;
  }

  /** Called before a launch is executed. */
  public void begin(Kernel kernel, Geometry geometry) {
    long items = geometry.workItems();
    if (items < MANY || items <= told) {
      return;
    }
    told = items;
    // Every work-item executes the entry block.
    int each = kernel.blocks().get(0).instructions().size();
    notes.accept(
        String.format(
            Locale.ROOT,
            "launch of '%s': %,d work-groups of %,d work-items, %,d in all; executing them takes at"
                + " least %s (%d or more instructions each, at 10^9 a second)",
            kernel.name(),
            geometry.groups(),
            geometry.groupSize(),
            items,
            duration(items * (double) each / RATE),
            each));
  }

  /** Formats a time in the most readable unit. */
  static String duration(double seconds) {
    double value = seconds;
    int unit = 0;
    while (unit + 1 < UNITS.length && value >= 2 * OF_BEFORE[unit + 1]) {
      value /= OF_BEFORE[++unit];
    }
    return String.format(Locale.ROOT, "%,.0f %s", value, UNITS[unit]);
  }
}
