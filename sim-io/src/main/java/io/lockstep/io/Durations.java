// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: a number and a unit. */
public final class Durations {
  /** What is expected where {@link #parse} returns nothing. */
  public static final String FORM = "a duration of a number and ms, s, m or h, for example 90s";

  /** Maximum duration, about a hundred years, so that the nanoseconds fit into a long. */
  public static final Duration MOST = Duration.ofHours(1_000_000);

  private static final Pattern PATTERN = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");

  private Durations() {}

  /** {@return the duration, which may exceed {@link #MOST}; empty if the text has another form} */
  public static Optional<Duration> parse(String text) {
    Matcher form = PATTERN.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        });
  }
}
