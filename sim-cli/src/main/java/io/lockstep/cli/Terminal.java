package io.lockstep.cli;

import picocli.CommandLine.Help.Ansi;

/** Whether output goes to a person: colours and progress only then. */
final class Terminal {
  private Terminal() {}

  /** Whether colours are wanted: a terminal, and neither NO_COLOR nor TERM=dumb. */
  static boolean colours() {
    return isTerminal()
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }

  /** The launcher says what the JVM cannot see alike on 17 and 25: whether stdout is a terminal. */
  static boolean isTerminal() {
    return "1".equals(System.getenv("LOCKSTEP_TTY"));
  }

  /** Whether standard error is a terminal, for progress. */
  static boolean showsProgress() {
    return "1".equals(System.getenv("LOCKSTEP_ERR_TTY"));
  }

  static Ansi ansi() {
    return colours() ? Ansi.ON : Ansi.OFF;
  }
}
