// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.format.ResultAnswer;
import java.util.Optional;

/** Results with the uncertainty of their comparison, if figures were sampled. */
public record SampledAnswer(ResultAnswer results, Optional<Uncertainty> uncertainty) {
  /** Declares the document. */
  public static final Answer<SampledAnswer> ANSWER =
      Answer.<SampledAnswer>of(
              "Results", "Output of compare, run, profile and sweep with --format json.")
          .include(ResultAnswer.ANSWER, SampledAnswer::results)
          .group(
              "uncertainty",
              "With --uncertainty: effect of the ranges of parameters; docs/uncertainty.md.",
              a -> a.uncertainty.get(),
              Uncertainty.ANSWER)
          .when(a -> a.uncertainty.isPresent());
}
