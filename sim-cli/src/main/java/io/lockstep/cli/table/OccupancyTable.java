// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.inspect.occupancy.OccupancyFields;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.run.RunStatus;
import java.util.List;

/** Formats occupancy as a table of launches, and a table of curves if requested. */
public final class OccupancyTable {
  private static final String ELSEWHERE = "--format csv shows all";

  private final List<OccupancyRow> rows;

  public OccupancyTable(List<OccupancyRow> rows) {
    this.rows = rows;
  }

  public String render(Screen screen) {
    FieldTable table =
        new FieldTable()
            .text("device", "device")
            .text("kernel", "kernel")
            .text(">group", "group_size")
            .text(">groups", "groups")
            .text(">wavefronts", "wavefronts")
            .text(">slots", "maximum")
            .percent("occup.", "occupancy")
            .text("limited by", "limit")
            .text("next step", "shown");
    for (OccupancyRow row : rows) {
      table.row(
          to -> {
            OccupancyFields.row(row, to);
            to.text("shown", shown(row));
          });
    }
    StringBuilder out = new StringBuilder();
    out.append(table.dropping("slots", "group", "kernel").render(ELSEWHERE, screen));
    rows.stream()
        .filter(row -> !row.message().isEmpty())
        .map(row -> screen.wrapped(reason(row), "  "))
        .distinct()
        .forEach(line -> out.append(line).append('\n'));
    FieldTable points =
        new FieldTable()
            .text("device", "device")
            .text("kernel", "kernel")
            .text("over", "over")
            .text(">up to", "to")
            .text(">groups", "groups")
            .text(">wavefronts", "wavefronts")
            .percent("occup.", "occupancy")
            .text("limited by", "limit");
    List<OccupancyFields.RowPoint> all =
        rows.stream().flatMap(row -> OccupancyFields.points(row).stream()).toList();
    all.forEach(p -> points.row(to -> OccupancyFields.point(p, to)));
    if (!all.isEmpty()) {
      out.append('\n').append(points.dropping("kernel").render(ELSEWHERE, screen));
    }
    return out.toString();
  }

  private static String shown(OccupancyRow row) {
    if (row.status() == RunStatus.FAILED) {
      return "failed";
    }
    return row.next() == null ? row.occupancy() == null ? "refused" : "" : row.next();
  }

  /** Formats the reason for missing numbers. Reasons follow the table because they can be long. */
  private static String reason(OccupancyRow row) {
    String status = row.status() == RunStatus.FAILED ? " failed: " : " refused: ";
    return row.device() + (row.status() == RunStatus.OK ? ": " : status) + row.message();
  }
}
