package io.lockstep.cli.help;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Options that had another name, or stood at another command, in version 0.1. Both work until the
 * next version; help and completion leave them out.
 */
public final class OldSpellings {
  /**
   * A renamed option.
   *
   * @param command the command that had it
   * @param old its old name
   * @param commandNow the command that has it now
   * @param now its new name
   */
  public record Spelling(String command, String old, String commandNow, String now) {
    /** Whether the same command takes it under another name. */
    public boolean isRenamed() {
      return command.equals(commandNow);
    }

    private String note() {
      return isRenamed()
          ? "lockstep: " + old + " is now " + now
          : "lockstep: '" + command + " " + old + "' is now '" + commandNow + " " + now + "'";
    }
  }

  private static final List<Spelling> ALL = new ArrayList<>();

  static {
    renamed("--base", "--reference", "compare");
    renamed("--phase", "--first-phase", "compare", "run", "sweep", "diff");
    renamed("--causes", "--trace-events", "sweep", "diff");
    renamed("--patience", "--progress-timeout", "run", "sweep", "diff");
    renamed("--state", "--results", "validate");
    renamed("--lines", "--top", "sweep", "inspect");
    renamed("--lines-of", "--scope", "sweep");
    for (String name : List.of("--check", "--dump", "--host", "--wait", "--shuffle-ties")) {
      moved("compare", name, "run", name);
    }
    moved("compare", "--patience", "run", "--progress-timeout");
    for (String command : List.of("compare", "run")) {
      for (String name :
          List.of("--by-line", "--by-cause", "--critical-path", "--per-unit", "--sources", "-n")) {
        moved(command, name, "profile", name);
      }
      moved(command, "--lines", "profile", "--top");
      moved(command, "--lines-of", "profile", "--scope");
      moved(command, "--causes", "profile", "--trace-events");
    }
    for (String name :
        List.of(
            "--timeline",
            "--timeline-component",
            "--timeline-kernel",
            "--timeline-window",
            "--series",
            "--interval",
            "--fingerprints")) {
      moved("run", name, "profile", name);
    }
  }

  private OldSpellings() {}

  private static void renamed(String old, String now, String... commands) {
    for (String command : commands) {
      ALL.add(new Spelling(command, old, command, now));
    }
  }

  private static void moved(String command, String old, String commandNow, String now) {
    ALL.add(new Spelling(command, old, commandNow, now));
  }

  /** Every old spelling. */
  public static List<Spelling> all() {
    return List.copyOf(ALL);
  }

  /** Whether a command takes an option for this version only. */
  public static boolean isLeaving(String command, String option) {
    return ALL.stream()
        .anyMatch(s -> !s.isRenamed() && s.command().equals(command) && s.now().equals(option));
  }

  /**
   * The same arguments with today's names.
   *
   * @param err gets one line for each old spelling
   */
  public static String[] translate(PrintWriter err, String... arguments) {
    if (arguments.length == 0) {
      return arguments;
    }
    String[] now = arguments.clone();
    Set<String> notes = new LinkedHashSet<>();
    for (int i = 1; i < now.length && !now[i].equals("--"); i++) {
      boolean text = now[i - 1].equals("--left") || now[i - 1].equals("--right");
      String[] words = text ? now[i].split(" ", -1) : new String[] {now[i]};
      for (int w = 0; w < words.length; w++) {
        Spelling old = of(arguments[0], words[w]);
        if (old != null) {
          words[w] = old.now() + words[w].substring(old.old().length());
          notes.add(old.note());
        }
      }
      now[i] = String.join(" ", words);
    }
    notes.forEach(err::println);
    return now;
  }

  /** The same for the options of a command alone, without a note. */
  public static String[] translate(String command, List<String> options) {
    List<String> words = new ArrayList<>(options);
    words.add(0, command);
    String[] now = translate(new PrintWriter(Writer.nullWriter()), words.toArray(String[]::new));
    return Arrays.copyOfRange(now, 1, now.length);
  }

  /**
   * The old spelling in a word of the command line, with or without a value; null if there is none.
   */
  private static Spelling of(String command, String word) {
    if (!word.startsWith("-")) {
      return null;
    }
    int end = word.startsWith("--") ? word.indexOf('=') : Math.min(2, word.length());
    String name = end < 0 ? word : word.substring(0, end);
    for (Spelling s : ALL) { // no stream: every run passes here
      if (s.command().equals(command) && s.old().equals(name)) {
        return s;
      }
    }
    return null;
  }
}
