package io.lockstep.sweep.look;

import io.lockstep.study.point.Point;
import java.nio.file.Path;

/** Formats the shell command that simulates a single point. Stateless. */
public final class RunWords {
  private RunWords() {}

  /**
   * {@return {@code lockstep run …}}
   *
   * @param point of a study
   * @param here folder to which names of files below it are made relative
   */
  public static String of(Point point, Path here) {
    Path file = point.workload();
    Path shown = file.isAbsolute() && file.startsWith(here) ? here.relativize(file) : file;
    StringBuilder words = new StringBuilder("lockstep run ");
    words.append(quoted(shown.toString())).append(" -d ").append(quoted(point.device()));
    point
        .parameters()
        .forEach(
            (name, value) ->
                words.append(" -p ").append(quoted(RowNames.unmarked(name) + "=" + value)));
    point
        .settings()
        .forEach((name, value) -> words.append(" --set ").append(quoted(name + "=" + value)));
    return point.phase() == 0 ? words.toString() : words + " --first-phase " + point.phase();
  }

  /**
   * {@return a word as a shell takes it}
   *
   * @param word any text
   */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
