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
 * @param rule name of the rule, and of its page in docs/advice
 * @param place kernel and line
 * @param words what was found and what to change
 * @param gain old time by new time
 * @param evidence numbers by name
 */
public record Advice(
    String device,
    String rule,
    Place place,
    Words words,
    Gain gain,
    SortedMap<String, BigDecimal> evidence) {
  /**
   * What was found and what to change.
   *
   * @param finding what happens, one sentence
   * @param change what a programmer can change, one sentence
   * @param simulated how the gain was found, in the words of options
   */
  public record Words(String finding, String change, String simulated) {}

  /**
   * What a simulated change is worth; a remedy may have costs of its own.
   *
   * @param mean geometric mean over launch phases, old time by new time
   * @param low the least of a launch phase
   * @param high the greatest of a launch phase
   */
  public record Gain(double mean, double low, double high) {
    /** No gain. */
    public static final Gain NONE = new Gain(1, 1, 1);

    /** {@return for people, for example {@code 2.30 ×, }; empty if none was simulated} */
    String text() {
      return equals(NONE)
          ? ""
          : String.format(Locale.ROOT, mean < 10 ? "%.2f ×, " : "%.1f ×, ", mean);
    }
  }

  /**
   * Copies the map.
   *
   * @param device as named by the user
   * @param rule name of the rule
   * @param place kernel and line
   * @param words what was found and what to change
   * @param gain old time by new time
   * @param evidence numbers by name
   */
  public Advice {
    evidence = Collections.unmodifiableSortedMap(new TreeMap<>(evidence));
  }

  /** {@return gain, rule and place in a line} */
  public String title() {
    String at = place.kernel().isEmpty() ? "" : ": " + place.text();
    return gain.text() + rule.replace('-', ' ') + at;
  }

  /** {@return how the gain was found, its range, and the page of the rule} */
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
