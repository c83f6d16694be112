// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Announces a long launch before it begins, with its work-groups and work-items and a lower bound
 * of the time to execute them, and reports while it runs how many work-groups are done, at which
 * rate, and the time left. A launch is announced only if it is larger than all launches announced
 * before. Used by one thread; reports of a running launch come from a timer's thread.
 */
public final class LaunchNotice implements AutoCloseable {
  /** Minimum number of work-items of an announced launch, which takes about a second or more. */
  private static final long MANY = 1L << 30;

  /** Approximate work-item instructions per second, as documented in sim-execute. */
  private static final double RATE = 1e9;

  private static final String[] UNITS = {"s", "minutes", "hours", "days", "years"};
  private static final double[] OF_BEFORE = {1, 60, 60, 24, 365};

  /**
   * Time until the first line about a running launch; each further line comes at twice the time.
   */
  private static final long FIRST = TimeUnit.SECONDS.toNanos(10);

  private static final String RATE_LEFT = " a second; at that rate %s are left";

  private static final long PERIOD_MILLIS = 1000;

  /** A launch whose work-groups are executed. */
  private static final class Running {
    final String kernel;
    final long groups;
    final Supplier<String> within;
    final long start;
    volatile long done;
    long next = FIRST;

    Running(String kernel, long groups, Supplier<String> within, long start) {
      this.kernel = kernel;
      this.groups = groups;
      this.within = within;
      this.start = start;
    }
  }

  private final Consumer<String> notes;
  private Timer timer; // null before the first launch
  private volatile Running running; // null between launches
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

  /**
   * Begins the reports of a launch whose work-groups are about to be executed.
   *
   * @param within describes a work-group that takes long, on any thread; empty if there is none
   */
  public void start(Kernel kernel, Geometry geometry, Supplier<String> within) {
    if (timer == null) {
      timer = new Timer("lockstep-launches", true);
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              look(System.nanoTime());
            }
          },
          PERIOD_MILLIS,
          PERIOD_MILLIS);
    }
    running = new Running(kernel.name(), geometry.groups(), within, System.nanoTime());
  }

  /** Notes how many work-groups of the running launch have been executed. */
  public void done(long groups) {
    running.done = groups;
  }

  /** Ends the reports of the running launch. */
  public void end() {
    running = null;
  }

  /** Reports how far the running launch is if a line is due. */
  void look(long now) {
    Running launch = running;
    if (launch == null || now - launch.start < launch.next) {
      return;
    }
    long taken = now - launch.start;
    launch.next *= 2;
    String within = launch.within.get();
    notes.accept(
        String.format(
            Locale.ROOT,
            "launch of '%s' has run for %s: %,d of %,d work-groups are done%s%s",
            launch.kernel,
            duration(taken * 1e-9),
            launch.done,
            launch.groups,
            pace(launch.done, launch.groups, taken * 1e-9),
            within.isEmpty() ? "" : "; " + within));
  }

  /** Returns the rate so far and the time left at that rate; empty before the first group ends. */
  private static String pace(long done, long groups, double seconds) {
    double rate = done / seconds;
    return done == 0
        ? ""
        : String.format(
            Locale.ROOT,
            rate < 10 ? ", %.2g" + RATE_LEFT : ", %,.0f" + RATE_LEFT,
            rate,
            duration((groups - done) / rate));
  }

  @Override
  public void close() {
    end();
    if (timer != null) {
      timer.cancel();
    }
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
