// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extracts the text of a program that a repository keeps in several files joined by the host
 * program, or in string literals of a host program. All text stays on its line, so positions in the
 * compiler's messages are positions in the file.
 */
public final class ProgramText {
  /** File-name endings of host programs, with kernels in their string literals. */
  private static final Set<String> HOST = Set.of("c", "cc", "cpp", "cxx", "h", "hh", "hpp");

  private static final Pattern KERNEL = Pattern.compile("(?:\\b|\\\\[nt])(?:__)?kernel\\b");

  /** Matches a macro definition that stringifies its argument. */
  private static final Pattern STRINGIFIES =
      Pattern.compile("#\\s*define\\s+(\\w+)\\(([^)]*)\\)\\s*(?:\\\\\\s*)?#\\s*(\\w+)");

  /** Matches names of stringifying macros that a header may define. */
  private static final Pattern STRINGIFIER = Pattern.compile("(?i)\\w*stringi[fz]\\w*");

  private static final Pattern CALL_OF_KERNEL =
      Pattern.compile("\\b(\\w+)\\((?=\\s*(?:__)?kernel\\s+\\w)");

  private ProgramText() {}

  /**
   * {@return one file's part of a program: its text, or, for a host program, the contents of raw
   * strings ({@code R"(…)"}), of arguments of stringifying macros, and of string literals that
   * contain a kernel}
   *
   * @param file name of the file
   * @param text the file's text
   */
  public static String of(String file, String text) {
    String ending = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    boolean host = HOST.contains(ending);
    if (!host && !text.contains("R\"") && !STRINGIFIER.matcher(text).find()) {
      return text;
    }
    return new Extraction(text, host).program().orElse(text);
  }

  /**
   * {@return the texts of several files as one, each after a line directive with its origin}
   *
   * @param files names in order
   * @param texts texts of the files, returned by {@link #of}
   */
  public static String joined(List<String> files, List<String> texts) {
    StringBuilder whole = new StringBuilder();
    for (int i = 0; i < files.size(); i++) {
      whole.append("#line 1 \"");
      whole.append(files.get(i).replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
      whole.append(texts.get(i));
      whole.append('\n');
    }
    return whole.toString();
  }

  /** Copies the parts of a text that belong to the program, on their lines, in one pass. */
  private static final class Extraction {
    private final String text;
    private final boolean host;
    private final StringBuilder out = new StringBuilder();
    private final Set<String> stringifiers = new HashSet<>();
    private int at;
    private int line = 1;
    private int lineOfOut = 1;
    private int depth;
    private boolean found;

    /** Whether only whitespace or a concatenation separates the last part from this position. */
    private boolean joined;

    Extraction(String text, boolean host) {
      this.text = text;
      this.host = host;
      Matcher m = STRINGIFIES.matcher(text);
      while (m.find()) {
        if (m.group(2).strip().equals(m.group(3)) || m.group(3).equals("__VA_ARGS__")) {
          stringifiers.add(m.group(1));
        }
      }
      if (host) {
        // A call with a kernel as argument stringifies it, wherever the macro is defined.
        Matcher call = CALL_OF_KERNEL.matcher(text);
        while (call.find()) {
          stringifiers.add(call.group(1));
        }
      }
    }

    Optional<String> program() {
      boolean lineStart = true;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
          lineStart |= c == '\n';
          skip(at + 1);
          continue;
        }
        boolean code = true;
        if (c == '/' && (text.startsWith("//", at) || text.startsWith("/*", at))) {
          comment();
          code = false;
        } else if (c == '#' && lineStart) {
          directive();
        } else if (c == '"') {
          literals();
        } else if (c == '\'') {
          skip(endOfLiteral(at));
        } else if (Character.isJavaIdentifierStart(c)) {
          word();
        } else {
          depth += c == '{' ? 1 : c == '}' ? -1 : 0;
          joined &= c == '+' || c == ')' || c == '(';
          at++;
        }
        lineStart &= !code;
      }
      return found ? Optional.of(out.toString()) : Optional.empty();
    }

    /** Skips the text before a position, or the rest of the text if the position is negative. */
    private void skip(int to) {
      int end = to < 0 ? text.length() : Math.min(to, text.length());
      for (; at < end; at++) {
        line += text.charAt(at) == '\n' ? 1 : 0;
      }
    }

    private void append(char c) {
      out.append(c);
      lineOfOut += c == '\n' ? 1 : 0;
    }

    /** Starts a part of the program on the line that it has in the file. */
    private void start() {
      found = true;
      joined = true;
      while (lineOfOut < line) {
        append('\n');
      }
      if (lineOfOut > line) {
        directiveOfLine();
      }
    }

