// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Suggestions;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds the columns of result tables by name: the tables' own columns, and all statistics. */
public final class ResultColumns {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final List<ResultColumn> own;
  private final List<ResultColumn> usual;
  private final Supplier<StatisticsRegistry> statistics;

  /**
   * @param statistics evaluated only for names that match no other column
   */
  public ResultColumns(TimingChoice timing, Supplier<StatisticsRegistry> statistics) {
    this.statistics = statistics;
    Function<BigDecimal, String> micros = v -> FigureText.micros(v.longValueExact());
    String[] asTyped = {"µs", "us", "time"}; // the time that --timing selects
    boolean kernelsOnly = timing == TimingChoice.kernels;
    ResultColumn kernels =
        ResultColumn.figure(
            "kernels µs",
            r -> BigDecimal.valueOf(r.kernelPicos()),
            micros,
            names(
                kernelsOnly ? asTyped : new String[0],
                "kernels us",
                "kernels",
                ResultFields.KERNEL_SECONDS.name(),
                "time.kernels"));
    ResultColumn host =
        ResultColumn.figure(
            "host µs",
            r -> BigDecimal.valueOf(r.picos() - r.kernelPicos()),
            micros,
            "host us",
            "host");
    ResultColumn total =
        ResultColumn.figure(
            "total µs",
            r -> BigDecimal.valueOf(r.picos()),
            micros,
            names(
                kernelsOnly ? new String[0] : asTyped,
                "total us",
                "total",
                ResultFields.SECONDS.name()));
    List<ResultColumn> first = new ArrayList<>();
    first.add(ResultColumn.text("device", RunResult::device));
    first.add(ResultColumn.text("point", FigureText::point, "workload"));
    first.add(ResultColumn.text("verified", ResultColumns::verified));
    first.add(kernels);
    first.add(ResultColumn.text("±", ResultColumns::interval, "interval", "sample.interval"));
    if (!kernelsOnly) {
      first.addAll(List.of(host, total));
    }
    first.addAll(
        List.of(
            ResultColumn.figure(
                "cycles", r -> BigDecimal.valueOf(timing.cycles(r)), FigureText::grouped),
            ResultColumn.statistic("occup.", "occupancy", ResultColumns::percent),
            ResultColumn.statistic("lanes", "lanes.utilisation", ResultColumns::percent),
            ResultColumn.statistic("packing", "vliw.packing", ResultColumns::percent),
            ResultColumn.statistic("LDS confl.", "lds.conflict_cycles", FigureText::grouped),
            ResultColumn.statistic(
                "trans/req", "memory.transactions_per_request", v -> fixed(v, 2)),
            ResultColumn.statistic("L1 hit", "l1.hit_rate", ResultColumns::percent),
            ResultColumn.statistic("L2 hit", "l2.hit_rate", ResultColumns::percent),
            ResultColumn.statistic("DRAM MB", "dram.bytes", v -> fixed(v.movePointLeft(6), 2)),
            ResultColumn.statistic("DRAM busy", "dram.busy", ResultColumns::percent),
            ResultColumn.text("bound by", RunResult::bound, "bound"),
            ResultColumn.figure(
                "wall s",
                r -> r.host() == null ? null : BigDecimal.valueOf(r.host().nanos(), 9),
                v -> fixed(v, 2),
                "host.seconds"),
            ResultColumn.figure(
                "M wf-inst/s",
                r ->
                    r.host() == null
                        ? null
                        : BigDecimal.valueOf(r.host().wavefrontInstructionsPerSecond()),
                v -> fixed(v.movePointLeft(6), 2),
                "host.wavefront_instructions_per_second")));
    usual = List.copyOf(first);
    if (kernelsOnly) {
      first.addAll(List.of(host, total));
    }
    first.add(
        ResultColumn.figure(
            ResultFields.KERNEL_CYCLES.name(),
            r -> BigDecimal.valueOf(r.kernelCycles()),
            FigureText::grouped));
    first.add(
        ResultColumn.text(
            ResultFields.STATUS.name(), r -> r.status().name().toLowerCase(Locale.ROOT)));
    own = List.copyOf(first);
  }

