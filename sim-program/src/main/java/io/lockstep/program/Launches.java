// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The launches of a process that are recorded: from the first to the last, counted from 1.
 *
 * @param first at least 1
 * @param last at least {@code first}
 */
public record Launches(long first, long last) {
  /** All launches. */
  public static final Launches ALL = new Launches(1, Long.MAX_VALUE);

  /** The syntax of {@link #parse}. */
  public static final String FORM = "N or FIRST-LAST, counted from 1";

  private static final Pattern SYNTAX = Pattern.compile("(\\d{1,18})(?:-(\\d{1,18}))?");

  /** {@return the launches of a text; empty if it has another syntax or names none} */
  public static Optional<Launches> parse(String text) {
    Matcher m = SYNTAX.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    long first = Long.parseLong(m.group(1));
    long last = m.group(2) == null ? first : Long.parseLong(m.group(2));
    return first < 1 || last < first ? Optional.empty() : Optional.of(new Launches(first, last));
  }

  /** {@return the text that {@link #parse} reads} */
  public String text() {
    return first == last ? Long.toString(first) : first + "-" + last;
  }
}
