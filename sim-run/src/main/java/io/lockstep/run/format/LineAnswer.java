// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineRow;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.format.LineCell.Scope;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.stats.IssueCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Declares the cycles of issue ports by line, as a field of results and as a table.
 *
 * @param places finds the source places of the lines
 */
public record LineAnswer(LineTimes times, LinePlaces places) {
  private record Cycles(List<IssueCause> causes, long[] ticks) {
    Cycles(LineRow row) {
      this(row.causes(), row.ticks());
    }

    Map<String, Long> by(Function<IssueCause, String> name) {
      SortedMap<String, Long> sums = new TreeMap<>();
      causes.forEach(c -> sums.merge(name.apply(c), ticks[c.ordinal()], Long::sum));
      return sums;
    }
  }

  private record Kernel(LineAnswer in, KernelTimes of) {
    List<Instruction> instructions() {
      return of.instructions().stream()
          .filter(i -> i.instruction() >= 0)
          .map(i -> new Instruction(in.cycles(i.ticks()), i))
          .toList();
    }
  }

  private record Launch(LineAnswer in, LaunchTimes of) {}

  private record Instruction(Cycles cycles, InstructionTimes of) {}

  private static final Answer<Cycles> CYCLES =
      Answer.<Cycles>part()
          .integer("cycles", "Cycles of issue ports for all reasons.", c -> LineTimes.sum(c.ticks))
          .counts(
              "causes",
              "By the reasons that all families share.",
              c -> c.by(cause -> cause.common().key()))
          .counts(
              "issue",
              "By the family's own reasons.",
              c -> c.by(cause -> cause.statistic().substring(IssueCause.PREFIX.length())));

  private static final Answer<LineRow> LINE =
      Answer.<LineRow>part().include(LineCell.PLACE, r -> r).include(CYCLES, Cycles::new);

  private static final Answer<Instruction> INSTRUCTION =
      Answer.<Instruction>part()
          .integer("instruction", "Number in the kernel.", i -> i.of.instruction())
          .integer("line", "Line of the kernel's own file.", i -> i.of.line())
          .include(CYCLES, Instruction::cycles)
          .integer(
              "executions",
              "Wavefronts that executed it; null where the model does not count them.",
              i -> i.of.work().isPresent(),
              i -> i.of.work().get().executions())
          .integer(
              "dram_bytes",
              "Bytes over DRAM's pins of fetches that it caused and of its own writes that went"
                  + " there, without lines that a cache wrote back; null where the model does not count"
                  + " them.",
              i -> i.of.work().isPresent() && i.of.work().get().dramBytes().isPresent(),
              i -> i.of.work().get().dramBytes().getAsLong());

  /** Declares the field of a result. */
  static final Answer<LineAnswer> ANSWER =
      Answer.<LineAnswer>part()
          .group(
              "outside",
              "Before, between and after launches; all cycles if the model reports no launches.",
              a -> a.cycles(a.times.outside()),
              CYCLES)
          .list("lines", "", a -> LineRow.program(a.times, a.places), LINE)
          .list(
              "kernels",
              "",
              a -> a.times.kernels().stream().map(k -> new Kernel(a, k)).toList(),
              Answer.<Kernel>part()
                  .text("kernel", "", k -> k.of.name())
                  .text("file", "", k -> k.of.file())
                  .integer("launches", "", k -> k.of.launches())
                  .list("lines", "", k -> k.in.lines(k.of), LINE)
                  .list(
                      "instructions", "Of the portable kernel.", Kernel::instructions, INSTRUCTION))
          .list(
              "launches",
              "",
              a -> a.times.launches().stream().map(l -> new Launch(a, l)).toList(),
              Answer.<Launch>part()
                  .integer("launch", "", l -> l.of.number())
                  .text("kernel", "", l -> l.in.times.kernel(l.of).name())
                  .number("seconds", "", l -> Numbers.seconds(l.of.picos()))
                  .list("lines", "", l -> l.in.lines(l.of), LINE));

  private static final Answer<LineCell<Cycles>> COLUMNS =
      LineCell.columns(CYCLES)
          .typed("parameters", "", c -> c.result().parameters())
          .typed("overrides", "", c -> c.result().overrides());

  private Cycles cycles(long[] ticks) {
    return new Cycles(times.causes(), ticks);
  }

  private List<LineRow> lines(KernelTimes kernel) {
    return LineRow.kernel(kernel, times, places);
  }

  private List<LineRow> lines(LaunchTimes launch) {
    return LineRow.launch(launch, times, places);
  }

  /**
   * {@return cycles by line as CSV: rows for the program, for each kernel and for each launch}
   *
   * @param results the results; results without cycles by line are omitted
   * @param whose finds the source places of a result's lines
   */
  public static String csv(List<RunResult> results, Function<RunResult, LinePlaces> whose) {
    List<LineCell<Cycles>> cells = new ArrayList<>();
    for (RunResult r : results) {
      if (r.lines() != null) {
        new LineAnswer(r.lines(), whose.apply(r)).addTo(cells, r);
      }
    }
    return COLUMNS.csvOfAll(ResultFields.PREFIXES, cells);
  }

  private void addTo(List<LineCell<Cycles>> cells, RunResult r) {
    add(cells, r, Scope.PROGRAM, LineRow.program(times, places));
    times.kernels().forEach(k -> add(cells, r, Scope.kernel(k.name()), lines(k)));
    for (LaunchTimes l : times.launches()) {
      add(cells, r, Scope.launch(times.kernel(l).name(), l.number()), lines(l));
    }
    Scope outside = new Scope("outside", null, null);
    cells.add(new LineCell<>(r, outside, null, cycles(times.outside())));
  }

  private static void add(
      List<LineCell<Cycles>> cells, RunResult r, Scope scope, List<LineRow> lines) {
    lines.forEach(line -> cells.add(new LineCell<>(r, scope, line, new Cycles(line))));
  }
}
