// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.sweep.search.Search;
import io.lockstep.sweep.search.SearchAnswer;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats the points found by a search, followed by the commands that reproduce them. Immutable.
 */
public final class SearchTable {
  private final SearchAnswer answer;

  SearchTable(SearchAnswer answer) {
    this.answer = answer;
  }

  String render(Screen screen) {
    List<SearchAnswer.Place> best = answer.best();
    List<String> objectives = answer.search().objectives();
    StringBuilder text = new StringBuilder();
    text.append(screen.wrapped(head(objectives), "  ")).append('\n');
    if (best.isEmpty()) {
      return text.append("no point is feasible\n").toString();
    }
    Table table = Table.of(SearchAnswer.line(answer.search()), best);
    text.append('\n').append(table.render(screen)).append('\n');
    List<SearchAnswer.Place> reproduced = objectives.size() > 1 ? best : best.subList(0, 1);
    reproduced.forEach(
        p -> p.evaluation().commands().forEach(command -> text.append(command).append('\n')));
    return text.toString();
  }

  private String head(List<String> objectives) {
    Search search = answer.search();
    long infeasible = search.evaluations().stream().filter(e -> !e.trial().feasible()).count();
    List<String> named = new ArrayList<>();
    for (int i = 0; i < objectives.size(); i++) {
      named.add(objectives.get(i) + SearchAnswer.unit(search.units().get(i)));
    }
    return String.join(", ", named)
        + "; "
        + search.averages()
        + ": "
        + search.evaluations().size()
        + " evaluations of "
        + search.space().space().size()
        + " places, "
        + answer.algorithm()
        + ", seed "
        + answer.options().seed()
        + (infeasible > 0 ? "; " + infeasible + " infeasible" : "")
        + (objectives.size() > 1 ? "; none of these is better in everything than another" : "");
  }
}
