// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.report.grade.KindError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the errors of published rows of the kind that limits each run. */
public final class PublishedErrors {
  private PublishedErrors() {}

  /** {@return a heading and a line for each different statement; empty without runs} */
  public static String text(List<KindError> errors, Screen screen) {
    Map<String, List<String>> devices = new LinkedHashMap<>();
    for (KindError e : errors) {
      List<String> same = devices.computeIfAbsent(e.words(), w -> new ArrayList<>());
      if (!same.contains(e.device())) {
        same.add(e.device());
      }
    }
    if (devices.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("\nPublished rows of the kind that limits the run:\n");
    devices.forEach(
        (words, names) ->
            out.append(screen.wrapped(String.join(", ", names) + ": " + words + "\n", "  ")));
    return out.append('\n').toString();
  }
}
