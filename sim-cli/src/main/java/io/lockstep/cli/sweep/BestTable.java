// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.sweep.file.SearchSection.Objective;
import io.lockstep.sweep.look.BestPoints;
import io.lockstep.sweep.look.BestQuery;
import io.lockstep.sweep.look.Candidate;
import io.lockstep.sweep.look.PointRow;
import io.lockstep.sweep.look.RunWords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Formats the best points of a sweep, followed by the commands that reproduce them. */
public final class BestTable {
  private static final int MOST_COMMANDS = 40;

  private final BestPoints best;
  private final long points;

  BestTable(BestPoints best, long points) {
    this.best = best;
    this.points = points;
  }

  String render(Screen screen) {
    BestQuery query = best.query();
    List<Objective> objectives = query.objectives();
    List<String> header = new ArrayList<>(List.of(">#"));
    header.addAll(query.per());
    Stream.of("workload", "device").filter(n -> !query.per().contains(n)).forEach(header::add);
    objectives.forEach(o -> header.add(">" + o.heading()));
    header.addAll(List.of(">of", "point"));
    Table table = new Table(header).dropping("--format csv shows all", List.of("of", "workload"));
    int number = 0;
    List<String> commands = new ArrayList<>();
    for (BestPoints.Group group : best.groups()) {
      for (Candidate one : group.best()) {
        PointRow row = one.row();
        List<String> cells = new ArrayList<>(List.of("" + ++number));
        cells.addAll(group.values());
        if (!query.per().contains("workload")) {
          cells.add(row.workload());
        }
        if (!query.per().contains("device")) {
          cells.add(row.point().device());
        }
        for (int i = 0; i < objectives.size(); i++) {
          cells.add(objectives.get(i).shown(one.values().get(i)));
        }
        cells.add("" + group.points());
        cells.add(one.words());
        table.row(Table.Emphasis.NONE, cells);
        commands.add(number + "  " + RunWords.of(row.point(), OpenSweep.here()) + "\n");
      }
    }
    StringBuilder out = new StringBuilder();
    out.append(query.words())
        .append("; ")
        .append(points)
        .append(points == 1 ? " point" : " points");
    query.where().ifPresent(w -> out.append("; where ").append(w.text()));
    out.append("\n\n");
    if (!commands.isEmpty()) {
      out.append(table.render(screen)).append('\n');
    }
    commands.stream().limit(MOST_COMMANDS).forEach(out::append);
    if (commands.size() > MOST_COMMANDS) {
      out.append("and ").append(commands.size() - MOST_COMMANDS);
      out.append(" more; --format csv has their commands\n");
    }
    return out.toString();
  }
}
