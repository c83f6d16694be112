// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.spi.spec.ClockSpec;
import java.util.Optional;

/**
 * Explains a factor by the clock, if the number of kernel cycles changes by less than half as much
 * as the clock. A larger change shows that other parts do not run at this clock, which other rules
 * explain.
 */
final class ClockRule implements Rule {
  private static final double LEAST = 0.01;

  @Override
  public Optional<RuleFinding> find(Evidence seen) {
    if (!seen.changes().containsKey(ClockSpec.COMPUTE)) {
      return Optional.empty();
    }
    double cost =
        seen.cost(
            seen.to().spec().value(ClockSpec.COMPUTE), seen.last().spec().value(ClockSpec.COMPUTE));
    double cycles = seen.cost(seen.last().of("cycles.kernels"), seen.to().of("cycles.kernels"));
    if (Math.abs(cycles) >= Math.abs(cost) / 2) {
      return Optional.empty();
    }
    String many =
        Math.abs(cycles) < LEAST
            ? "as many cycles"
            : SentenceNumbers.percent(Math.abs(StrictMath.expm1(cycles)))
                + (cycles > 0 ? " more" : " fewer")
                + " cycles";
    return Rule.moved(
        cost,
        LEAST,
        "the kernels take %s, at %s instead of %s"
            .formatted(
                many, seen.to().text(ClockSpec.COMPUTE), seen.last().text(ClockSpec.COMPUTE)));
  }
}
