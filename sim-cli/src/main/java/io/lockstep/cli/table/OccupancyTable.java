// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.inspect.occupancy.OccupancyAnswer;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.run.RunStatus;
import java.util.List;

/** Formats occupancy as a table of launches, and a table of curves if requested. */
public record OccupancyTable(List<OccupancyRow> rows) {
  public String render(Screen screen) {
    StringBuilder out = new StringBuilder(Table.of(OccupancyAnswer.ROW, rows).render(screen));
    rows.stream()
        .filter(row -> !row.message().isEmpty())
        .map(row -> screen.wrapped(reason(row), "  "))
        .distinct()
        .forEach(line -> out.append(line).append('\n'));
    List<OccupancyAnswer.RowPoint> points = OccupancyAnswer.points(rows);
    if (!points.isEmpty()) {
      out.append('\n').append(Table.of(OccupancyAnswer.POINT, points).render(screen));
    }
    return out.toString();
  }

  /** Formats the reason for missing numbers. Reasons follow the table because they can be long. */
  private static String reason(OccupancyRow row) {
    String status = row.status() == RunStatus.FAILED ? " failed: " : " refused: ";
    return row.device() + (row.status() == RunStatus.OK ? ": " : status) + row.message();
  }
}
