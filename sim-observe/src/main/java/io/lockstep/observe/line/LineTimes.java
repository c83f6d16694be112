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
 * reason by reason. Immutable by convention.
 *
 * @param causes of the family, by number: the order of all arrays
 * @param kernels those that were launched, in the order of the program
 * @param launches in their order
 * @param outside by cause: before, between and after launches; all cycles if the model does not
 *     report launches
 * @param isTold whether the model reports the cycles of launches
 */
public record LineTimes(
    List<IssueCause> causes,
    List<KernelTimes> kernels,
    List<LaunchTimes> launches,
    long[] outside,
    boolean isTold) {
  /**
   * Copies the lists.
   *
   * @param causes of the family, by number: the order of all arrays
   * @param kernels those that were launched, in the order of the program
   * @param launches in their order
   * @param outside by cause: before, between and after launches; all cycles if the model does not
   *     report launches
   * @param isTold whether the model reports the cycles of launches
   */
  public LineTimes {
    causes = List.copyOf(causes);
    kernels = List.copyOf(kernels);
    launches = List.copyOf(launches);
  }

  /** {@return cycles by cause of all launches together} */
  public long[] inLaunches() {
    long[] sum = new long[causes.size()];
    launches.forEach(l -> l.lines().values().forEach(ticks -> add(sum, ticks)));
    return sum;
  }

  /**
   * {@return the sum of the cycles of some lines}
   *
   * @param lines by number
   */
  public static long sum(SortedMap<Integer, long[]> lines) {
    return lines.values().stream().mapToLong(LineTimes::sum).sum();
  }

  /**
   * {@return the sum of cycles by cause}
   *
   * @param ticks by cause
   */
  public static long sum(long[] ticks) {
    long sum = 0;
    for (long t : ticks) {
      sum += t;
    }
    return sum;
  }

  /**
   * Adds cycles by cause.
   *
   * @param to is changed
   * @param more of the same family
   */
  public static void add(long[] to, long[] more) {
    for (int i = 0; i < to.length; i++) {
      to[i] += more[i];
    }
  }

  /**
   * One kernel, all of its launches together.
   *
   * @param index in the program's table
   * @param name of the kernel
   * @param file name of its text as the program has it
   * @param launches how many
   * @param instructions of the portable kernel that have cycles or were executed, in its order;
   *     those before its first are the special ones of {@link Line}
   * @param code of the kernel; null if it ran only before a checkpoint
   * @param rows cycles by row of that code, not to be changed; null after a resumption, since
   *     checkpoints hold cycles by line
   */
  public record KernelTimes(
      int index,
      String name,
      String file,
      long launches,
      List<InstructionTimes> instructions,
      MachineKernel code,
      RowTicks rows) {
    /**
     * Copies the list.
     *
     * @param index in the program's table
     * @param name of the kernel
     * @param file name of its text as the program has it
     * @param launches how many
     * @param instructions of the portable kernel that have cycles or were executed, in its order
     * @param code of the kernel, or null
     * @param rows cycles by row of that code, or null
     */
    public KernelTimes {
      instructions = List.copyOf(instructions);
    }

    /** {@return cycles by cause of each line, by number; special ones of {@link Line} first} */
    public SortedMap<Integer, long[]> lines() {
      SortedMap<Integer, long[]> lines = new TreeMap<>();
      for (InstructionTimes i : instructions) {
        if (sum(i.ticks()) == 0) {
          continue; // part of others, which have its time
        }
        add(lines.computeIfAbsent(i.line(), l -> new long[i.ticks().length]), i.ticks());
      }
      return lines;
    }
  }

  /**
   * One instruction of the portable kernel, or one of the special lines.
   *
   * @param instruction its number through the kernel's blocks, or -1
   * @param line in the kernel's text from 1, or one of {@link Line}
   * @param ticks cycles by cause
   * @param work what it did; empty for special lines, and where the model does not report it
   */
  public record InstructionTimes(
      int instruction, int line, long[] ticks, Optional<InstructionWork> work) {}

  /**
   * What an instruction of the portable kernel did.
   *
   * @param executions wavefronts that executed it
   * @param dramBytes bytes over DRAM's pins of the fetches that it caused and of its own writes
   *     that went there, without lines that a cache wrote back; empty if not known, as in a run
   *     that resumed a checkpoint
   */
  public record InstructionWork(long executions, OptionalLong dramBytes) {}

  /**
   * One launch.
   *
   * @param number from 0 on, through the program's measured pass
   * @param kernel index in the program's table
   * @param picos the launch's own time, picoseconds
   * @param lines cycles by cause of each line that has some; special ones of {@link Line} first
   */
  public record LaunchTimes(
      long number, int kernel, long picos, SortedMap<Integer, long[]> lines) {}

  /** Lines that no text has. */
  public static final class Line {
    /** Device code without a source line. */
    public static final int UNKNOWN = 0;

    /** No wavefront was resident. */
    public static final int NONE = -1;

    /** The model named the cause and no instruction. */
    public static final int UNTOLD = -2;

    private Line() {}
  }

  /**
   * {@return the kernel of a launch}
   *
   * @param launch one of these
   */
  public KernelTimes kernel(LaunchTimes launch) {
    return kernels.stream().filter(k -> k.index() == launch.kernel()).findFirst().orElseThrow();
  }

  /**
   * {@return the launches of a kernel}
   *
   * @param kernel one of these
   */
  public List<LaunchTimes> launches(KernelTimes kernel) {
    return launches.stream().filter(l -> l.kernel() == kernel.index()).toList();
  }
}
