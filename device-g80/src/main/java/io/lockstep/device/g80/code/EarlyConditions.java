// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.pass.PortableCode;
import io.lockstep.lower.schedule.DependenceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Moves a branch's test, and the update of a counter that it reads, up to where other instructions
 * of the straight line wait for operands, as a list scheduler does. The other instructions keep
 * their order. A later reader of the counter's former value must have it in an address register, or
 * the counter stays behind that reader.
 *
 * <p>A straight line is a chain of blocks with single entries and exits and no barrier between
 * them. Lines that read the clock are unchanged.
 */
final class EarlyConditions {
  private static final long OPEN = Long.MAX_VALUE;

  private final Kernel kernel;
  private final Map<Instruction, IssueTime> times;
  private final Function<Instruction, List<Integer>> reads;
  private final int[] entries;
  private final int[] copied; // source of a register that is a copy; otherwise the register itself

  private EarlyConditions(
      Kernel kernel,
      Map<Instruction, IssueTime> times,
      Function<Instruction, List<Integer>> reads) {
    this.kernel = kernel;
    this.times = times;
    this.reads = reads;
    entries = new int[kernel.blocks().size()];
    kernel.blocks().forEach(b -> b.successors().forEach(s -> entries[s]++));
    copied = IntStream.range(0, kernel.registers().size()).toArray();
    BitSet addresses = RegisterCount.sharedAddresses(kernel);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (isCopy(i) && !addresses.get(i.writes().get(0))) { // addresses have their own registers
          copied[i.writes().get(0)] = copied[i.reads().get(0)];
        }
      }
    }
  }

  /**
   * Returns a kernel with its conditions moved.
   *
   * @param times of instructions with a cost
   * @param reads registers of an instruction, including those of a folded address
   */
  static Kernel of(
      Kernel kernel,
      Map<Instruction, IssueTime> times,
      Function<Instruction, List<Integer>> reads) {
    if (!PollLoops.of(kernel).isEmpty()) {
      return kernel; // polls are repeated in their order
    }
    EarlyConditions conditions = new EarlyConditions(kernel, times, reads);
    List<Block> blocks = new ArrayList<>(kernel.blocks());
    for (int from = 0, end; from < blocks.size(); from = end) {
      end = conditions.lineEnd(from);
      conditions.move(blocks.subList(from, end));
    }
    return kernel.withBlocks(blocks);
  }

  /** The block after the straight line that begins with a block. */
  private int lineEnd(int from) {
    int b = from;
    while (kernel.blocks().get(b).successors().equals(List.of(b + 1))
        && entries[b + 1] == 1
        && kernel.blocks().get(b).last().op() != Op.BARRIER) {
      b++;
    }
    return b + 1;
  }

  private void move(List<Block> line) {
    Op last = line.get(line.size() - 1).last().op();
    if (last != Op.BRANCH && last != Op.SWITCH) {
      return;
    }
    List<Instruction> code = new ArrayList<>();
    List<Integer> block = new ArrayList<>();
    for (int b = 0; b < line.size(); b++) {
      code.addAll(line.get(b).instructions());
      block.addAll(Collections.nCopies(line.get(b).instructions().size(), b));
    }
    BitSet early = condition(code, block);
    if (!early.isEmpty()) {
      List<List<Instruction>> moved = new Line(code, block, early).moved(line.size());
      for (int b = 0; b < line.size(); b++) {
        line.set(b, PortableCode.with(line.get(b), moved.get(b)));
      }
    }
  }

  /**
   * The test of a line's branch and the counter updates that it reads; none if the test depends on
   * other instructions of the line, or nothing may move. Each block keeps its last instruction.
   */
  private BitSet condition(List<Instruction> code, List<Integer> block) {
    boolean readsClock =
        code.stream().anyMatch(i -> i.special() == Special.CLOCK || i.special() == Special.CLOCK64);
    int end = code.size() - 1;
    BitSet early = new BitSet();
    if (readsClock || code.get(end).reads().size() != 1) {
      return early;
    }
    int test = writer(code, code.get(end).reads().get(0), end);
    if (test < 0 || !isMovable(code, block, test)) {
      return early;
    }
    early.set(test);
    for (int operand : code.get(test).reads()) {
      int step = writer(code, operand, test);
      while (step >= 0 && isCopy(code.get(step)) && isMovable(code, block, step)) {
        early.set(step);
        step = writer(code, code.get(step).reads().get(0), step);
      }
      if (step >= 0) {
        int at = step;
        boolean ready = code.get(step).reads().stream().allMatch(r -> writer(code, r, at) < 0);
        if (!ready || !isMovable(code, block, step)) {
          return new BitSet();
        }
        early.set(step);
      }
    }
    return early;
  }

  /** The last instruction before {@code before} that writes a register, or -1. */
  private static int writer(List<Instruction> code, int register, int before) {
    int k = before - 1;
    while (k >= 0 && !code.get(k).writes().contains(register)) {
      k--;
    }
    return k;
  }

  private static boolean isMovable(List<Instruction> code, List<Integer> block, int k) {
    return block.get(k).equals(block.get(k + 1))
        && code.get(k).guard() < 0
        && PortableCode.isPure(code.get(k));
  }

  /** Whether an instruction copies a register without issuing. */
  private boolean isCopy(Instruction i) {
    return i.reads().size() == 1
        && i.writes().size() == 1
        && times.containsKey(i)
        && times.get(i).clocks() == 0;
  }

  /** A straight line as a single warp issues it. */
  private final class Line {
    private final List<Instruction> code;
    private final List<Integer> block;
    private final BitSet early;
    private final DependenceGraph graph;
    private final long[] ready = new long[kernel.registers().size()];
    private final List<List<Instruction>> moved = new ArrayList<>();
    private long now;

    Line(List<Instruction> code, List<Integer> block, BitSet early) {
      this.code = code;
      this.block = block;
      this.early = early;
      graph = new DependenceGraph(code.size());
      for (int k : early.stream().toArray()) {
        for (int before = 0; before < k; before++) {
          if (precedes(before, k)) {
            graph.edge(before, k, 1, 0);
          }
        }
      }
    }

    /** Whether an early instruction depends on one before it. */
    private boolean precedes(int before, int k) {
      List<Integer> writes = code.get(k).writes();
      List<Integer> written = code.get(before).writes();
      return !Collections.disjoint(written, reads.apply(code.get(k)))
          || !Collections.disjoint(written, writes)
          || reads.apply(code.get(before)).stream().anyMatch(r -> writes.contains(copied[r]));
    }

    List<List<Instruction>> moved(int blocks) {
      for (int b = 0; b < blocks; b++) {
        moved.add(new ArrayList<>());
      }
      for (int k = 0; k < code.size(); k++) {
        if (!graph.isIssued(k)) {
          for (int e = early(k); e >= 0; e = early(k)) {
            issue(e, block.get(k));
          }
          issue(k, block.get(k));
        }
      }
      return moved;
    }

    /** An early instruction that can issue while another waits, or -1. */
    private int early(int next) {
      long until = start(next);
      for (int k = early.nextSetBit(next + 1); k >= 0 && until > now; k = early.nextSetBit(k + 1)) {
        long start = graph.isIssued(k) || !graph.isReady(k) ? OPEN : start(k);
        if (start != OPEN && (until == OPEN || start + time(k).clocks() <= until)) {
          return k;
        }
      }
      return -1;
    }

    private IssueTime time(int k) {
      return times.getOrDefault(code.get(k), IssueTime.NONE);
    }

    /** The tick at which an instruction's operands are available, or {@link #OPEN}. */
    private long start(int k) {
      long start = now;
      for (int r : reads.apply(code.get(k))) {
        start = Math.max(start, ready[r]);
      }
      return start;
    }

    private void issue(int k, int inBlock) {
      long start = start(k);
      if (start == OPEN) { // assume that memory has answered
        Arrays.setAll(ready, r -> ready[r] == OPEN ? now : ready[r]);
        start = start(k);
      }
      now = start + time(k).clocks();
      long there = time(k).latency() == IssueTime.OPEN ? OPEN : start + time(k).latency();
      code.get(k).writes().forEach(d -> ready[d] = there);
      graph.issue(k, r -> {});
      moved.get(inBlock).add(code.get(k));
    }
  }
}
