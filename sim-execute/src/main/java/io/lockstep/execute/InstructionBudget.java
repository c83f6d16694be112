package io.lockstep.execute;

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
 * Counts the instructions of a work-group and ends one that takes more than it may. Of a group that
 * takes long it also counts what each block takes, so that the error can name lines. Not
 * thread-safe, but for {@link #progress}.
 */
final class InstructionBudget {
  /** A group is watched once it has spent this part of the budget: the usual one never is. */
  private static final int UNWATCHED = 16;

  private static final int MOST_LINES = 4;

  private final long budget;
  private final long watchFrom;
  private final CompiledBlock[] blocks;
  private final FaultPlace place;
  private final MachineState state;
  private final long[] executions; // of each block, of the group that is watched
  private final AtomicLong watched = new AtomicLong(); // instructions; 0 where none is watched
  private final AtomicLong group = new AtomicLong();
  private long spent;
  private long groupsBefore;
  private long mostBefore;

  InstructionBudget(long budget, CompiledBlock[] blocks, FaultPlace place, MachineState state) {
    this.budget = budget;
    this.watchFrom = budget / UNWATCHED;
    this.blocks = blocks;
    this.place = place;
    this.state = state;
    executions = new long[blocks.length];
  }

  /** A work-group begins. */
  void begin() {
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

  /** {@return instructions that the group has spent} */
  long spent() {
    return spent;
  }

  /** The group gets back what it has spent beyond so many instructions: polls that are not kept. */
  void takeBack(long instructions) {
    spent = instructions;
  }

  /** {@return what the group has spent, which is suspended now} */
  long suspend() {
    long instructions = spent;
    spent = 0;
    begin();
    return instructions;
  }

  /** A suspended group goes on. */
  void resume(long instructions) {
    begin();
    spent = instructions;
  }

  /** A fragment of the group executes a block. */
  void spend(CompiledBlock block, Fragment fragment) {
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

  /** What to say of a work-group that takes long; empty if none does. For any thread. */
  String progress() {
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
