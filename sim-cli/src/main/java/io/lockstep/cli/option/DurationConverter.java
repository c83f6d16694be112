// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.io.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration that consists of a number and a unit. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    Duration duration = Durations.parse(text).orElseThrow(() -> expected(Durations.FORM, text));
    if (duration.compareTo(Durations.MOST) > 0) {
      throw expected("at most " + Durations.MOST.toHours() + "h", text);
    }
    return duration;
  }

  private static TypeConversionException expected(String what, String text) {
    return new TypeConversionException("expected " + what + ", found '" + text + "'");
  }
}
