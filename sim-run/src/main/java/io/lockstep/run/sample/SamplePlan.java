// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import java.util.Optional;

/**
 * The windows of a launch in order, by index of a work-group in the launch. A round is the number
 * of work-groups that the device holds at once; windows and gaps are whole rounds.
 *
 * <p>A window has {@value #WARM_UP} rounds of warm-up, which are simulated but not measured, and
 * {@value #MEASURED} measured rounds. The first window is the launch's head and the last one its
 * tail, so both ends of the launch are simulated exactly. Gaps grow from the head on, because
 * caches fill early.
 *
 * <p>A boundary is crossed when the device requests a group, which is before the group starts. If
 * the device looks ahead by rounds, each warm-up is longer by as many: so no rate contains the time
 * in which the launch begins, or groups from before a gap. Immutable.
 *
 * @param warmUp rounds
 * @param resume first group of each window's warm-up
 */
record SamplePlan(long groups, long round, long warmUp, long[] resume) {
  static final int WARM_UP = 3;
  static final int MEASURED = 6;

  /** Rounds of the shortest launch that is sampled. */
  static final int SHORTEST = 40;

  /** Windows with which an interval can be computed. */
  static final int LEAST_WINDOWS = 4;

  private static final int WIDEST = 8; // a late gap relative to the first one

  /**
   * Plans a launch of equal work-groups.
   *
   * @param groups work-groups of the launch
   * @param round work-groups that the device holds at once
   * @param ahead groups that the device requests before they start
   * @param windows requested number of windows; the plan has fewer if that is needed to save a
   *     third
   * @return the plan; empty if the launch is short, if the plan would save less than a third of the
   *     work-groups, or if it would not be denser than that of the pass before
   */
  static Optional<SamplePlan> of(long groups, long round, long ahead, int windows) {
    return of(groups, round, ahead, windows, 0, Optional.empty());
  }

  /**
   * Plans a launch of work-groups whose work differs. Windows are where the work differs from that
   * of other windows ({@link WindowPlaces}). The tail is so long that each group before it ends
   * before the launch does, and that groups which a gap leaves resident end as well: else the end
   * of the simulated launch would be another one.
   *
   * @return as for equal groups
   */
  static Optional<SamplePlan> of(
      long groups, long round, long ahead, int windows, LaunchWork work) {
    long rounds = groups / round;
    for (long tail = 0; tail < rounds; tail += 1 + tail / 8) {
      Optional<SamplePlan> plan = of(groups, round, ahead, windows, tail, Optional.of(work));
      if (plan.isEmpty() || plan.get().endsAsWhole(work)) {
        return plan;
      }
    }
    return Optional.empty();
  }

  private static Optional<SamplePlan> of(
      long groups, long round, long ahead, int windows, long tail, Optional<LaunchWork> work) {
    long rounds = groups / round;
    long warmUp = WARM_UP + ahead / round;
    long each = warmUp + MEASURED;
    long most = (2 * rounds / 3 - tail) / each; // a third of the rounds is left out
    boolean isDenser = windows <= Sampling.FIRST_WINDOWS || most > windows / 2;
    int count = (int) Math.min(windows, most);
    if (rounds < SHORTEST || count < LEAST_WINDOWS || !isDenser) {
      return Optional.empty();
    }
    long[] resume =
        work.isEmpty()
            ? positions(rounds, round, each, count)
            : new WindowPlaces(work.get(), round, each, warmUp).of(rounds - tail, count);
    return Optional.of(new SamplePlan(groups, round, warmUp, resume));
  }

  /** Returns whether no group from before the tail is resident when the launch ends. */
  private boolean endsAsWhole(LaunchWork work) {
    long gap = end(windows() - 2);
    long tail = resume(windows() - 1);
    double left = work.between(tail, groups);
    for (long g = 0; g < tail; g++) {
      double residence = work.residence(g, round);
      if (residence > left
          && (g < gap
              ? residence - work.between(g, gap) > left
              : residence > work.between(g, groups))) {
        return false;
      }
    }
    return true;
  }

  /** Returns a plan that leaves out all groups before this plan's last window. */
  SamplePlan tail() {
    return new SamplePlan(groups, round, warmUp, new long[] {resume[resume.length - 1]});
  }

  /** Returns a plan that leaves out all groups. */
  static SamplePlan nothing(long groups) {
    return new SamplePlan(groups, 1, WARM_UP, new long[] {groups});
  }

  private static long[] positions(long rounds, long round, long each, int windows) {
    long left = rounds - windows * each;
    long[] share = new long[windows]; // of the gap before each window
    long sum = 0;
    for (int k = 1; k < windows; k++) {
      share[k] = 1L << Math.min(k - 1, Long.numberOfTrailingZeros(WIDEST));
      sum += share[k];
    }
    long[] resume = new long[windows];
    long before = 0;
    for (int k = 1; k < windows; k++) {
      before += share[k];
      resume[k] = (k * each + left * before / sum) * round;
    }
    return resume;
  }

  int windows() {
    return resume.length;
  }

  /** Returns the first group of a window's warm-up; the groups before it are left out. */
  long resume(int window) {
    return resume[window];
  }

  /** Returns the first measured group of a window. */
  long start(int window) {
    return resume[window] + warmUp * round;
  }

  /** Returns the group with which the second half of a window's measured groups begins. */
  long middle(int window) {
    return start(window) + measured() / 2;
  }

  /** Returns the group after a window. */
  long end(int window) {
    return start(window) + measured();
  }

  /** Returns the number of measured groups of a window. */
  long measured() {
    return MEASURED * round;
  }

  /** Returns the number of groups that are left out. */
  long skipped() {
    long sum = 0;
    for (int k = 1; k < resume.length; k++) {
      sum += resume[k] - end(k - 1);
    }
    return sum;
  }

  /**
   * Returns the number of groups whose cost is estimated between a window and the next one: those
   * left out and those of the next window's warm-up.
   */
  long estimated(int window) {
    return start(window + 1) - end(window);
  }
}
