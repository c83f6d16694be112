// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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

  /** Declares the fields of a finding, in JSON documents and in lines of CSV. */
  public static final Answer<Advice> ANSWER =
      Answer.<Advice>part()
          .text("device", "", Advice::device)
          .text("rule", "Name of the rule, and of its page in docs/advice.", Advice::rule)
          .text("finding", "The problem.", a -> a.words.finding)
          .text("change", "What to change.", a -> a.words.change)
          .textOrNull("kernel", "null if the finding is about the host.", a -> a.place.kernel())
          .integer(
              "line",
              "Line of the kernel's source; null without a single line.",
              a -> a.place.line() != 0,
              a -> a.place.line())
          .realOrNull(
              "gain",
              "Old time / new time, mean over launch phases; null if no change could be simulated.",
              a -> a.gain(Gain::mean))
          .realOrNull("low", "The smallest gain at any launch phase.", a -> a.gain(Gain::low))
          .realOrNull("high", "The largest gain at any launch phase.", a -> a.gain(Gain::high))
          .text(
              "simulated",
              "How the gain was simulated, in the syntax of --set and -p; may be empty.",
              a -> a.words.simulated)
          .figures("evidence", "Measured numbers by name.", Advice::evidence)
          .cell(Advice::evidenceText)
          .column("device", Advice::device)
          .column(">gain", "Old time / new time, simulated; an upper bound.", Advice::gainCell)
          .column("finding", a -> a.words.finding)
          .column("recommendation", a -> a.words.change)
          .column("location", a -> a.place.text());

  private String gainCell() {
    return gain.equals(Gain.NONE)
        ? ""
        : new BigDecimal(gain.mean).setScale(2, RoundingMode.HALF_UP) + " ×";
  }

  private double gain(ToDoubleFunction<Gain> of) {
    return gain.equals(Gain.NONE) ? Double.NaN : of.applyAsDouble(gain);
  }

  private String evidenceText() {
    return evidence.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue().stripTrailingZeros().toPlainString())
        .collect(Collectors.joining(" "));
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
