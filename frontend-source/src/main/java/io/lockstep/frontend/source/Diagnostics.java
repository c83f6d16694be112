// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses messages of clang ({@code f:3:5: error: …}) and nvcc ({@code f(3): error: …}). */
final class Diagnostics {
  private static final int MOST_LINES = 60;
  private static final Pattern PLACED =
      Pattern.compile(
          "(?<file>[^\\s(][^(]*?)(?::(?<line>\\d+)(?::(?<column>\\d+))?|\\((?<row>\\d+)\\)): "
              + "(?<kind>(?:fatal |catastrophic )?error|warning)(?: #[0-9-]*[A-Z]?)?: (?<text>.*)");
  private static final Pattern UNPLACED =
      Pattern.compile(
          "(?:[\\w./+-]+(?: fatal)?\\s*: )?(?:fatal error|error|fatal)\\s*: (?<text>.*)");
  private static final Pattern COUNT =
      Pattern.compile(
          "\\d+ (?:warnings?|errors?)(?: and \\d+ errors?)? (?:generated(?: when compiling for \\w+)?\\.|detected in .*)"
              + "|Remark: .*|");

  private Diagnostics() {}

  /** Shows a warning to the user. */
  static void warn(String text) {
    System.getLogger("io.lockstep.frontend.source").log(System.Logger.Level.WARNING, text);
  }

  /** Returns the warnings with their positions, one line each. */
  static List<String> warnings(String messages) {
    List<String> found = new ArrayList<>();
    for (String line : messages.split("\\R")) {
      Matcher m = PLACED.matcher(line);
      if (m.matches() && m.group("kind").equals("warning")) {
        found.add(where(m) + ": " + m.group("text"));
      }
    }
    return found;
  }

  /**
   * Creates the error for a failed compilation: the position and text of the first error, and the
   * messages after it.
   *
   * @param file source file, for compilers that name no position
   */
  static InputException error(String file, String compiler, int exit, String messages) {
    String[] lines = messages.split("\\R");
    for (Pattern pattern : List.of(PLACED, UNPLACED)) {
      for (int i = 0; i < lines.length; i++) {
        Matcher m = pattern.matcher(lines[i]);
        if (m.matches() && (pattern == UNPLACED || !m.group("kind").equals("warning"))) {
          String where = pattern == PLACED ? where(m) : file;
          List<String> said = new ArrayList<>(List.of("error: " + m.group("text")));
          said.addAll(rest(lines, i + 1));
          return InputException.ofLines(where, said);
        }
      }
    }
    List<String> said = new ArrayList<>(List.of(compiler + " failed with exit code " + exit));
    said.addAll(rest(lines, 0));
    return InputException.ofLines(file, said);
  }

  private static String where(Matcher m) {
    String line = m.group("line") == null ? m.group("row") : m.group("line");
    return m.group("file")
        + ":"
        + line
        + (m.group("column") == null ? "" : ":" + m.group("column"));
  }

  private static List<String> rest(String[] lines, int from) {
    List<String> rest = new ArrayList<>();
    for (int i = from; i < lines.length && rest.size() < MOST_LINES; i++) {
      // skip a crashed compiler's stack trace
      if (lines[i].startsWith("PLEASE submit") || lines[i].startsWith("Stack dump")) {
        break;
      }
      if (!COUNT.matcher(lines[i].strip()).matches()) {
        rest.add(lines[i]);
      }
    }
    return rest;
  }
}
