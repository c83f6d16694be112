package io.lockstep.cli.terminal;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/**
 * The destination of output: a terminal, with its width, colours and characters, or a pipe. The
 * launcher determines whether standard output and standard error are terminals, and their width, as
 * JVM 17 and 25 differ in that. Immutable.
 */
public final class Terminal {
  private static final Terminal HERE = new Terminal(System.getenv());
  private static final int USUAL_WIDTH = 80;
  private static final int NARROWEST = 20;
  private static final int NARROWEST_HELP = 60; // what picocli lays out
  private static final int WIDEST_HELP = 120;

  private final Map<String, String> environment;

  /**
   * @param environment variables of the process
   */
  public Terminal(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The terminal of this process. */
  public static Terminal here() {
    return HERE;
  }

  /** The layout of standard output. */
  public static Screen screen() {
    return HERE.out();
  }

  public static Ansi ansi() {
    return HERE.out().colours() ? Ansi.ON : Ansi.OFF;
  }

  /** The layout of standard output. */
  public Screen out() {
    return screen("LOCKSTEP_TTY");
  }

  /** The layout of standard error. */
  public Screen err() {
    return screen("LOCKSTEP_ERR_TTY");
  }

  /** Columns of a help page: not so wide that lines are hard to read. */
  public int helpWidth() {
    return is("LOCKSTEP_TTY")
        ? Math.min(WIDEST_HELP, Math.max(NARROWEST_HELP, width()))
        : USUAL_WIDTH;
  }

  private Screen screen(String variable) {
    if (!is(variable)) {
      return Screen.plain(); // the same bytes whatever the terminal and the locale
    }
    boolean colours = !environment.containsKey("NO_COLOR") && !isDumb();
    return new Screen(width(), colours, isUnicode());
  }

  /** Whether a line of progress can be shown and removed again. */
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

  /**
   * Whether the locale has UTF-8: by the first of three POSIX variables that is set and not empty.
   */
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
