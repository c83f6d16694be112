// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wraps lines at words; longer words, such as paths, stay whole. */
public final class LineWrap {
  private static final Pattern WORD = Pattern.compile("( *)([^ ]+)");

  private LineWrap() {}

  /**
   * @param indent indentation of continuation lines, in addition to the line's own indentation
   */
  public static String wrap(String text, int width, String indent) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("(?<=\n)")) {
      boolean ended = line.endsWith("\n");
      String plain = ended ? line.substring(0, line.length() - 1) : line;
      out.append(String.join("\n", lines(plain, width, indent))).append(ended ? "\n" : "");
    }
    return out.toString();
  }

  public static List<String> lines(String line, int width, String indent) {
    if (line.length() <= width) {
      return List.of(line);
    }
    String margin = line.substring(0, line.length() - line.stripLeading().length());
    List<String> lines = new ArrayList<>();
    StringBuilder part = new StringBuilder(margin);
    boolean empty = true;
    Matcher next = WORD.matcher(line.strip());
    while (next.find()) {
      String gap = next.group(1); // omitted at a line break
      String word = next.group(2);
      if (!empty && part.length() + gap.length() + word.length() > width) {
        lines.add(part.toString());
        part = new StringBuilder(margin).append(indent);
        empty = true;
      }
      part.append(empty ? "" : gap).append(word);
      empty = false;
    }
    lines.add(part.toString());
    return lines;
  }
}
