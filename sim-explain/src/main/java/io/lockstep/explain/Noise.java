package io.lockstep.explain;

import io.lockstep.explain.game.Coalition;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/** What is left of the launch phases' noise where only one is looked at. */
final class Noise {
  private Noise() {}

  /** Standard deviation of the logarithm of the ratio, from the phases that both ends have. */
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
