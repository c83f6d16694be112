// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.Ascii;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.StatusLine;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.sweep.search.Search;
import io.lockstep.sweep.search.SearchAnswer;
import io.lockstep.sweep.search.SearchEvaluation;
import java.util.List;
import java.util.Optional;

/** Shows a search's progress and best points on a terminal. Closing removes the line. */
public final class SearchProgress implements AutoCloseable {
  private final int budget;
  private final Optional<StatusLine> line;
  private final Screen screen = Terminal.here().err();
  private volatile int done;

  SearchProgress(int budget) {
    this.budget = budget;
    line = Optional.ofNullable(Terminal.here().showsProgress() ? StatusLine.ofProcess() : null);
  }

  void show(Search search) {
    done = search.evaluations().size();
    if (line.isPresent()) {
      String text = text(search);
      text = text.substring(0, Math.min(text.length(), screen.width() - 1));
      line.get().show(screen.unicode() ? text : Ascii.of(text));
    }
  }

  private String text(Search search) {
    List<SearchEvaluation> best = search.best(1);
    if (best.isEmpty()) {
      return words() + ", none feasible";
    }
    return words()
        + ", best so far "
        + SearchAnswer.decimal(best.get(0).values().get(0))
        + " at "
        + search.words(best.get(0));
  }

  String words() {
    return done + " of " + budget + " evaluations done";
  }

  @Override
  public void close() {
    line.ifPresent(StatusLine::clear);
  }
}
