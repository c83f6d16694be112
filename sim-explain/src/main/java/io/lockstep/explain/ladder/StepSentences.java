// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.spi.stats.CommonCause;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * Writes one sentence for each significant step, with its cost on each device and the statistic
 * that explains the cost. A negative cost is described as an interaction.
 */
record StepSentences(Shown from, Shown to) {
  private static final double WORTH = 0.03;
  private static final String INTERVAL = "dispatch.group_interval";

  /** Returns the step with a sentence, if it is significant. */
  LadderStep say(LadderStep step) {
    double log = Math.abs(StrictMath.log(step.factor()));
    double error = step.error();
    if (log <= (Double.isNaN(error) ? WORTH : Math.max(WORTH, error))) {
      return step;
    }
    if (step.isTime()) {
      return step; // the factors of the roofs have their own sentences
    }
    if (step.ideal().isEmpty()) {
      return step.saying(step.name() + ": " + beside(step) + ".");
    }
    String both =
        "%s: compared with an ideal part, %s takes %s, %s %s"
            .formatted(step.name(), to.name(), cost(step.to()), from.name(), cost(step.from()));
    return step.saying(both + "; " + statistic(step) + ".");
  }

  /**
   * Describes a cost. It is negative if the ideal part increases contention for other parts; it
   * cannot slow a device directly.
   */
  private static String cost(Cost cost) {
    if (cost.factor() >= 2) {
      return String.format(Locale.ROOT, "%.2f times as long", cost.factor());
    }
    boolean less = cost.factor() < 1;
    return String.format(
        Locale.ROOT,
        "%.1f %% %s time%s",
        100 * Math.abs(cost.factor() - 1),
        less ? "less" : "more",
        less && cost.isSeen() ? " (an interaction with other parts)" : "");
  }

  private String both(Function<Shown, String> words) {
    return words.apply(to) + " on " + to.name() + ", " + words.apply(from) + " on " + from.name();
  }

  private String statistic(LadderStep step) {
    return switch (step.ideal().orElseThrow()) {
      case RESIDENCY ->
          from.of("occupancy") < 1 || to.of("occupancy") < 1
              ? "a unit holds "
                  + both(
                      s ->
                          number(s.of("occupancy.wavefronts"))
                              + " wavefronts ("
                              + percent(s.of("occupancy"))
                              + " of its slots)")
              : "registers and local memory limit neither; a work-group is dispatched every "
                  + both(StepSentences::interval);
      case DRAM_BANDWIDTH -> "DRAM bandwidth is " + both(StepSentences::dram);
      case MEMORY_LATENCY ->
          "issue ports wait for data for "
              + both(s -> percent(s.share(CommonCause.MEMORY_LATENCY)) + " of their cycles");
      case CACHES ->
          "an access takes "
              + both(s -> times(s.of("memory.transactions_per_request")) + " transactions")
              + "; issue ports stall on memory back-pressure for "
              + both(s -> percent(s.share(CommonCause.MEMORY_BANDWIDTH)) + " of their cycles");
      case CONFLICTS ->
          "bank conflicts are "
              + both(
                  s ->
                      percent(s.ratio("lds.conflict_cycles", "lds.cycles"))
                          + " of local memory's cycles");
      case LANES ->
          "of a wavefront's lanes " + both(s -> percent(s.of("lanes.utilisation")) + " are active");
      case DEPENDENCY ->
          "dependencies, barriers and control take "
              + both(
                  s ->
                      percent(
                              s.share(
                                  CommonCause.DEPENDENCY,
                                  CommonCause.BARRIER,
                                  CommonCause.FETCH_AND_CONTROL))
                          + " of issue ports' cycles");
    };
  }

  private static String interval(Shown s) {
    return s.hasFigure(INTERVAL) ? s.text(INTERVAL) : "clock";
  }

  /** Formats the utilisation of DRAM as roofs state it, and the row misses. */
  private static String dram(Shown s) {
    double accesses = s.of("dram.accesses");
    return "used at "
        + percent(s.of("dram.busy"))
        + " of its peak"
        + (s.figure("dram.bandwidth").isEmpty() ? "" : " of " + s.text("dram.bandwidth"))
        + (accesses == 0
            ? ""
            : ", with "
                + percent(1 - s.of("dram.row_hits") / accesses)
                + " of accesses opening a row,");
  }

  private String beside(LadderStep step) {
    return switch (step.name()) {
      case LadderStep.HOST ->
          "the whole takes "
              + both(step, cost -> times(cost) + " times its kernels' time", " on ")
              + ": launches, transfers, fills and copies take the rest";
      case LadderStep.REST, LadderStep.WAITS ->
          (step.name().equals(LadderStep.REST) ? "with these parts ideal, " : "")
              + "the time is "
              + times(step.to().factor())
              + " times the roof of "
              + to.roof()
              + " on "
              + to.name()
              + ", "
              + times(step.from().factor())
              + " times the roof of "
              + from.roof()
              + " on "
              + from.name();
      case Uneven.UNITS ->
          "the unit with most work has "
              + both(step, cost -> times(cost) + " times the mean", " of all units on ")
              + "; "
              + both(
                  s ->
                      number(s.of("work_groups") / Math.max(1, s.of("launches")))
                          + " work-groups a launch for "
                          + units(s));
      case Uneven.CHANNELS ->
          "in each microsecond, the busiest DRAM channel transfers "
              + both(step, cost -> times(cost) + " times the mean", " of all channels on ");
      default ->
          "in each microsecond, the busiest slice serves "
              + both(step, cost -> times(cost) + " times the mean", " of all slices on ");
    };
  }

  private String both(LadderStep step, DoubleFunction<String> words, String on) {
    return words.apply(step.to().factor())
        + on
        + to.name()
        + ", "
        + words.apply(step.from().factor())
        + " on "
        + from.name();
  }

  private static String units(Shown s) {
    return s.figure("unit.count").isPresent()
        ? s.figure("unit.count").getAsLong() + " units"
        : "its units";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String times(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%,.1f", value);
  }
}
