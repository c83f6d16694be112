// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Version;
import io.lockstep.run.answer.Answer;
import io.lockstep.sweep.plan.PlanSummary;
import io.lockstep.sweep.plan.WallTimes;
import io.lockstep.sweep.point.Plan;
import java.util.Locale;
import java.util.Map;

/** Describes the points of a sweep without running it. Immutable. */
public final class SweepDryRun {
  static final int FIRST = 10;

  private static final int MOST_COUNTS = 20;

  private final PlanSummary summary;
  private final int threads;

  /**
   * @param times wall times of completed points; may be empty
   * @param first number of points to show
   */
  public SweepDryRun(Plan plan, WallTimes times, int first, int threads) {
    summary = PlanSummary.of(plan, first, times);
    this.threads = threads;
  }

  public String text(Format format, Screen screen) {
    return switch (format) {
      case JSON -> PlanSummary.ANSWER.json(Version.text(), summary);
      case CSV -> summary.csv();
      case TABLE -> table(screen);
    };
  }

  private String table(Screen screen) {
    StringBuilder text = new StringBuilder();
    PlanSummary.Size size = summary.size();
    line(
        text,
        screen,
        number(size.points(), "point")
            + " of "
            + number(summary.byWorkload().size(), "workload")
            + " on "
            + number(summary.byDevice().size(), "device")
            + "; "
            + number(size.executions(), "execution"));
    if (size.duplicates() > 0) {
      line(
          text,
          screen,
          number(size.duplicates(), "point")
              + (size.duplicates() == 1
                  ? " is the same as an earlier one"
                  : " are the same as earlier ones")
              + " and not simulated again");
    }
    line(text, screen, "estimated time: " + estimate(summary.estimate()));
    counts(text, screen, "workload", PlanSummary.WORKLOADS, summary.byWorkload());
    counts(text, screen, "device", PlanSummary.DEVICES, summary.byDevice());
    if (!summary.first().isEmpty()) {
      text.append('\n').append(Table.of(summary.points(), summary.first()).render(screen));
      long more = size.points() - summary.first().size();
      if (more > 0) {
        line(text, screen, "… and " + number(more, "point") + " more");
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, Screen screen, String line) {
    text.append(screen.wrapped(line, "  ")).append('\n');
  }

  private static String number(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  private String estimate(PlanSummary.Estimate estimate) {
    if (estimate.isUnknown()) {
      return "unknown, as none of these workloads has been measured in this sweep";
    }
    StringBuilder words = new StringBuilder(duration(estimate.seconds() / threads));
    words.append(threads == 1 ? " on one thread" : " on " + threads + " threads");
    words.append(", after points that were measured before");
    long unknown = estimate.of() - estimate.points();
    return unknown == 0
        ? words.toString()
        : words + "; and " + number(unknown, "point") + " of which nothing is known";
  }

  /** Formats a duration in at most two units. */
  static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 1) {
      return "less than 1 s";
    }
    if (whole < 60) {
      return whole + " s";
    }
    if (whole < 3600) {
      return whole / 60 + " min " + whole % 60 + " s";
    }
    long minutes = whole / 60;
    return minutes < 24 * 60
        ? minutes / 60 + " h " + minutes % 60 + " min"
        : minutes / (24 * 60) + " d " + minutes / 60 % 24 + " h";
  }

  private static void counts(
      StringBuilder text,
      Screen screen,
      String what,
      Answer<Map.Entry<String, Long>> declared,
      Map<String, Long> counts) {
    Table table = Table.of(declared, counts.entrySet().stream().limit(MOST_COUNTS).toList());
    text.append('\n').append(table.render(screen));
    if (counts.size() > MOST_COUNTS) {
      line(text, screen, "… and " + number(counts.size() - MOST_COUNTS, what) + " more");
    }
  }
}
