// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Launches of one kernel that are alike but for numbers that grow or vary. Some are chosen and
 * measured. Not thread-safe.
 */
public final class Stratum {
  /** Launches that are chosen first, without a varying number. */
  static final int PILOT = 3;

  private final int[] launches; // numbers in the program, ascending
  private final List<double[]> varying; // numbers that vary, by launch
  private final BitSet chosen = new BitSet();
  private final long[] ticks; // of measured launches
  private final BitSet measured = new BitSet();
  private long events; // of measured launches

  /**
   * @param launches numbers of the launches in the program, ascending
   * @param varying the numbers that vary within the stratum, each by launch
   */
  public Stratum(int[] launches, List<double[]> varying) {
    this.launches = launches;
    this.varying = varying;
    ticks = new long[launches.length];
  }

  public int size() {
    return launches.length;
  }

  public int launch(int member) {
    return launches[member];
  }

  public int chosen() {
    return chosen.cardinality();
  }

  public boolean isChosen(int member) {
    return chosen.get(member);
  }

  public boolean isMeasured(int member) {
    return measured.get(member);
  }

  /** Returns the number of launches to choose first. */
  public int pilot() {
    int pilot = PILOT + (varying.isEmpty() ? 0 : 1 + varying.size());
    return size() <= pilot + 1 ? size() : pilot;
  }

  /** Chooses launches at random, one from each of as many parts of those that are left. */
  public void choose(int more, SplittableRandom random) {
    List<Integer> left = new ArrayList<>();
    for (int m = 0; m < size(); m++) {
      if (!chosen.get(m)) {
        left.add(m);
      }
    }
    for (int k = 0; k < more; k++) {
      int from = (int) ((long) left.size() * k / more);
      int to = (int) ((long) left.size() * (k + 1) / more);
      chosen.set(left.get(random.nextInt(from, to)));
    }
  }

  public void measured(int member, long ofTicks, long ofEvents) {
    measured.set(member);
    ticks[member] = ofTicks;
    events += ofEvents;
  }

  public long ticks(int member) {
    return ticks[member];
  }

  /** Returns the mean number of events of a measured launch, at least 1. */
  public double cost() {
    return Math.max(1, (double) events / measured.cardinality());
  }

  /** Returns the number of degrees of freedom that the choice among varying numbers takes. */
  private int choices() {
    return Math.max(0, varying.size() - 1);
  }

  /** Returns the estimate with the least variance: by the mean, or by a number that varies. */
  public StratumEstimate estimate() {
    int[] members = measured.stream().toArray();
    double[] values = measured.stream().mapToDouble(m -> ticks[m]).toArray();
    if (varying.isEmpty()) {
      return new StratumEstimate(size(), new double[0], members, values);
    }
    StratumEstimate best = new StratumEstimate(size(), varying.get(0), members, values);
    for (double[] known : varying) {
      StratumEstimate other = new StratumEstimate(size(), known, members, values);
      best = other.variance() < best.variance() ? other : best;
    }
    return best;
  }

  /** Returns the degrees of freedom of an estimate. */
  public int degrees(StratumEstimate estimate) {
    return Math.max(1, estimate.degrees() - choices());
  }
}
