package io.lockstep.explain.uncertainty;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One sample of one device with its outcome; {@code lockstep run W --device … --set … --first-phase
 * …} repeats it.
 *
 * @param set values of {@code --set}, by figure
 * @param phase value of {@code --first-phase}
 * @param outcome whether it has a time
 * @param message why it has no time; empty if it has one
 * @param picos measured time; 0 if it has none
 */
public record Draw(
    SortedMap<String, String> set, int phase, Outcome outcome, String message, long picos) {
  /** The outcome of a sample. */
  public enum Outcome {
    /** It has a time. */
    SIMULATED,
    /** The device rejects these figures, or refuses the kernel with them. */
    REFUSED,
    /** The simulation failed. */
    FAILED
  }

  /**
   * Copies the collections.
   *
   * @param set values of {@code --set}, by figure
   * @param phase value of {@code --first-phase}
   * @param outcome whether it has a time
   * @param message why it has no time
   * @param picos measured time
   */
  public Draw {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
  }

  /** {@return whether it has a time} */
  public boolean isSimulated() {
    return outcome == Outcome.SIMULATED;
  }
}
