// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The choice of launches from strata and the interval of their total time. First a few launches of
 * each stratum are chosen; then, while the interval is too wide, as many as Neyman's allocation
 * gives: in proportion to a stratum's size and standard deviation, and to the inverse root of what
 * the simulation of a launch costs. Not thread-safe.
 */
public final class StratifiedPlan {
  private static final double LEVEL = 0.05;
  private static final long SEED = 0x10C5;

  /** Part of the requested half-width at which an allocation aims. */
  private static final double AIM = 0.8;

  /** Beyond any allocation by the spread. */
  private static final double MOST = 1e18;

  /**
   * Half-width of the interval at least, relative to the estimated ticks: errors that no statistic
   * of the launches shows.
   */
  static final double LEAST = 0.01;

  private final List<Stratum> strata;
  private final SplittableRandom random = new SplittableRandom(SEED);

  public StratifiedPlan(List<Stratum> strata) {
    this.strata = strata;
  }

  /** Chooses the first launches. */
  public void begin() {
    strata.forEach(s -> s.choose(s.pilot(), random));
  }

  /** Returns the number of chosen launches. */
  public long chosen() {
    return strata.stream().mapToLong(Stratum::chosen).sum();
  }

  /** Returns the estimated ticks of all launches, and in second place those not measured. */
  public double[] ticks() {
    double[] sum = new double[2];
    for (Stratum s : strata) {
      StratumEstimate estimate = s.estimate();
      for (int m = 0; m < s.size(); m++) {
        double ticks = s.isMeasured(m) ? s.ticks(m) : estimate.predicted(m);
        sum[0] += ticks;
        sum[1] += s.isMeasured(m) ? 0 : ticks;
      }
    }
    return sum;
  }

  /** Returns the half-width of the 95 % interval of the total, in ticks. */
  public double interval() {
    double variance = 0;
    double weighted = 0; // Satterthwaite's approximation of the degrees of freedom
    for (Stratum s : strata) {
      StratumEstimate estimate = s.estimate();
      double own = estimate.variance();
      variance += own;
      weighted += own * own / s.degrees(estimate);
    }
    double degrees = variance == 0 ? 1 : Math.max(1, variance * variance / weighted);
    double[] ticks = ticks();
    double least = ticks[1] == 0 ? 0 : LEAST * ticks[0]; // measured ones find warmed caches too
    return Math.max(least, student(degrees) * Math.sqrt(variance));
  }

  private static double student(double degrees) {
    return new TDistribution(degrees).inverseCumulativeProbability(1 - LEVEL / 2);
  }

  /**
   * Chooses more launches, so that the interval should be as narrow as requested.
   *
   * @param error requested half-width relative to the total
   * @return whether there are more
   */
  public boolean refine(double error) {
    double target = AIM * error * ticks()[0];
    double[] spread = new double[strata.size()]; // standard deviation by the root of the cost
    for (int h = 0; h < spread.length; h++) {
      Stratum s = strata.get(h);
      spread[h] = s.size() * Math.sqrt(s.estimate().residual() / s.cost());
    }
    double low = 0;
    double high = 1;
    while (half(spread, high) > target && high < MOST) {
      low = high;
      high *= 2;
    }
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (half(spread, middle) > target) {
        low = middle;
      } else {
        high = middle;
      }
    }
    // half() sums the degrees of freedom of all strata. The interval has fewer (Satterthwaite)
    // where
    // few strata have most of the variance; it then needs more launches than half() expects.
    boolean any = chooses(spread, high);
    for (double scale = high; !any && scale < MOST; scale *= 1.25) {
      any = chooses(spread, scale);
    }
    return any;
  }

  /** Chooses launches up to an allocation; returns whether there are more than before. */
  private boolean chooses(double[] spread, double scale) {
    boolean any = false;
    for (int h = 0; h < spread.length; h++) {
      Stratum s = strata.get(h);
      int more = allocated(s, scale * spread[h]) - s.chosen();
      s.choose(more, random);
      any |= more > 0;
    }
    return any;
  }

  private static int allocated(Stratum s, double wanted) {
    int all = (int) Math.min(s.size(), Math.ceil(wanted));
    return Math.max(s.chosen(), all);
  }

  /** Returns the half-width to expect of an allocation in proportion to the spread. */
  private double half(double[] spread, double scale) {
    double variance = 0;
    double degrees = 0;
    for (int h = 0; h < spread.length; h++) {
      Stratum s = strata.get(h);
      int n = allocated(s, scale * spread[h]);
      double size = s.size();
      variance += size * (size - n) / n * s.estimate().residual();
      degrees += n - 1;
    }
    return student(Math.max(1, degrees)) * Math.sqrt(variance);
  }
}
