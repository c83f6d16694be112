// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Counts the instructions of a work-group and fails if they exceed the budget. For a long-running
 * group it also counts the executions of each block, so that the error can name lines. Only {@link
 * #progress} is thread-safe.
 */
public final class InstructionBudget {
  /** Divisor of the budget: groups are watched from this fraction on, which few reach. */
  private static final int UNWATCHED = 16;

  private static final int MOST_LINES = 4;

  private final long budget;
  private final long watchFrom;
  private final CompiledBlock[] blocks;
  private final FaultPlace place;
  private final MachineState state;
  private final long[] executions; // by block, of the watched group
  private final AtomicLong watched = new AtomicLong(); // instructions; 0 if no group is watched
  private final AtomicLong group = new AtomicLong();
  private long spent;
  private long groupsBefore;
  private long mostBefore;

  public InstructionBudget(
      long budget, CompiledBlock[] blocks, FaultPlace place, MachineState state) {
    this.budget = budget;
    this.watchFrom = budget / UNWATCHED;
    this.blocks = blocks;
    this.place = place;
    this.state = state;
    executions = new long[blocks.length];
  }

  public void begin() {
    if (spent > 0) {
      groupsBefore++;
      mostBefore = Math.max(mostBefore, spent);
    }
    spent = 0;
    if (watched.getPlain() > 0) {
      watched.lazySet(0);
      Arrays.fill(executions, 0);
    }
  }

  /** Starts another launch. */
  public void restart() {
    begin();
    groupsBefore = 0;
    mostBefore = 0;
  }

  public long spent() {
    return spent;
  }

  /** Resets the count to an earlier value, because the polls since then are not recorded. */
  public void takeBack(long instructions) {
    spent = instructions;
  }

  /** Suspends the group; returns its instruction count. */
  public long suspend() {
    long instructions = spent;
    spent = 0;
    begin();
    return instructions;
  }

  public void resume(long instructions) {
    begin();
    spent = instructions;
  }

  /** Counts the execution of a block by a fragment. */
  public void spend(CompiledBlock block, Fragment fragment) {
    spent += block.instructions;
    if (spent > watchFrom) {
      watch(block, fragment);
    }
  }

  private void watch(CompiledBlock block, Fragment fragment) {
    executions[block.id]++;
    group.lazySet(state.group);
    watched.lazySet(spent);
    if (spent > budget) {
      throw place.fault(
          block.block.instructions().get(0), message(fragment), fragment.lanes.first());
    }
  }

  private String message(Fragment fragment) {
    Map<Integer, Long> lines = new TreeMap<>();
    long all = 0;
    for (CompiledBlock block : blocks) {
      for (Instruction in : block.block.instructions()) {
        lines.merge(in.line(), executions[block.id], Long::sum);
        all += executions[block.id];
      }
    }
    long total = all;
    List<Map.Entry<Integer, Long>> most =
        lines.entrySet().stream()
            .filter(line -> line.getKey() > 0 && line.getValue() > 0)
            .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_LINES)
            .toList();
    String shares =
        most.stream()
            .map(
                line ->
                    String.format(
                        Locale.ROOT,
                        "line %d %.0f %%",
                        line.getKey(),
                        100.0 * line.getValue() / total))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "the budget of %d instructions for a work-group is spent; an endless loop? Of its last %,d"
            + " instructions: %s; %d of %d work-items are there; %s",
        budget,
        total,
        shares.isEmpty() ? "lines unknown" : shares,
        fragment.lanes.count,
        state.geometry.groupSize(),
        before());
  }

  private String before() {
    if (groupsBefore == 0) {
      return "no work-group of the launch has ended before it";
    }
    return String.format(
        Locale.ROOT,
        "%,d %s of the launch ended before it after at most %,d instructions",
        groupsBefore,
        groupsBefore == 1 ? "work-group" : "work-groups",
        mostBefore);
  }

  /** Returns a description of a work-group that takes long; empty if there is none. Thread-safe. */
  public String progress() {
    long now = watched.get();
    return now == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "work-group %d: %.0f%% of the instruction budget",
            group.get(),
            100.0 * now / budget);
  }
}
