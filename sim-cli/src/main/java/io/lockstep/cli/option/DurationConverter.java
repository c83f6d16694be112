// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration that consists of a number and a unit. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  /** Maximum duration, about a hundred years, so that the nanoseconds fit into a long. */
  private static final Duration MOST = Duration.ofHours(1_000_000);

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException(
          "expected a duration of a number and ms, s, m or h, for example 90s, found '"
              + text
              + "'");
    }
    long number = Long.parseLong(form.group(1));
    Duration duration =
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        };
    if (duration.compareTo(MOST) > 0) {
      throw new TypeConversionException(
          "expected at most " + MOST.toHours() + "h, found '" + text + "'");
    }
    return duration;
  }
}
