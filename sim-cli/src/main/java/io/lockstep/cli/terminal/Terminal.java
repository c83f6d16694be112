// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/** Properties of the output, determined by the launcher because JVM 17 and 25 differ. */
public record Terminal(Map<String, String> environment) {
  private static final Terminal HERE = new Terminal(System.getenv());
  private static final int USUAL_WIDTH = 80;
  private static final int NARROWEST = 20;
  private static final int NARROWEST_HELP = 60; // picocli's minimum
  private static final int WIDEST_HELP = 120;

  public static Terminal here() {
    return HERE;
  }

  public static Screen screen() {
    return HERE.out();
  }

  public static Ansi ansi() {
    return HERE.out().colours() ? Ansi.ON : Ansi.OFF;
  }

  public Screen out() {
    return screen("LOCKSTEP_TTY");
  }

  public Screen err() {
    return screen("LOCKSTEP_ERR_TTY");
  }

  /** Returns the width of help pages, which is limited because long lines are hard to read. */
  public int helpWidth() {
    return is("LOCKSTEP_TTY")
        ? Math.min(WIDEST_HELP, Math.max(NARROWEST_HELP, width()))
        : USUAL_WIDTH;
  }

  private Screen screen(String variable) {
    if (!is(variable)) {
      return Screen.plain(); // the output depends on neither terminal nor locale
    }
    boolean colours = !environment.containsKey("NO_COLOR") && !isDumb();
    return new Screen(width(), colours, isUnicode());
  }

  /** Whether a progress line can be shown and removed again. */
  public boolean showsProgress() {
    return is("LOCKSTEP_ERR_TTY") && !isDumb();
  }

  private boolean is(String variable) {
    return "1".equals(environment.get(variable));
  }

  private boolean isDumb() {
    return "dumb".equals(environment.get("TERM"));
  }

  private int width() {
    try {
      int columns = Integer.parseInt(environment.getOrDefault("LOCKSTEP_COLUMNS", ""));
      return columns < NARROWEST ? USUAL_WIDTH : columns;
    } catch (NumberFormatException e) {
      return USUAL_WIDTH;
    }
  }

  /** Whether the locale uses UTF-8: by POSIX, the first non-empty variable decides. */
  private boolean isUnicode() {
    for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String value = environment.getOrDefault(name, "");
      if (!value.isEmpty()) {
        String small = value.toLowerCase(Locale.ROOT);
        return small.contains("utf-8") || small.contains("utf8");
      }
    }
    return false;
  }
}
