// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.kernel.frontend.CompiledLines;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Maps lines of PTX to lines of the source file, by {@code .file} and {@code .loc} directives.
 * Immutable.
 *
 * <p>All lines of a kernel refer to one file, also in a text of several modules, which number their
 * files differently. Code from another file (a header, a library), or without a line (line 0), is
 * attributed to the preceding line of that file in the same function; in straight-line code this is
 * the line of the call. Before the first such line, it is attributed to the function's first line.
 *
 * <p>Source: "Parallel Thread Execution ISA", NVIDIA, sections on {@code .loc} and {@code .file}.
 */
public final class LineTable implements CompiledLines {
  private static final Pattern FILE =
      Pattern.compile("\\s*\\.file\\s+(\\d+)\\s+\"([^\"]*)\"(?:\\s+\"([^\"]*)\")?.*");
  private static final Pattern LOC =
      Pattern.compile("\\s*\\.loc\\s+(\\d+)\\s+(\\d+)(?:\\s+(\\d+))?\\b.*");
  private static final Pattern FUNCTION = Pattern.compile("[\\s.a-z]*\\.(?:entry|func)\\b.*");

  private final String file;
  private final int[] lines;
  private final int[] columns;

  private LineTable(String file, int[] lines, int[] columns) {
    this.file = file;
    this.lines = lines;
    this.columns = columns;
  }

  /** Returns the table of a text's file number 1; empty if no line is of that file. */
  public static Optional<LineTable> first(String text) {
    Matcher m = Pattern.compile(FILE.pattern(), Pattern.MULTILINE).matcher(text);
    while (m.find()) {
      if (is(m.group(1), 1)) {
        LineTable table = of(m.group(3) == null ? m.group(2) : m.group(3), text);
        return IntStream.of(table.lines).anyMatch(line -> line > 0)
            ? Optional.of(table)
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the path of the file of a function's first directive with a line; empty without one.
   *
   * @param rows the text
   * @param from the row of the function's name, from 1
   */
  static String fileOf(String[] rows, int from) {
    int first = from;
    while (first > 1 && !rows[first - 1].startsWith(".version")) {
      first--;
    }
    int end = endOfModule(rows, first);
    for (int i = from; i < end && !FUNCTION.matcher(rows[i]).matches(); i++) {
      Matcher loc = rows[i].contains(".loc") ? LOC.matcher(rows[i]) : null;
      if (loc != null && loc.matches() && number(loc.group(2)) > 0) {
        return path(rows, first - 1, end, loc.group(1));
      }
    }
    return "";
  }

  /** Returns the path of a module's file; empty if the module does not name it. */
  private static String path(String[] rows, int from, int to, String number) {
    for (String row : Arrays.asList(rows).subList(from, to)) {
      Matcher m = row.contains(".file") ? FILE.matcher(row) : null;
      if (m != null && m.matches() && m.group(1).equals(number)) {
        boolean whole = m.group(3) == null || m.group(3).startsWith("/");
        return m.group(3) == null ? m.group(2) : whole ? m.group(3) : m.group(2) + "/" + m.group(3);
      }
    }
    return "";
  }

  static LineTable of(String file, String text) {
    String[] rows = text.split("\n", -1);
    int end = 0;
    int wanted = 1;
    int[] lines = new int[rows.length + 1];
    int[] columns = new int[rows.length + 1];
    int current = 0;
    int column = 0;
    int open = 0;
    for (int i = 1; i <= rows.length; i++) {
      String row = rows[i - 1];
      if (i > end) {
        end = endOfModule(rows, i);
        wanted = number(file, rows, i - 1, end, i == 1 ? 1 : Integer.MAX_VALUE);
      }
      if (row.indexOf('.') >= 0 && FUNCTION.matcher(row).matches()) {
        current = 0;
        column = 0;
        open = i;
      }
      Matcher loc = row.contains(".loc") ? LOC.matcher(row) : null;
      if (loc != null && loc.matches() && is(loc.group(1), wanted)) {
        int line = number(loc.group(2));
        if (line > 0) {
          // A function's head precedes its first directive.
          for (int k = open; open > 0 && current == 0 && k < i; k++) {
            lines[k] = line;
          }
          current = line;
          column = loc.group(3) == null ? 0 : number(loc.group(3));
        }
      }
      lines[i] = current;
      columns[i] = column;
    }
    return new LineTable(file, lines, columns);
  }

  @Override
  public String file() {
    return file;
  }

  /** Returns the source line of a line of the text, from 1; 0 if unknown. */
  @Override
  public int line(int ofText) {
    return ofText > 0 && ofText < lines.length ? lines[ofText] : 0;
  }

  /** Returns the source column of a line of the text, from 1; 0 if unknown. */
  int column(int ofText) {
    return ofText > 0 && ofText < columns.length ? columns[ofText] : 0;
  }

  /** Returns the last row of the module that begins at {@code from}; the text may have several. */
  private static int endOfModule(String[] rows, int from) {
    boolean begun = false;
    for (int i = from; i <= rows.length; i++) {
      if (rows[i - 1].startsWith(".version")) {
        if (begun) {
          return i - 1;
        }
        begun = true;
      }
    }
    return rows.length;
  }

  /** Returns the number that a module gives to a file: by path, else by file name. */
  private static int number(String file, String[] rows, int from, int to, int otherwise) {
    Path whole = Path.of(file).toAbsolutePath().normalize();
    int byName = 0;
    for (String row : Arrays.asList(rows).subList(from, to)) {
      Matcher m = row.contains(".file") ? FILE.matcher(row) : null;
      if (m == null || !m.matches()) {
        continue;
      }
      try {
        Path path = m.group(3) == null ? Path.of(m.group(2)) : Path.of(m.group(2), m.group(3));
        if (path.toAbsolutePath().normalize().equals(whole)) {
          return number(m.group(1));
        }
        if (byName == 0 && path.endsWith(whole.getFileName())) {
          byName = number(m.group(1));
        }
      } catch (InvalidPathException e) {
        // not a path of this machine, so not the file
        continue;
      }
    }
    return byName == 0 ? otherwise : byName;
  }

  private static boolean is(String digits, int number) {
    return number(digits) == number;
  }

  /** Parses a number of at most nine digits; returns 0 if it is longer. */
  private static int number(String digits) {
    return digits.length() <= 9 ? Integer.parseInt(digits) : 0;
  }
}
