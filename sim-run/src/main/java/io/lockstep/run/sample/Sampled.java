// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.stats.StatisticSet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was sampled in a run.
 *
 * @param totals of the last pass
 * @param launches launches, if some were left out
 * @param inFull launches that were simulated in full although sampling was requested, by reason
 * @param rates rates of the largest launch with gaps
 * @param events simulated events
 */
public record Sampled(
    Sampling request,
    SampleTotals totals,
    LaunchTotals launches,
    Map<InFull, Long> inFull,
    Optional<SampledRates> rates,
    long events) {
  public static final String INTERVAL = "sample.interval";
  public static final String NOT_CONVERGED = "sample.not_converged";
  public static final String EVENTS = "sample.events";
  public static final String PASSES = "sample.passes";

  /** The statistics of a run that was sampled. */
  public static final StatisticSet<Result> STATISTICS =
      StatisticSet.<Result>of("sampling, with --sample")
          .count("sample.launches", "Launches with gaps.", r -> r.totals().launches())
          .count("sample.windows", "Windows of these launches.", r -> r.totals().windows())
          .count(
              "sample.groups",
              "Work-groups that were simulated, of all launches.",
              r -> r.totals().groups())
          .count(
              "sample.skipped_groups", "Work-groups that were left out.", r -> r.totals().skipped())
          .count(
              "sample.executed_groups",
              "Work-groups that were left out but executed for their results.",
              r -> r.totals().skipped() - r.totals().unexecuted())
          .count(
              "sample.skipped_launches",
              "Launches that were left out.",
              r -> r.of.launches.skipped())
          .count(
              "sample.simulated_launches",
              "Launches that were simulated, if some were left out.",
              r -> r.of.launches.simulated())
          .count(
              "sample.warming_launches",
              "Launches that were left out but warmed caches, in all passes.",
              r -> r.of.launches.warmed())
          .count("sample.strata", "Strata of the launches.", r -> r.of.launches.strata())
          .count(
              INTERVAL, "ps", "Half of the 95 % interval of the kernels' time.", Result::interval)
          .count(
              NOT_CONVERGED,
              "1 if the interval is wider than requested, otherwise 0.",
              r -> r.converged ? 0 : 1)
          .count(EVENTS, "Events that were simulated in all passes.", r -> r.of.events)
          .count(PASSES, "Passes, each with twice as many windows.", r -> 1)
          .build();

  /**
   * What was sampled, beside the measured time.
   *
   * @param interval half-width of the 95 % interval of the kernels' time, in picoseconds
   * @param converged whether the interval is as narrow as requested
   */
  public record Result(Sampled of, long interval, boolean converged) {
    private SampleTotals totals() {
      return of.totals;
    }
  }

  /** Returns which work-groups were executed; empty if none was left out. */
  public String executed() {
    if (totals.skipped() == 0) {
      return "";
    }
    return totals.unexecuted() == 0
        ? "execution of all work-groups"
        : "nothing: work-groups that are left out were not executed";
  }

  /**
   * Returns a remark on what was sampled, which may be empty.
   *
   * @param interval half-width of the interval relative to the kernels' time
   */
  public String note(String interval) {
    List<String> notes = new ArrayList<>();
    if (launches.all() > 0) {
      notes.add(
          "sampled: %s of %s launches simulated, of %s strata, kernels' time ± %s (95 %%)"
              .formatted(launches.simulated(), launches.all(), launches.strata(), interval));
    }
    if (totals.launches() > 0) {
      notes.add(
          "sampled: "
              + percent(totals.skipped(), totals.skipped() + totals.groups())
              + "% of the work-groups left out, kernels' time ± "
              + interval
              + " (95 %)");
    }
    inFull.forEach(
        (why, number) ->
            notes.add("%s %s in full: %s".formatted(number, launches(number), why.words())));
    return String.join("; ", notes);
  }

  private static String launches(long number) {
    return number == 1 ? "launch" : "launches";
  }

  private static String percent(long part, long whole) {
    return BigDecimal.valueOf(100 * part)
        .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
        .toPlainString();
  }
}
