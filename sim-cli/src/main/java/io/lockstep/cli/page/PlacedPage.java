// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.RunResult;
import java.util.List;
import java.util.function.Function;

/** Formats what each result says about source lines, below the result's heading. */
abstract class PlacedPage {
  static final int GAP = 2;
  static final int NARROWEST = 18; // minimum width of the source text

  final int most;
  final LineLevel level;
  final Screen screen;
  final StringBuilder out = new StringBuilder();
  LinePlaces places; // of the current result

  private final Function<RunResult, LinePlaces> whose;

  PlacedPage(Function<RunResult, LinePlaces> places, int most, LineLevel level, Screen screen) {
    whose = places;
    this.most = most;
    this.level = level;
    this.screen = screen;
  }

  /** Appends the tables of a simulated result. */
  abstract void page(RunResult result);

  public final String render(List<RunResult> results) {
    for (RunResult r : results) {
      out.append(out.isEmpty() ? "" : "\n").append(ResultDetails.heading(r, screen));
      if (r.isSimulated()) {
        places = whose.apply(r);
        page(r);
      }
    }
    return out.toString();
  }

  static String title(String kernel, long launches) {
    return "kernel " + kernel + ", " + (launches == 1 ? "1 launch" : launches + " launches");
  }
}
