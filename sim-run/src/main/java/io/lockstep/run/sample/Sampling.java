// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.io.Suggestions;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to sample launches instead of simulating all of their work-groups.
 *
 * @param error largest accepted half-width of the 95 % interval, relative to the kernels' time; 0
 *     if launches are not sampled
 * @param budget events to simulate at most in all passes after the first; {@link #UNLIMITED} if
 *     there is no budget
 * @param windows windows of a launch in this pass
 * @param text canonical text of the request; empty if launches are not sampled
 */
public record Sampling(double error, long budget, int windows, String text) {
  /** No sampling: every work-group is simulated. */
  public static final Sampling NONE = new Sampling(0, Sampling.UNLIMITED, 0, "");

  /** The budget of a request without one. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * Events in a nominal second of a budget. A budget counts simulated work and not wall time, so
   * that results do not depend on the machine.
   */
  public static final long EVENTS_PER_SECOND = 1_000_000;

  /** Windows of a launch in the first pass. */
  static final int FIRST_WINDOWS = 8;

  // Fewer windows give a wider interval, which suffices from this error on.
  private static final double COARSE = 0.05;
  private static final int COARSE_WINDOWS = 6;

  private static final BigDecimal LARGEST_ERROR = BigDecimal.valueOf(50);
  private static final Pattern PERCENT = Pattern.compile("(-?\\d{1,9}(?:\\.\\d{1,9})?)%");
  private static final Pattern SECONDS = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  /**
   * {@return the request that a text describes}
   *
   * @param text {@code error=2%} or {@code error=2%,budget=10s}
   * @throws IllegalArgumentException if the text is no request; the message says what was expected
   */
  public static Sampling parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      if (!List.of("error", "budget").contains(key) || equals < 0) {
        throw new IllegalArgumentException(
            "expected error=2%%[,budget=10s], found '%s'%s"
                .formatted(
                    part, equals < 0 ? "" : Suggestions.nearHint(key, List.of("error", "budget"))));
      }
      if (values.put(key, part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("'" + key + "' is given twice");
      }
    }
    if (!values.containsKey("error")) {
      throw new IllegalArgumentException("expected error=2%[,budget=10s], found no error");
    }
    BigDecimal percent = percent(values.get("error"));
    String canonical = "error=" + percent.stripTrailingZeros().toPlainString() + "%";
    String budget = values.get("budget");
    double error = percent.movePointLeft(2).doubleValue();
    return new Sampling(
        error,
        budget == null ? UNLIMITED : events(budget),
        firstWindows(error),
        budget == null ? canonical : canonical + ",budget=" + budget);
  }

  private static int firstWindows(double error) {
    return error < COARSE ? FIRST_WINDOWS : COARSE_WINDOWS;
  }

  private static BigDecimal percent(String text) {
    Matcher form = PERCENT.matcher(text);
    if (form.matches()) {
      BigDecimal percent = new BigDecimal(form.group(1));
      if (percent.signum() > 0 && percent.compareTo(LARGEST_ERROR) <= 0) {
        return percent;
      }
    }
    throw new IllegalArgumentException(
        "error: expected more than 0% and at most 50%, for example 2%, found '" + text + "'");
  }

  private static long events(String text) {
    Matcher form = SECONDS.matcher(text);
    if (!form.matches() || Long.parseLong(form.group(1)) == 0) {
      throw new IllegalArgumentException(
          "budget: expected a number above 0 and ms, s, m or h, for example 10s, found '"
              + text
              + "'");
    }
    long millis =
        Long.parseLong(form.group(1))
            * switch (form.group(2)) {
              case "ms" -> 1;
              case "s" -> 1000;
              case "m" -> 60_000;
              default -> 3_600_000;
            };
    return millis * (EVENTS_PER_SECOND / 1000);
  }

  /** {@return whether launches are sampled} */
  public boolean isWanted() {
    return error > 0;
  }

  /** {@return whether this is the request of the first pass} */
  boolean isFirst() {
    return windows == firstWindows(error);
  }

  /** {@return the request of the next pass, with twice as many windows} */
  public Sampling denser() {
    return new Sampling(error, budget, 2 * windows, text);
  }

  /**
   * {@return whether the budget allows a pass that simulates at most twice as much as the last one}
   *
   * @param last events of the last pass
   * @param sum events of all passes so far
   */
  public boolean allows(long last, long sum) {
    return budget == UNLIMITED || sum + 2 * last <= budget;
  }

  @Override
  public String toString() {
    return text;
  }
}
