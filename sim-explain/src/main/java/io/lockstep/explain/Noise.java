// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.game.Coalition;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** Estimates the noise that launch phases add to a factor when only one phase is simulated. */
final class Noise {
  private Noise() {}

  /**
   * Returns the standard deviation of the logarithm of the ratio, from the phases simulated for
   * both devices.
   */
  static double left(Play play, Between between, ExplainOptions options) {
    int used = play.phases();
    play.phases(options.trials().phases());
    double one = deviation(play.logs(Coalition.NONE, false));
    double other = deviation(play.logs(between.all(), false));
    play.phases(used);
    return Math.sqrt(one * one + other * other);
  }

  private static double deviation(double[] values) {
    return new StandardDeviation().evaluate(values);
  }
}
