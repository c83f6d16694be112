// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.RowTicks;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cycles of issue ports by reason and by line, for each launch, each kernel and the whole
 * program. Cycles inside and outside of launches add up to the device's statistics {@code issue.*},
 * reason by reason. Arrays must not be modified.
 *
 * @param causes causes of the family, by number: the order of all arrays
 * @param kernels launched kernels, in the order of the program
 * @param launches launches in the order of execution
 * @param outside cycles by cause before, between and after launches; all cycles if the model does
 *     not report launches
 * @param isTold whether the model reports the cycles of launches
 */
public record LineTimes(
    List<IssueCause> causes,
    List<KernelTimes> kernels,
    List<LaunchTimes> launches,
    long[] outside,
    boolean isTold) {
  public LineTimes {
    causes = List.copyOf(causes);
    kernels = List.copyOf(kernels);
    launches = List.copyOf(launches);
  }

  /** Returns the cycles of all launches together, by cause. */
  public long[] inLaunches() {
    long[] sum = new long[causes.size()];
    launches.forEach(l -> l.lines().values().forEach(ticks -> add(sum, ticks)));
    return sum;
  }

  /** Returns the sum of the cycles of lines. */
  public static long sum(SortedMap<Integer, long[]> lines) {
    return lines.values().stream().mapToLong(LineTimes::sum).sum();
  }

  public static long sum(long[] ticks) {
    long sum = 0;
    for (long t : ticks) {
      sum += t;
    }
    return sum;
  }

  public static void add(long[] to, long[] more) {
    for (int i = 0; i < to.length; i++) {
      to[i] += more[i];
    }
  }

  /**
   * One kernel, all of its launches together.
   *
   * @param index in the program's table
   * @param instructions special lines of {@link Line}, then instructions of the portable kernel
   *     that have cycles or were executed, in order
   * @param code code of the kernel
   * @param rows cycles by row of that code
   */
  public record KernelTimes(
      int index,
      String name,
      String file,
      long launches,
      List<InstructionTimes> instructions,
      MachineKernel code,
      RowTicks rows) {
    public KernelTimes {
      instructions = List.copyOf(instructions);
    }

    /** Returns the cycles by cause of each line number, special lines of {@link Line} first. */
    public SortedMap<Integer, long[]> lines() {
      SortedMap<Integer, long[]> lines = new TreeMap<>();
      for (InstructionTimes i : instructions) {
        if (sum(i.ticks()) == 0) {
          continue; // executed as part of other instructions, which have the time
        }
        add(lines.computeIfAbsent(i.line(), l -> new long[i.ticks().length]), i.ticks());
      }
      return lines;
    }
  }

  /**
   * One instruction of the portable kernel, or one of the special lines.
   *
   * @param instruction number of the instruction through the kernel's blocks, or -1
   * @param line in the kernel's text from 1, or one of {@link Line}
   * @param work empty for special lines, and if the model does not report it
   */
  public record InstructionTimes(
      int instruction, int line, long[] ticks, Optional<InstructionWork> work) {}

  /**
   * The work of an instruction of the portable kernel.
   *
   * @param executions number of wavefronts that executed the instruction
   * @param dramBytes bytes over DRAM's pins: fetches that it caused and its writes that went
   *     directly to DRAM, without lines that a cache wrote back; empty if unknown
   */
  public record InstructionWork(long executions, OptionalLong dramBytes) {}

  /** One launch of the measured pass: cycles by line and cause, special lines first. */
  public record LaunchTimes(
      long number, int kernel, long picos, SortedMap<Integer, long[]> lines) {}

  /** Special lines, which are in no text. */
  public static final class Line {
    /** Device code without a source line. */
    public static final int UNKNOWN = 0;

    /** No wavefront was resident. */
    public static final int NONE = -1;

    /** The model reported the cause but no instruction. */
    public static final int UNTOLD = -2;

    private Line() {}
  }

  public KernelTimes kernel(LaunchTimes launch) {
    return kernels.stream().filter(k -> k.index() == launch.kernel()).findFirst().orElseThrow();
  }

  public List<LaunchTimes> launches(KernelTimes kernel) {
    return launches.stream().filter(l -> l.kernel() == kernel.index()).toList();
  }
}
