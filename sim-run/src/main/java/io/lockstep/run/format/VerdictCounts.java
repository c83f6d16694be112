// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.Verdict;
import io.lockstep.run.answer.Answer;
import java.util.function.ToLongFunction;

/** Declares the number of results with each verdict. */
public final class VerdictCounts {
  /** Has a field for each verdict. */
  public static final Answer<ToLongFunction<Verdict>> ANSWER = counts();

  private VerdictCounts() {}

  private static Answer<ToLongFunction<Verdict>> counts() {
    Answer<ToLongFunction<Verdict>> counts = Answer.part();
    for (Verdict v : Verdict.values()) {
      counts.integer(v.key(), v.meaning(), rows -> rows.applyAsLong(v));
    }
    return counts;
  }
}
