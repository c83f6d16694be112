// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Replaces the non-ASCII characters that Lockstep prints, for locales without UTF-8. */
public final class Ascii {
  private Ascii() {}

  public static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> out.append(of(c)));
    return out.toString();
  }

  private static String of(int c) {
    return switch (c) {
      case 'µ', 'μ' -> "u";
      case '…' -> "...";
      case '×' -> "x";
      case '█' -> "#";
      case '│' -> "|";
      case '–', '—', '−' -> "-";
      case '→' -> "->";
      case '≥' -> ">=";
      case '≤' -> "<=";
      case '“', '”' -> "\"";
      case '‘', '’' -> "'";
      default -> c < 0x80 ? String.valueOf((char) c) : "?";
    };
  }

  public static PrintWriter writer(Writer out) {
    return new PrintWriter(new AsciiWriter(out));
  }

  private static final class AsciiWriter extends FilterWriter {
    AsciiWriter(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      out.write(of(c));
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
      out.write(Ascii.of(new String(text, from, count)));
    }

    @Override
    public void write(String text, int from, int count) throws IOException {
      out.write(Ascii.of(text.substring(from, from + count)));
    }
  }
}
