// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.run.answer.Answer;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One draw of one device with its outcome; {@code lockstep run W --device … --set … --first-phase
 * …} repeats it.
 *
 * @param set values of {@code --set}, by figure
 * @param phase value of {@code --first-phase}
 * @param message reason for a missing time; empty if the draw has a time
 * @param picos time in picoseconds; 0 if missing
 */
public record Draw(
    SortedMap<String, String> set, int phase, Outcome outcome, String message, long picos) {
  static final Answer<Draw> ANSWER =
      Answer.<Draw>part()
          .named("set", "Values of run --set that repeat the draw.", Draw::set)
          .integer("phase", "Value of run --first-phase.", Draw::phase)
          .word("outcome", "", Outcome.class, Draw::outcome)
          .text("message", "Reason for a missing time, or empty.", Draw::message)
          .integer("picoseconds", "null without a time.", Draw::isSimulated, Draw::picos);

  public enum Outcome {
    SIMULATED,
    /** The device rejects these figures, or cannot run the kernel with these figures. */
    REFUSED,
    FAILED
  }

  public Draw {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
  }

  public boolean isSimulated() {
    return outcome == Outcome.SIMULATED;
  }
}
