// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.ProgressText;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.sweep.store.index.SweepStatus;
import io.lockstep.sweep.store.index.SweepStatus.Pace;
import io.lockstep.sweep.store.index.SweepStatusAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the progress of a sweep as a table. */
public final class SweepStatusTable {
  private final SweepStatus status;

  SweepStatusTable(SweepStatus status) {
    this.status = status;
  }

  String render(Screen screen) {
    Table counts = new Table(List.of("points", ">number", ">%", ">seconds each"));
    row(counts, "all", status.points(), null);
    for (SweepStatus.Count c : status.counts()) {
      String name = c.verdict().words() + (c.failure().isEmpty() ? "" : ": " + c.failure());
      row(counts, name, c.points(), each(c));
    }
    row(counts, "missing", status.missing(), null);
    StringBuilder text = new StringBuilder(counts.render(screen));
    List<String> words = new ArrayList<>();
    Pace pace = status.pace();
    if (pace.rows() > 0 && pace.millis() > 0) {
      String writers =
          pace.writers() == 0
              ? "no writer; "
              : pace.writers() + (pace.writers() == 1 ? " writer; " : " writers; ");
      words.add(writers + SweepStatusAnswer.rate(pace) + " points a second");
      pace.millisLeft()
          .ifPresent(millis -> words.add(ProgressText.time(millis * 1_000_000) + " left"));
    }
    if (!words.isEmpty()) {
      text.append('\n').append(String.join(", ", words)).append('\n');
    }
    if (!status.slowest().isEmpty()) {
      Table slow = Table.of(SweepStatusAnswer.SLOW, status.slowest());
      text.append('\n').append(slow.render(screen));
    }
    return text.toString();
  }

  private void row(Table table, String name, long points, String each) {
    double share = status.points() == 0 ? 0 : 100.0 * points / status.points();
    table.row(
        Table.Emphasis.NONE,
        List.of(
            name,
            String.format(Locale.ROOT, "%,d", points),
            String.format(Locale.ROOT, "%.1f", share),
            each == null ? "" : each));
  }

  private static String each(SweepStatus.Count c) {
    return SweepStatusAnswer.shown(c.wallMicros() / Math.max(1, c.points()));
  }
}