    private void directiveOfLine() {
      out.append(out.isEmpty() || out.charAt(out.length() - 1) == '\n' ? "" : "\n");
      out.append("#line ").append(line).append('\n');
      lineOfOut = line;
    }

    private void keep(int stop) {
      start();
      while (at < stop) {
        append(text.charAt(at));
        skip(at + 1);
      }
    }

    /** Copies an argument of a stringifying macro; outside of literals, backslash-n ends a line. */
    private void stringified(int stop) {
      start();
      while (at < stop) {
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
          int end = Math.min(stop, endOfLiteral(at));
          out.append(text, at, end);
          skip(end);
        } else if (text.startsWith("\\n", at)) {
          append('\n');
          skip(at + 2);
        } else {
          boolean spliced = at > 0 && text.charAt(at - 1) == '\\';
          append(c);
          skip(at + 1);
          if (c == '\n' && !spliced && lineOfOut > line) {
            directiveOfLine();
          }
        }
      }
    }

    private void comment() {
      if (text.startsWith("//", at)) {
        skip(text.indexOf('\n', at));
      } else {
        int end = text.indexOf("*/", at + 2);
        skip(end < 0 ? -1 : end + 2);
      }
    }

    private void directive() {
      int end = at;
      do {
        end = text.indexOf('\n', end + 1);
      } while (end > 0 && text.charAt(end - 1) == '\\');
      skip(end);
    }

    private void word() {
      int end = at;
      while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
        end++;
      }
      String word = text.substring(at, end);
      if (end < text.length() && text.charAt(end) == '"' && word.endsWith("R")) {
        int open = text.indexOf('(', end);
        String close = open < 0 ? "" : ")" + text.substring(end + 1, open) + "\"";
        int stop = open < 0 ? -1 : text.indexOf(close, open);
        if (stop >= 0) {
          skip(open + 1);
          keep(stop);
          skip(stop + close.length());
          return;
        }
      }
      boolean macro = stringifiers.contains(word) || STRINGIFIER.matcher(word).matches();
      // In a kernel file, a string outside of functions has no use, so the text belongs to the
      // program.
      if (macro && (host || depth == 0) && text.startsWith("(", end)) {
        int close = closing(end);
        if (close > 0) {
          skip(end + 1);
          stringified(close);
          skip(close + 1);
          return;
        }
      }
      skip(end);
      joined = false;
    }

    /** Returns the index of the bracket that closes the bracket at {@code open}, or -1. */
    private int closing(int open) {
      int nested = 0;
      for (int i = open; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\'') {
          i = endOfLiteral(i) - 1;
        } else if (text.startsWith("//", i)) {
          int end = text.indexOf('\n', i);
          i = end < 0 ? text.length() : end;
        } else if (text.startsWith("/*", i)) {
          int end = text.indexOf("*/", i + 2);
          i = end < 0 ? text.length() : end + 1;
        } else if (c == '(') {
          nested++;
        } else if (c == ')' && --nested == 0) {
          return i;
        }
      }
      return -1;
    }

    /** Returns the index after a literal, at most the end of the line. */
    private int endOfLiteral(int quote) {
      char mark = text.charAt(quote);
      int end = quote + 1;
      while (end < text.length() && text.charAt(end) != mark && text.charAt(end) != '\n') {
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      return Math.min(text.length(), end + 1);
    }

    /** Joins consecutive literals, and copies them if they contain or continue a kernel. */
    private void literals() {
      int end = at;
      int next = at;
      while (next < text.length() && text.charAt(next) == '"') {
        end = endOfLiteral(next);
        next = end;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
          next++;
        }
      }
      boolean directive = joined && text.startsWith("\"#", at);
      if (!host || !joined && !KERNEL.matcher(text.substring(at, end)).find()) {
        skip(end);
        joined = false;
        return;
      }
      start();
      if (directive) {
        directiveOfLine();
      }
      while (at < end) {
        if (text.charAt(at) == '"') {
          int stop = endOfLiteral(at);
          if (lineOfOut != line && out.charAt(out.length() - 1) == '\n') {
            directiveOfLine();
          }
          literal(at + 1, stop - 1);
          skip(stop);
        } else {
          skip(at + 1);
        }
      }
      if (directive) {
        append('\n');
        directiveOfLine();
      }
    }

    private void literal(int from, int to) {
      for (int i = from; i < to; i++) {
        char c = text.charAt(i);
        if (c != '\\' || i + 1 >= to) {
          append(c);
          continue;
        }
        char escaped = text.charAt(++i);
        switch (escaped) {
          case 'n' -> append('\n');
          case 't' -> append('\t');
          case '\n' -> {
            // line continuation
          }
          default -> append(escaped);
        }
      }
    }
  }
}
