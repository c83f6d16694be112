// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.ProgressText;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.Verdict;
import io.lockstep.run.format.Fields;
import io.lockstep.sweep.store.index.SweepStatus;
import io.lockstep.sweep.store.index.SweepStatus.Pace;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats the progress of a sweep as a table or as JSON fields. */
public final class SweepStatusTable {
  private final SweepStatus status;

  SweepStatusTable(SweepStatus status) {
    this.status = status;
  }

  static String line(SweepStatus s) {
    StringBuilder words = new StringBuilder();
    words.append(s.done()).append(" of ").append(s.points()).append(" points");
    words.append(rate(s.pace()).signum() > 0 ? ", " + rate(s.pace()) + " a second" : "");
    for (Verdict bad : List.of(Verdict.FAILED, Verdict.WRONG, Verdict.REFUSED)) {
      words.append(s.of(bad) > 0 ? ", " + s.of(bad) + " " + bad.words() : "");
    }
    long unverified = s.of(Verdict.NOT_VERIFIED);
    words.append(unverified > 0 ? ", " + unverified + " not verified" : "");
    if (!s.contradictions().isEmpty()) {
      words.append(", ").append(s.contradictions().size()).append(" violations of determinism");
    }
    s.pace()
        .millisLeft()
        .ifPresent(
            millis ->
                words.append(", ").append(ProgressText.time(millis * 1_000_000)).append(" left"));
    return words.toString();
  }

  /** Returns the rate in points per second. */
  private static BigDecimal rate(Pace pace) {
    return pace.millis() <= 0
        ? BigDecimal.ZERO.setScale(2)
        : BigDecimal.valueOf(1000 * pace.rows())
            .divide(BigDecimal.valueOf(pace.millis()), 2, RoundingMode.HALF_UP);
  }

  private static BigDecimal seconds(long micros) {
    return BigDecimal.valueOf(micros, 6);
  }

  /** Writes all fields of a status. Later versions only add fields. */
  static void fields(String folder, SweepStatus s, Fields to) {
    to.text("folder", folder);
    to.number("points", s.points());
    to.number("done", s.done());
    to.number("missing", s.missing());
    to.number("ok", s.of(Verdict.VERIFIED) + s.of(Verdict.NOT_VERIFIED));
    for (Verdict verdict : Verdict.values()) {
      to.number(verdict.key(), s.of(verdict));
    }
    to.group(
        "failures",
        kinds ->
            s.counts().stream()
                .filter(c -> !c.failure().isEmpty())
                .forEach(c -> kinds.number(c.failure(), c.points())));
    to.number("violations", s.contradictions().size());
    to.number("damaged", s.damaged());
    to.number("writers", s.pace().writers());
    to.number("points_per_second", rate(s.pace()));
    boolean known = s.pace().millisLeft().isPresent();
    to.number(
        "seconds_left", known ? BigDecimal.valueOf(s.pace().millisLeft().getAsLong(), 3) : null);
    long wall = s.counts().stream().mapToLong(SweepStatus.Count::wallMicros).sum();
    to.number("wall_seconds", seconds(wall));
    to.list(
        "contradictions",
        s.contradictions(),
        (c, one) -> {
          one.text("key", c.key());
          one.number("point", c.point());
          one.texts("places", c.places());
        });
    to.list(
        "damages",
        s.damages(),
        (d, one) -> {
          one.text("segment", d.segment());
          one.number("offset", d.offset());
          one.word("kind", d.kind());
          one.text("what", d.what());
        });
    to.list(
        "slowest",
        s.slowest(),
        (p, one) -> {
          one.number("point", p.point());
          one.text("workload", p.workload());
          one.text("device", p.device());
          one.text("status", p.status());
          one.number("wall_seconds", seconds(p.wallMicros()));
        });
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
      words.add(writers + rate(pace) + " points a second");
      pace.millisLeft()
          .ifPresent(millis -> words.add(ProgressText.time(millis * 1_000_000) + " left"));
    }
    if (!words.isEmpty()) {
      text.append('\n').append(String.join(", ", words)).append('\n');
    }
    if (!status.slowest().isEmpty()) {
      Table slow = new Table(List.of(">slowest point", "workload", "device", "status", ">seconds"));
      for (SweepStatus.Slow s : status.slowest()) {
        slow.row(
            Table.Emphasis.NONE,
            List.of(
                Long.toString(s.point()),
                s.workload(),
                s.device(),
                s.status(),
                shown(s.wallMicros())));
      }
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
    return shown(c.wallMicros() / Math.max(1, c.points()));
  }

  private static String shown(long micros) {
    return seconds(micros).setScale(3, RoundingMode.HALF_UP).toPlainString();
  }
}
