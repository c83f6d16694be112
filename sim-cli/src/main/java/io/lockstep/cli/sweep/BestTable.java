// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.sweep.look.BestAnswer;
import io.lockstep.sweep.look.BestQuery;
import java.util.List;

/** Formats the best points of a sweep, followed by the commands that reproduce them. */
public final class BestTable {
  private static final int MOST_COMMANDS = 40;

  private final BestAnswer answer;
  private final long points;

  BestTable(BestAnswer answer, long points) {
    this.answer = answer;
    this.points = points;
  }

  String render(Screen screen) {
    BestQuery query = answer.best().query();
    List<BestAnswer.Line> lines = answer.lines();
    StringBuilder out = new StringBuilder();
    out.append(query.words())
        .append("; ")
        .append(points)
        .append(points == 1 ? " point" : " points");
    query.where().ifPresent(w -> out.append("; where ").append(w.text()));
    out.append("\n\n");
    if (!lines.isEmpty()) {
      out.append(Table.of(answer.table(), lines).render(screen)).append('\n');
    }
    lines.stream()
        .limit(MOST_COMMANDS)
        .forEach(l -> out.append(l.number()).append("  ").append(l.command()).append('\n'));
    if (lines.size() > MOST_COMMANDS) {
      out.append("and ").append(lines.size() - MOST_COMMANDS);
      out.append(" more; --format csv has their commands\n");
    }
    return out.toString();
  }
}
