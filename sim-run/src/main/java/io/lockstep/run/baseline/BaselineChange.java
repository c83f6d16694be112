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
 * One result compared with the earlier one of the same workload, device, parameters and overrides.
 *
 * @param now the result
 * @param was the earlier one; empty if there is none
 * @param statistics changed statistics, the largest change first; empty unless both were simulated
 */
public record BaselineChange(
    RunResult now, Optional<BaselineRow> was, List<StatisticChange> statistics) {
  private static final String PHASES = "phases";

  /** How a result relates to the baseline. */
  public enum Kind {
    /** Nothing has changed. */
    SAME,
    /** Time, status, a statistic, the trace or the specification has. */
    CHANGED,
    /** The baseline does not have it. */
    NEW
  }

  static BaselineChange of(RunResult now, Optional<BaselineRow> was, Set<String> added) {
    List<StatisticChange> changes = new ArrayList<>();
    if (was.isPresent() && was.get().cycles().isPresent() && now.isSimulated()) {
      TreeSet<String> names = new TreeSet<>(was.get().statistics().keySet());
      names.addAll(now.statistics().keySet());
      names.removeAll(added);
      if (!now.statistics().containsKey(PHASES) || !was.get().statistics().containsKey(PHASES)) {
        names.removeIf(name -> name.startsWith(PHASES)); // asked for once only
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

  /** {@return how the result of now relates to the earlier one} */
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

  /** {@return time now / time then, four digits; empty unless both were simulated} */
  public Optional<BigDecimal> timeRatio() {
    return ratio(now.picos(), was.flatMap(BaselineRow::seconds));
  }

  /** {@return the same of the kernels' own time} */
  public Optional<BigDecimal> kernelRatio() {
    return ratio(now.kernelPicos(), was.flatMap(BaselineRow::kernelSeconds));
  }

  private Optional<BigDecimal> ratio(long picos, Optional<BigDecimal> before) {
    if (!now.isSimulated() || before.isEmpty() || before.get().signum() == 0) {
      return Optional.empty();
    }
    return Optional.of(BigDecimal.valueOf(picos, 12).divide(before.get(), 4, RoundingMode.HALF_UP));
  }

  /** {@return changes other than of figures: status, trace, specification, order of events} */
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
   * {@return whether the kernel times differ by no more than launch phases make them; empty if
   * neither result was run at several}
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

  /** Whether both have the field and not with the same value. */
  private boolean differs(ResultField<?> field) {
    String before = was.get().text(field);
    String after =
        field.presence() != Presence.SIMULATED || now.isSimulated() ? field.text(now) : "";
    return !before.isEmpty() && !after.isEmpty() && !before.equals(after);
  }
}
