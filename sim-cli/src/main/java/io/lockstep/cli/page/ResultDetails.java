// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.table.FigureText;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats all statistics of each result, with units and definitions. */
public record ResultDetails(
    List<RunResult> results, TimingChoice timing, StatisticsRegistry statistics) {
  public String render(Screen screen) {
    StringBuilder out = new StringBuilder();
    for (RunResult r : results) {
      if (!out.isEmpty()) {
        out.append('\n');
      }
      out.append(heading(r, timing, screen));
      if (!r.isSimulated()) {
        continue;
      }
      out.append('\n');
      Table table = new Table(List.of("statistic", ">value", "unit", "meaning"));
      for (Map.Entry<String, BigDecimal> e : r.statistics().entrySet()) {
        Statistic s = statistics.find(e.getKey()).orElse(null);
        table.row(
            Table.Emphasis.NONE,
            List.of(
                e.getKey(),
                Numbers.exact(e.getValue()),
                s == null || s.unit().equals("1") ? "" : s.unit(),
                s == null ? "" : s.definition()));
      }
      out.append(table.render(screen));
    }
    return out.toString();
  }

  /** Formats the heading of a result: request and status, or the reason for a failure. */
  static String heading(RunResult r, Screen screen) {
    return heading(r, TimingChoice.workload, screen);
  }

  private static String heading(RunResult r, TimingChoice timing, Screen screen) {
    String name = r.workload() + " on " + r.deviceName() + " (" + r.device() + ")\n";
    if (!r.isSimulated()) {
      String status = r.status().name().toLowerCase(Locale.ROOT);
      return name + screen.wrapped(status + ": " + r.message() + "\n", "  ");
    }
    return name + screen.wrapped(facts(r, timing), " ".repeat(13));
  }

  private static String facts(RunResult r, TimingChoice timing) {
    StringBuilder out = new StringBuilder("  verified     ");
    String unknown = r.isJudgedByProgram() ? r.verifiedBy() : "no expectation";
    out.append(r.verified() == null ? unknown : r.verified() ? "yes" : "WRONG: " + r.message());
    if (!Boolean.FALSE.equals(r.verified()) && !r.message().isEmpty()) {
      out.append("\n  remark       ").append(r.message());
    }
    String whole = time(r.picos(), r.cycles());
    String kernels = time(r.kernelPicos(), r.kernelCycles());
    out.append(
        timing == TimingChoice.kernels
            ? "\n  time         " + kernels + ", the kernels' own\n  in all       " + whole
            : "\n  time         " + whole + "\n  kernels      " + kernels);
    if (r.interval().isPresent()) {
      out.append("\n  sampled      ").append(r.sample()).append(": kernels ± ");
      out.append(Numbers.percent(r.interval().getAsLong(), r.kernelPicos()));
      out.append(r.isConverged() ? "" : ", not converged");
    }
    out.append("\n  bound by     ").append(r.bound());
    out.append("\n  fingerprint  ").append(r.fingerprint()).append('\n');
    r.parameters().forEach((k, v) -> out.append("  --param ").append(k + "=" + v + "\n"));
    r.overrides().forEach((k, v) -> out.append("  --set ").append(k + "=" + v + "\n"));
    Ideals ideals = Ideals.of(r.overrides().getOrDefault(Ideals.SETTING, "none"), Ideals.SETTING);
    if (!ideals.parts().isEmpty()) {
      out.append("  ideal        parts take no time of their own: the time of no real device\n");
    }
    if (!ideals.changes().isEmpty()) {
      out.append("  ideal        accesses of source lines are changed; the results are not\n");
    }
    if (!ideals.rewrites().isEmpty()) {
      out.append("  ideal        the program is changed; the results are not\n");
    }
    if (r.host() != null) {
      out.append(
          String.format(
              Locale.ROOT,
              "  host         %.2f s, %,d wavefront-instructions/s, %,d work-item instructions/s,"
                  + " peak %,d MiB%n",
              r.host().nanos() / 1e9,
              r.host().wavefrontInstructionsPerSecond(),
              r.host().workItemInstructionsPerSecond(),
              r.host().peakBytes() >> 20));
    }
    return out.toString();
  }

  private static String time(long picos, long cycles) {
    return "%s µs, %s cycles"
        .formatted(FigureText.micros(picos), FigureText.grouped(BigDecimal.valueOf(cycles)));
  }
}
