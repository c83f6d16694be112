// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.FigureText;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.sweep.search.Search;
import io.lockstep.sweep.search.SearchEvaluation;
import io.lockstep.sweep.search.SearchFields;
import io.lockstep.sweep.search.SearchOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats the points found by a search, followed by the commands that reproduce them. Immutable.
 */
public final class SearchTable {
  private final Search search;
  private final SearchOptions options;
  private final int most;

  SearchTable(Search search, SearchOptions options, int most) {
    this.search = search;
    this.options = options;
    this.most = most;
  }

  String render(Screen screen) {
    List<SearchEvaluation> best = search.best(most);
    List<String> objectives = SearchFields.objectives(search);
    StringBuilder text = new StringBuilder();
    text.append(screen.wrapped(head(objectives), "  ")).append('\n');
    if (best.isEmpty()) {
      return text.append("no point is feasible\n").toString();
    }
    List<String> header = new ArrayList<>(SearchFields.words(search, best.get(0)).keySet());
    List<String> columns = SearchFields.columns(search);
    for (int i = 0; i < columns.size(); i++) {
      header.add(">" + columns.get(i) + unit(i));
    }
    header.add(">evaluation");
    Table table = new Table(header);
    for (SearchEvaluation evaluation : best) {
      List<String> row = new ArrayList<>(SearchFields.words(search, evaluation).values());
      evaluation.values().forEach(v -> row.add(FigureText.exact(SearchFields.decimal(v))));
      row.add(Integer.toString(evaluation.number()));
      table.row(Table.Emphasis.NONE, row);
    }
    text.append('\n').append(table.render(screen)).append('\n');
    List<SearchEvaluation> reproduced = objectives.size() > 1 ? best : best.subList(0, 1);
    reproduced.forEach(
        e -> SearchFields.commands(e).forEach(command -> text.append(command).append('\n')));
    return text.toString();
  }

  private String unit(int objective) {
    String unit = search.units().get(objective);
    return unit.isEmpty() ? "" : " [" + unit + "]";
  }

  private String head(List<String> objectives) {
    long infeasible = search.evaluations().stream().filter(e -> !e.trial().feasible()).count();
    List<String> named = new ArrayList<>();
    for (int i = 0; i < objectives.size(); i++) {
      named.add(objectives.get(i) + unit(i));
    }
    return String.join(", ", named)
        + "; "
        + search.averages()
        + ": "
        + search.evaluations().size()
        + " evaluations of "
        + search.space().space().size()
        + " places, "
        + options.kind(search.space().space()).word()
        + ", seed "
        + options.seed()
        + (infeasible > 0 ? "; " + infeasible + " infeasible" : "")
        + (objectives.size() > 1 ? "; none of these is better in everything than another" : "");
  }
}
