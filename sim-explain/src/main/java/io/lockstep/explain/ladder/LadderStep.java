// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.run.answer.Answer;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * One factor of the ratio of two devices' times: the cost on the second device divided by the cost
 * on the first.
 *
 * @param ideal part that becomes ideal with this step; empty for the host, load imbalance, other
 *     waits and the roof
 * @param from cost on the first device; time in microseconds for the roof
 * @param to cost on the second device; time in microseconds for the roof
 * @param sentence explanation; empty if the factor is too small or too uncertain
 */
public record LadderStep(String name, Optional<Ideal> ideal, Cost from, Cost to, String sentence) {
  public static final Answer<LadderStep> ANSWER =
      Answer.<LadderStep>part()
          .text("name", "", LadderStep::name)
          .textOrNull("ideal", "Value of run --ideal.", s -> s.ideal.map(Ideal::key).orElse(null))
          .textOrNull("unit", "us if costs are times.", s -> s.isTime() ? "us" : null)
          .group("from", "Cost in the first run.", LadderStep::from, Cost.ANSWER)
          .group("to", "Cost in the second run.", LadderStep::to, Cost.ANSWER);

  /** Name of the first step, if time outside of kernels counts. */
  public static final String HOST = "host and launch";

  /** Name of the step for waits that no ideal part explains. */
  public static final String REST = "other waits";

  /** Name of the step for all waits, if they are not split. */
  public static final String WAITS = "waits";

  public static final String ROOF = "largest roof";

  /** Whether costs are times in microseconds; true only for the last step. */
  public boolean isTime() {
    return name.equals(ROOF);
  }

  public double factor() {
    return to.factor() / from.factor();
  }

  /** Returns two standard errors of the factor's logarithm. */
  public double error() {
    return Math.sqrt(from.error() * from.error() + to.error() * to.error());
  }

  /** Returns the factor if the part becomes ideal as early as allowed. */
  public double first() {
    return to.first() / from.first();
  }

  /** Returns the factor if the part becomes ideal as late as allowed. */
  public double last() {
    return to.last() / from.last();
  }

  LadderStep saying(String words) {
    return new LadderStep(name, ideal, from, to, words);
  }
}
