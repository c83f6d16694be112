// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.ShellWord;
import io.lockstep.study.point.Point;
import java.nio.file.Path;

/** Formats the shell command that simulates a single point. */
public final class RunWords {
  private RunWords() {}

  /**
   * Returns the command {@code lockstep run …}.
   *
   * @param here working directory; files below it are written as relative paths
   */
  public static String of(Point point, Path here) {
    Path file = point.workload();
    Path shown = file.isAbsolute() && file.startsWith(here) ? here.relativize(file) : file;
    StringBuilder words = new StringBuilder("lockstep run ");
    words.append(ShellWord.of(shown)).append(" -d ").append(ShellWord.of(point.device()));
    point
        .parameters()
        .forEach(
            (name, value) ->
                words.append(" -p ").append(ShellWord.of(RowNames.unmarked(name) + "=" + value)));
    point
        .settings()
        .forEach((name, value) -> words.append(" --set ").append(ShellWord.of(name + "=" + value)));
    return point.phase() == 0 ? words.toString() : words + " --first-phase " + point.phase();
  }
}
