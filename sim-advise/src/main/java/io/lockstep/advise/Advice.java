// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One finding with its gain.
 *
 * @param device as named by the user
 * @param rule name of the rule and of its page in docs/advice
 * @param gain old time divided by new time
 * @param evidence measured numbers by name
 */
public record Advice(
    String device,
    String rule,
    Place place,
    Words words,
    Gain gain,
    SortedMap<String, BigDecimal> evidence) {
  /**
   * Texts of a finding.
   *
   * @param finding the problem, in one sentence
   * @param change what a programmer can change, in one sentence
   * @param simulated simulated change, in the syntax of command-line options
   */
  public record Words(String finding, String change, String simulated) {}

  /**
   * The gain of a simulated change: old time divided by new time. A real change may have costs of
   * its own.
   *
   * @param mean geometric mean over launch phases
   * @param low smallest gain at any launch phase
   * @param high largest gain at any launch phase
   */
  public record Gain(double mean, double low, double high) {
    public static final Gain NONE = new Gain(1, 1, 1);

    /** Formats the gain, for example {@code 2.30 ×, }; empty if none was simulated. */
    String text() {
      return equals(NONE)
          ? ""
          : String.format(Locale.ROOT, mean < 10 ? "%.2f ×, " : "%.1f ×, ", mean);
    }
  }

  public Advice {
    evidence = Collections.unmodifiableSortedMap(new TreeMap<>(evidence));
  }

  /** Formats gain, rule and place in one line. */
  public String title() {
    String at = place.kernel().isEmpty() ? "" : ": " + place.text();
    return gain.text() + rule.replace('-', ' ') + at;
  }

  /** Describes how the gain was simulated, its range, and the page of the rule. */
  public String source() {
    String page = "docs/advice/" + rule + ".md";
    return gain.equals(Gain.NONE)
        ? page
        : String.format(
            Locale.ROOT,
            "(%.2f to %.2f over launch phases; %s; %s)",
            gain.low(),
            gain.high(),
            words.simulated(),
            page);
  }
}
