package io.lockstep.parts.unit;

import io.lockstep.parts.stats.StatisticSet;

/**
 * What devices with ideal parts have to do at least: the time in which the ports of one kind, all
 * units' together, would have issued all that they did if none had been idle; of the kind that
 * takes longest. Ports are of one kind that issue for the same cause. Not thread-safe.
 */
public final class WorkAtPeak {
  /** Statistics of such devices alone. */
  public static final StatisticSet<WorkAtPeak> STATISTICS =
      StatisticSet.<WorkAtPeak>of("ideal parts")
          .count(
              "ideal.work_cycles",
              "cycles",
              "Cycles in which the busiest kind of issue port would have issued all that it did if"
                  + " none had been idle, rounded down; only where parts are ideal.",
              WorkAtPeak::cycles)
          .build();

  private final int units;
  private final long[][] ticks; // by port and cause

  /**
   * Nothing yet.
   *
   * @param units of the device
   * @param ports of each
   * @param causes of their time
   */
  public WorkAtPeak(int units, int ports, int causes) {
    this.units = units;
    ticks = new long[ports][causes];
  }

  /** A unit's port issued for some ticks. */
  void add(int port, int cause, long during) {
    ticks[port][cause] += during;
  }

  /** {@return the cycles, rounded down} */
  public long cycles() {
    int[] kind = new int[ticks.length];
    long most = 0;
    for (int p = 0; p < kind.length; p++) {
      kind[p] = p;
      for (int q = 0; q < p && kind[p] == p; q++) {
        kind[p] = kind[q] == q && alike(p, q) ? q : p;
      }
    }
    for (int k = 0; k < kind.length; k++) {
      long all = 0;
      int ports = 0;
      for (int p = 0; p < kind.length; p++) {
        if (kind[p] == k) {
          ports++;
          for (long during : ticks[p]) {
            all += during;
          }
        }
      }
      most = ports == 0 ? most : Math.max(most, all / ((long) ports * units));
    }
    return most;
  }

  private boolean alike(int p, int q) {
    for (int c = 0; c < ticks[p].length; c++) {
      if (ticks[p][c] != 0 && ticks[q][c] != 0) {
        return true;
      }
    }
    return false;
  }
}
