// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.run.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What makes the times of an explanation estimates: both runs, and all simulations that divide
 * their ratio, are sampled by the same request.
 *
 * @param request canonical text of the request
 * @param from relative half-width of the 95 % interval of the first time; 0 if it is exact
 * @param to the same of the second time
 */
public record Estimates(String request, double from, double to) {
  /** Returns the estimates of two runs; empty if the times are exact. */
  static Optional<Estimates> of(RunResult one, RunResult other, boolean kernels) {
    return one.sample().isEmpty() && other.sample().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Estimates(
                one.sample().isEmpty() ? other.sample() : one.sample(),
                interval(one, kernels),
                interval(other, kernels)));
  }

  private static double interval(RunResult of, boolean kernels) {
    return of.interval().orElse(0) / (double) (kernels ? of.kernelPicos() : of.picos());
  }

  /**
   * Returns the error of a factor's logarithm with the intervals of both times.
   *
   * @param of what makes the times estimates; empty if they are exact
   * @param error two standard errors over launch phases; NaN with a single one
   */
  static double within(Optional<Estimates> of, double error) {
    return of.map(e -> e.within(error)).orElse(error);
  }

  private double within(double error) {
    double phases = Double.isNaN(error) ? 0 : error;
    return StrictMath.sqrt(phases * phases + from * from + to * to);
  }

  /** Returns remarks on what was sampled of two runs; none if they are exact. */
  static List<String> notes(String from, RunResult one, String to, RunResult other) {
    if (one.sample().isEmpty() && other.sample().isEmpty()) {
      return List.of();
    }
    return List.of(
        from + ": " + one.message(),
        to + ": " + other.message(),
        "all times are estimated alike: the errors of the factors contain both runs' intervals");
  }

  /** {@return words for the interval of the first time, such as {@code ± 1.0 %}} */
  public String fromWords() {
    return words(from);
  }

  /** {@return words for the interval of the second time} */
  public String toWords() {
    return words(to);
  }

  private static String words(double interval) {
    return interval == 0 ? "(in full)" : String.format(Locale.ROOT, "± %.1f %%", 100 * interval);
  }
}
