// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.Arrays;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.OptimizationData;
import org.apache.commons.math3.optim.SimpleBounds;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.MultivariateOptimizer;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.BOBYQAOptimizer;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.apache.commons.math3.random.MersenneTwister;

/**
 * Finds the parameters with the smallest errors within bounds, without derivatives: by BOBYQA, and
 * a single parameter, for which that method has no form, by CMA-ES. Used once.
 */
final class BoundedSearch {
  /** Logarithm of the first and the last distance between compared points. */
  private static final double FIRST = 0.15;

  private static final double LAST = 0.004;
  private static final int EVALUATIONS = 20;
  private static final int EVALUATIONS_EACH = 12;
  private static final int GENERATIONS = 8;
  private static final int POPULATION = 5;
  private static final int SEED = 20261126;

  private final SuitePoints points;
  private final double[] low;
  private final double[] high;
  private double[] best;
  private double least;

  private BoundedSearch(SuitePoints points, double[] low, double[] high, DeviceSpec start) {
    this.points = points;
    this.low = low;
    this.high = high;
    best = points.point(start);
    least = points.squares(start);
  }

  /** Returns the device with the smallest errors; {@code start} if there is no better one. */
  static DeviceSpec best(SuitePoints points, double[] low, double[] high, DeviceSpec start) {
    for (int j = 0; j < low.length; j++) {
      if (high[j] - low[j] < 2 * LAST) {
        return start; // a range of one value
      }
    }
    BoundedSearch search = new BoundedSearch(points, low, high, start);
    search.run();
    return search.least < points.squares(start) ? points.device(search.best).orElseThrow() : start;
  }

  private void run() {
    int n = low.length;
    double radius = FIRST;
    double[] guess = new double[n];
    for (int j = 0; j < n; j++) {
      radius = Math.min(radius, (high[j] - low[j]) / 2);
      guess[j] = Math.max(low[j], Math.min(high[j], best[j]));
    }
    OptimizationData[] common = {
      new MaxEval(EVALUATIONS + EVALUATIONS_EACH * n),
      new ObjectiveFunction(this::squares),
      GoalType.MINIMIZE,
      new InitialGuess(guess),
      new SimpleBounds(low, high)
    };
    try {
      if (n > 1) {
        new BOBYQAOptimizer(2 * n + 1, radius, Math.min(LAST, radius / 2)).optimize(common);
      } else {
        OptimizationData[] all = Arrays.copyOf(common, common.length + 2);
        all[common.length] = new CMAESOptimizer.Sigma(new double[] {radius});
        all[common.length + 1] = new CMAESOptimizer.PopulationSize(POPULATION);
        single().optimize(all);
      }
    } catch (TooManyEvaluationsException e) {
      // The best point so far is kept.
    }
  }

  private static MultivariateOptimizer single() {
    return new CMAESOptimizer(GENERATIONS, 0, true, 0, 1, new MersenneTwister(SEED), false, null);
  }

  private double squares(double[] point) {
    double found = points.squares(point);
    if (found < least) {
      least = found;
      best = point.clone();
    }
    return found;
  }
}