  private static String[] names(String[] first, String... others) {
    return Stream.concat(Stream.of(first), Stream.of(others)).toArray(String[]::new);
  }

  List<ResultColumn> usual() {
    return usual;
  }

  /** Returns the columns in the order in which a narrow screen omits them. */
  static List<String> leastImportant() {
    return List.of(
        "M wf-inst/s",
        "trans/req",
        "DRAM busy",
        "LDS confl.",
        "packing",
        "DRAM MB",
        "L2 hit",
        "L1 hit",
        "lanes",
        "wall s",
        "occup.",
        "cycles",
        "bound by",
        "verified",
        "host µs",
        "total µs");
  }

  public void check(String option, String typed) {
    if (one(typed).isEmpty() && statistics(typed).isEmpty()) {
      throw new UsageException(
          option
              + ": no column '"
              + typed
              + "'"
              + Suggestions.nearHint(
                  typed,
                  names(),
                  "; columns: "
                      + String.join(", ", own.stream().map(ResultColumn::name).toList())
                      + ", and every statistic that lockstep devices --statistics lists"));
    }
  }

  private List<String> names() {
    return Stream.concat(
            own.stream().flatMap(c -> Stream.concat(Stream.of(c.name()), c.aliases().stream())),
            statistics.get().names().stream())
        .toList();
  }

  public Optional<ResultColumn> one(String typed) {
    Optional<ResultColumn> mine = own.stream().filter(c -> c.isNamed(typed)).findFirst();
    return mine.isPresent() || typed.endsWith(".*") || statistics.get().find(typed).isEmpty()
        ? mine
        : Optional.of(ResultColumn.statistic(typed));
  }

  /** Returns the statistics below a prefix such as {@code l1} or {@code l1.*}. */
  private Set<String> statistics(String typed) {
    Set<String> found = new TreeSet<>();
    statistics.get().names().stream()
        .filter(name -> name.startsWith(beginning(typed)))
        .forEach(found::add);
    return found;
  }

  private static String beginning(String typed) {
    return (typed.endsWith(".*") ? typed.substring(0, typed.length() - 2) : typed) + ".";
  }

  /**
   * Returns the requested columns in order, without duplicates.
   *
   * @param typed column names; '+' adds a column to the default ones, and a prefix selects all
   *     statistics below it that the results have
   */
  List<ResultColumn> chosen(List<String> typed, List<RunResult> results) {
    Set<ResultColumn> chosen = new LinkedHashSet<>();
    if (typed.isEmpty() || typed.stream().anyMatch(t -> t.startsWith("+"))) {
      chosen.addAll(usual());
    }
    for (String t : typed) {
      String name = t.startsWith("+") ? t.substring(1) : t;
      Optional<ResultColumn> one = one(name);
      if (one.isPresent()) {
        chosen.removeIf(c -> c.name().equals(one.get().name()));
        chosen.add(one.get());
        continue;
      }
      Set<String> known = new TreeSet<>();
      results.forEach(r -> known.addAll(r.statistics().keySet()));
      known.stream()
          .filter(k -> k.startsWith(beginning(name)))
          .forEach(k -> chosen.add(ResultColumn.statistic(k)));
    }
    return new ArrayList<>(chosen);
  }

  private static String verified(RunResult r) {
    if (r.verified() == null) {
      return r.isJudgedByProgram() ? "itself" : "-";
    }
    return r.verified() ? "yes" : "WRONG";
  }

  /** Formats the interval of a sampled time, relative to the time. */
  private static String interval(RunResult r) {
    if (r.interval().isEmpty() || r.kernelPicos() == 0) {
      return "";
    }
    String percent = Numbers.percent(r.interval().getAsLong(), r.kernelPicos());
    return r.isConverged() ? percent : percent + ", not converged";
  }

  private static String percent(BigDecimal value) {
    return fixed(value.multiply(HUNDRED), 1) + "%";
  }

  private static String fixed(BigDecimal value, int digits) {
    return String.format(Locale.ROOT, "%s", value.setScale(digits, RoundingMode.HALF_UP));
  }
}
