// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.observe.line.LineTimes.Line;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.RowTicks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Collects cycles as launches end: for each kernel by instruction, for each launch by line. */
public final class LineCollector {
  private static final int SPECIAL = 3; // first counters: UNTOLD, NONE, UNKNOWN

  private final List<IssueCause> causes;
  private final List<Kernel> kernels;
  private final SortedMap<Integer, long[]> byKernel = new TreeMap<>();
  private final SortedMap<Integer, Long> launched = new TreeMap<>();
  private final List<LaunchTimes> launches = new ArrayList<>();
  private final Map<Integer, MachineKernel> code = new HashMap<>(); // never iterated
  private final Map<Integer, RowTicks> rowTicks = new HashMap<>(); // by kernel; never iterated
  private final SortedMap<Integer, WorkCounts> work = new TreeMap<>();
  private boolean told;

  public LineCollector(List<IssueCause> causes, List<Kernel> kernels) {
    this.causes = causes;
    this.kernels = kernels;
  }

  /** Discards all launches, because another pass begins. */
  public void clear() {
    byKernel.clear();
    launched.clear();
    rowTicks.clear();
    work.clear();
    launches.clear();
  }

  /**
   * Adds a launch that has ended.
   *
   * @param kernel index in the program's table
   * @param ticks the launch's ticks by row of its code, if known
   * @param counts executions of the code's blocks, if known
   * @param picos the launch's own time
   */
  public void ends(
      int kernel,
      MachineKernel code,
      Optional<RowTicks> ticks,
      Optional<CodeCounts> counts,
      long picos) {
    if (ticks.isPresent() && !causes.isEmpty()) {
      ends(kernel, code, ticks.get(), counts, picos);
    }
  }

  private void ends(
      int kernel, MachineKernel code, RowTicks rows, Optional<CodeCounts> counts, long picos) {
    told = true;
    this.code.put(kernel, code);
    rowTicks.computeIfAbsent(kernel, k -> new RowTicks(rows.rows(), rows.causes())).add(rows);
    int[] lines = lines(kernels.get(kernel));
    long[] ticks = new long[lines.length * causes.size()];
    CodeOrigins origins = code.origins().orElse(null);
    for (int c = 0; c < causes.size(); c++) {
      add(ticks, Line.UNTOLD, c, rows.get(RowTicks.UNTOLD, c));
      add(ticks, Line.NONE, c, rows.get(RowTicks.NONE, c));
      for (int row = 0; row < rows.rows(); row++) {
        long spent = rows.get(row, c);
        if (spent != 0) {
          int cause = c;
          origins.split(row, spent, (i, part) -> add(ticks, 1 + i, cause, part));
        }
      }
    }
    LineTimes.add(byKernel.computeIfAbsent(kernel, k -> new long[ticks.length]), ticks);
    launched.merge(kernel, 1L, Long::sum);
    counts.ifPresent(
        c ->
            work.computeIfAbsent(kernel, k -> new WorkCounts(kernels.get(k)))
                .add(kernels.get(kernel), c, origins));
    SortedMap<Integer, long[]> byLine = new TreeMap<>();
    for (int i = 0; i < lines.length; i++) {
      long[] own = slice(ticks, i);
      if (LineTimes.sum(own) != 0) {
        LineTimes.add(byLine.computeIfAbsent(lines[i], l -> new long[own.length]), own);
      }
    }
    launches.add(new LaunchTimes(launches.size(), kernel, picos, byLine));
  }

  /** Adds to a place: one of {@link Line}, or 1 + number of an instruction. */
  private void add(long[] ticks, int place, int cause, long more) {
    ticks[(place - Line.UNTOLD) * causes.size() + cause] += more;
  }

  private long[] slice(long[] ticks, int place) {
    return Arrays.copyOfRange(ticks, place * causes.size(), (place + 1) * causes.size());
  }

  /** Returns the source line of each counter. */
  private static int[] lines(Kernel kernel) {
    int[] lines = new int[SPECIAL + kernel.size()];
    lines[0] = Line.UNTOLD;
    lines[1] = Line.NONE;
    lines[2] = Line.UNKNOWN;
    int k = SPECIAL;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        lines[k++] = Math.max(Line.UNKNOWN, i.line());
      }
    }
    return lines;
  }

  /**
   * Returns the collected cycles; the remainder of the account is outside of launches.
   *
   * @param account cycles of the whole run by the name of a cause's statistic
   * @throws IllegalStateException if launches have more cycles than the account
   */
  public LineTimes result(ToLongFunction<String> account) {
    long[] outside = causes.stream().mapToLong(c -> account.applyAsLong(c.statistic())).toArray();
    for (LaunchTimes launch : launches) {
      for (long[] ticks : launch.lines().values()) {
        for (int c = 0; c < outside.length; c++) {
          outside[c] -= ticks[c];
        }
      }
    }
    for (int c = 0; c < outside.length; c++) {
      if (outside[c] < 0) {
        throw new IllegalStateException(
            causes.get(c).statistic() + ": lines have " + -outside[c] + " more than the account");
      }
    }
    List<KernelTimes> times = new ArrayList<>();
    byKernel.forEach((kernel, ticks) -> times.add(times(kernel, ticks)));
    return new LineTimes(causes, times, launches, outside, told);
  }

  private KernelTimes times(int kernel, long[] ticks) {
    Kernel text = kernels.get(kernel);
    int[] lines = lines(text);
    WorkCounts did = work.get(kernel);
    List<InstructionTimes> instructions = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      long[] own = slice(ticks, i);
      int number = Math.max(-1, i - SPECIAL);
      if (LineTimes.sum(own) != 0 || did != null && did.has(number)) {
        instructions.add(
            new InstructionTimes(
                number, lines[i], own, did == null ? Optional.empty() : did.of(number)));
      }
    }
    return new KernelTimes(
        kernel,
        text.name(),
        text.source(),
        launched.get(kernel),
        instructions,
        code.get(kernel),
        rowTicks.get(kernel));
  }
}
