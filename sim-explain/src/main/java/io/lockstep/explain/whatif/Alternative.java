// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * A device with one change, compared with the unchanged device.
 *
 * @param figure as typed by the user
 * @param value as typed by the user
 * @param factor time relative to the unchanged device; NaN if the change was refused or failed
 * @param error two standard errors of the factor's logarithm, paired by launch phase, with the
 *     intervals of sampled times; NaN with a single phase of exact times
 * @param picos time at each launch phase in picoseconds; empty if not simulated
 * @param sentence explanation; empty if the factor is too small or too uncertain
 * @param problem reason for a missing time, or empty
 */
public record Alternative(
    String device,
    String figure,
    String value,
    double factor,
    double error,
    List<Long> picos,
    String sentence,
    String problem) {
  /** Declares the fields of a change, in JSON documents and in lines of CSV. */
  public static final Answer<Alternative> ANSWER =
      Answer.<Alternative>part()
          .text("device", "As named by the user.", Alternative::device)
          .text("figure", "Path of the parameter, as typed.", Alternative::figure)
          .text("value", "As typed: a value, a factor such as *2, or absent.", Alternative::value)
          .realOrNull("factor", "New time / old time; null without a time.", Alternative::factor)
          .realOrNull("error", "Two standard errors of the logarithm, or null.", Alternative::error)
          .textOrNull(
              "sentence", "Explanation, if beyond 3 % and its error.", Alternative::sentence)
          .textOrNull("problem", "Reason for a missing factor.", Alternative::problem)
          .include(LogTimes.ANSWER, Alternative::picos);

  public Alternative {
    picos = List.copyOf(picos);
  }

  /** Returns the override in the syntax of {@code --set}. */
  public String setting() {
    return figure + "=" + value;
  }

  public boolean isSimulated() {
    return !picos.isEmpty();
  }
}
