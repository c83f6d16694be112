// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.InstructionWork;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The issue cycles of a run by portable instruction and kind of port. */
record PortWork(SortedMap<Key, Work> work) {
  /**
   * Identifies an instruction of the program, independent of the device.
   *
   * @param kernel index in the program's table
   * @param number index of the instruction across the kernel's blocks
   */
  record Key(int kernel, int number) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return kernel != other.kernel
          ? Integer.compare(kernel, other.kernel)
          : Integer.compare(number, other.number);
    }
  }

  /**
   * The cycles spent on an instruction.
   *
   * @param words kind of instruction, in the plural
   * @param place source line; a special line if unknown
   * @param issued issue cycles by name of the port
   * @param cycles cycles of issue and of all stall reasons
   * @param executions number of executions by wavefronts; 0 if unknown
   * @param dramBytes DRAM bytes transferred for the instruction; 0 if unknown
   */
  record Work(
      String words,
      Place place,
      SortedMap<String, Long> issued,
      long cycles,
      long executions,
      long dramBytes) {
    double on(String port) {
      return issued.getOrDefault(port, 0L);
    }

    double all() {
      return issued.values().stream().mapToLong(c -> c).sum();
    }
  }

  /** The work of a run whose cycles were not recorded by line. */
  static final PortWork NONE = new PortWork(new TreeMap<>());

  /** Returns the work of a run; {@link #NONE} if cycles were not recorded by line. */
  static PortWork of(LineTimes lines, IssueScheme issue, LinePlaces places) {
    if (lines == null || !lines.isTold()) {
      return NONE;
    }
    SortedMap<Key, Work> work = new TreeMap<>();
    for (KernelTimes kernel : lines.kernels()) {
      List<Instruction> code = instructions(kernel);
      InstructionWords words = new InstructionWords(kernel);
      for (InstructionTimes i : kernel.instructions()) {
        if (i.instruction() >= 0) {
          Place place = places.placeOrSpecial(kernel.file(), i.line());
          String what =
              i.instruction() < code.size() ? words.of(code.get(i.instruction())) : "instructions";
          work.put(
              new Key(kernel.index(), i.instruction()),
              new Work(
                  what,
                  place,
                  issued(i, lines, issue),
                  waiting(i, lines),
                  i.work().map(InstructionWork::executions).orElse(0L),
                  i.work().map(w -> w.dramBytes().orElse(0)).orElse(0L)));
        }
      }
    }
    return new PortWork(work);
  }

  private static long waiting(InstructionTimes i, LineTimes lines) {
    long all = 0;
    for (IssueCause c : lines.causes()) {
      all += c.common() == CommonCause.NO_WAVEFRONT ? 0 : i.ticks()[c.ordinal()];
    }
    return all;
  }

  private static List<Instruction> instructions(KernelTimes kernel) {
    List<Instruction> all = new ArrayList<>();
    for (Block block : kernel.code().kernel().blocks()) {
      all.addAll(block.instructions());
    }
    return all;
  }

  private static SortedMap<String, Long> issued(
      InstructionTimes i, LineTimes lines, IssueScheme issue) {
    SortedMap<String, Long> ports = new TreeMap<>();
    for (IssuePort port : issue.ports()) {
      List<String> issued = issue.issued(port);
      long cycles = 0;
      for (IssueCause c : lines.causes()) {
        cycles += issued.contains(c.statistic()) ? i.ticks()[c.ordinal()] : 0;
      }
      if (cycles > 0) {
        ports.put(port.name(), cycles);
      }
    }
    return ports;
  }

  boolean isKnown() {
    return !work.isEmpty();
  }

  Map<Key, Work> all() {
    return work;
  }

  /** Returns the instructions that spend at least half of their cycles issuing on a port. */
  List<Key> mostlyOn(String port) {
    return work.keySet().stream()
        .filter(k -> work.get(k).on(port) > 0 && 2 * work.get(k).on(port) >= work.get(k).all())
        .toList();
  }

  /** Returns the cycles of selected instructions on a port. */
  double cycles(String port, Predicate<Key> which) {
    return work.entrySet().stream()
        .filter(e -> which.test(e.getKey()))
        .mapToDouble(e -> e.getValue().on(port))
        .sum();
  }

  /** Returns how many wavefronts executed the selected instructions, summed over these. */
  double executions(Predicate<Key> which) {
    return work.entrySet().stream()
        .filter(e -> which.test(e.getKey()))
        .mapToDouble(e -> e.getValue().executions())
        .sum();
  }

  /** Whether DRAM bytes are known for each instruction. */
  boolean hasDramBytes() {
    return work.values().stream().anyMatch(w -> w.dramBytes() > 0);
  }
}
