// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.baseline;

import io.lockstep.run.PhaseTimes;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A comparison of a result with the earlier result of the same workload, device, parameters and
 * overrides.
 *
 * @param was the earlier result; empty if there is none
 * @param statistics changed statistics, the largest change first; empty unless both were simulated
 */
public record BaselineChange(
    RunResult now, Optional<BaselineRow> was, List<StatisticChange> statistics) {
  private static final String PHASES = "phases";

  public enum Kind {
    SAME,
    /** Time, status, a statistic, the trace or the specification has changed. */
    CHANGED,
    /** The baseline has no result for this point. */
    NEW
  }

  static BaselineChange of(RunResult now, Optional<BaselineRow> was, Set<String> added) {
    List<StatisticChange> changes = new ArrayList<>();
    if (was.isPresent() && was.get().cycles().isPresent() && now.isSimulated()) {
      TreeSet<String> names = new TreeSet<>(was.get().statistics().keySet());
      names.addAll(now.statistics().keySet());
      names.removeAll(added);
      if (!now.statistics().containsKey(PHASES) || !was.get().statistics().containsKey(PHASES)) {
        // Only one of the results was run at several phases.
        names.removeIf(name -> name.startsWith(PHASES));
      }
      for (String name : names) {
        Optional<BigDecimal> before = Optional.ofNullable(was.get().statistics().get(name));
        Optional<BigDecimal> after = Optional.ofNullable(now.statistics().get(name));
        boolean same =
            before.isPresent() && after.isPresent() && before.get().compareTo(after.get()) == 0;
        if (!same) {
          changes.add(new StatisticChange(name, before, after));
        }
      }
      changes.sort(StatisticChange.LARGEST);
    }
    return new BaselineChange(now, was, List.copyOf(changes));
  }

  public Kind kind() {
    if (was.isEmpty()) {
      return Kind.NEW;
    }
    return statistics.isEmpty() && reasons().isEmpty() && !isTimeChanged()
        ? Kind.SAME
        : Kind.CHANGED;
  }

  private boolean isTimeChanged() {
    return now.isSimulated()
        && was.get().seconds().isPresent()
        && BigDecimal.valueOf(now.picos(), 12).compareTo(was.get().seconds().get()) != 0;
  }

  /**
   * {@return the current time divided by the earlier time, with four digits after the decimal
   * point; empty unless both were simulated}
   */
  public Optional<BigDecimal> timeRatio() {
    return ratio(now.picos(), was.flatMap(BaselineRow::seconds));
  }

  /** {@return the ratio of the sums of kernel times, as {@link #timeRatio}} */
  public Optional<BigDecimal> kernelRatio() {
    return ratio(now.kernelPicos(), was.flatMap(BaselineRow::kernelSeconds));
  }

  private Optional<BigDecimal> ratio(long picos, Optional<BigDecimal> before) {
    if (!now.isSimulated() || before.isEmpty() || before.get().signum() == 0) {
      return Optional.empty();
    }
    return Optional.of(BigDecimal.valueOf(picos, 12).divide(before.get(), 4, RoundingMode.HALF_UP));
  }

  /**
   * {@return changes of fields other than statistics (status, trace, specification, order of
   * events), and whether a change of time is within noise}
   */
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (was.isEmpty()) {
      return reasons;
    }
    BaselineRow old = was.get();
    String status = ResultFields.STATUS.text(now);
    if (!status.equals(old.status())) {
      reasons.add("status " + old.status() + " -> " + status);
    }
    ResultFields.DIFFERENCES.stream()
        .filter(e -> differs(e.getKey()))
        .forEach(e -> reasons.add(e.getValue()));
    if (isTimeChanged()) {
      withinNoise()
          .ifPresent(
              noise ->
                  reasons.add(
                      noise
                          ? "kernel time within the noise of launch phases"
                          : "kernel time beyond the noise of launch phases"));
    }
    return reasons;
  }

  /**
   * {@return whether the kernel times differ by no more than the noise of launch phases; empty if
   * either was not simulated, or neither was run at several phases}
   */
  public Optional<Boolean> withinNoise() {
    Optional<BigDecimal> seconds = was.flatMap(BaselineRow::kernelSeconds);
    if (!now.isSimulated() || seconds.isEmpty()) {
      return Optional.empty();
    }
    long then = seconds.get().movePointRight(12).longValue();
    return PhaseTimes.of(now.statistics(), now.kernelPicos())
        .isWithinNoiseOf(PhaseTimes.of(was.get().statistics(), then));
  }

  /** Returns whether both results have the field, with different values. */
  private boolean differs(ResultField<?> field) {
    String before = was.get().text(field);
    String after =
        field.presence() != Presence.SIMULATED || now.isSimulated() ? field.text(now) : "";
    return !before.isEmpty() && !after.isEmpty() && !before.equals(after);
  }
}
