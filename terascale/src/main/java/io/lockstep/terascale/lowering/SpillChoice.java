// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.register.LinearScan;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.Rematerialisation;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses values to spill where an allocation needs too many registers: first values that are cheap
 * to rematerialise, then those accessed least, and among equals those that stay live longest.
 */
final class SpillChoice {

  /** Maximum operations that rematerialise a value. */
  private static final int RECIPE = 3;

  /** Maximum distance, in operations, between the first and the last value stored together. */
  private static final int TOGETHER = 64;

  /** Half-positions for which a spilled value still occupies a register. */
  private static final int SHORT = 4 * SpillCode.WINDOW;

  /** The last write of a value: an operation at a position of a block. */
  private record Write(MachineOp op, int block, int at) {}

  private final ValueTable values;
  private final long[] cost;
  private final int[] writes;
  private final Write[] last;
  private final BitSet barred = new BitSet();
  private final Rematerialisation<MachineOp> recipes;

  /**
   * @param code operations before spill code is inserted
   */
  SpillChoice(Kernel kernel, List<List<MachineOp>> code, KernelFacts facts) {
    values = facts.values();
    cost = new long[values.count()];
    writes = new int[values.count()];
    last = new Write[values.count()];
    for (Block block : kernel.blocks()) {
      scan(block, code.get(block.id()));
    }
    // Values that are undefined on some path, so that their slots may be unwritten.
    barred.or(MachineValues.live(code, kernel.blocks()).liveIn(0));
    BitSet inputs = new BitSet();
    for (int first : facts.inputs()) {
      inputs.set(first, first + 4);
    }
    barred.or(inputs);
    recipes =
        new Rematerialisation<>(
            this::repeatable, MachineValues.ACCESSES::reads, inputs::get, RECIPE);
  }

  private void scan(Block block, List<MachineOp> ops) {
    long weight = RegisterFacts.weight(block);
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (int v : op.reads()) {
        cost[v] += weight;
        if (op.kind() != MachineOp.Kind.ALU && values.isGrouped(v)) {
          // Channels that an operation reads from one register must be reloaded together.
          barred.set(v);
        }
      }
      for (int result : op.results()) {
        cost[result] += weight;
        writes[result]++;
        last[result] = new Write(op, block.id(), i);
      }
    }
  }

  /** Adds values to a plan of spilled values; returns whether any was added. */
  boolean choose(SpillPlan plan, LinearScan registers, int limit) {
    List<LiveInterval> candidates =
        registers.intervals().stream()
            .filter(
                i ->
                    i.values().stream()
                        .noneMatch(v -> barred.get(v) || plan.has(v) || writes[v] == 0))
            .sorted(
                Comparator.comparing((LiveInterval i) -> recipe(i).isEmpty())
                    .thenComparing(
                        i -> i.values().stream().mapToLong(v -> cost[v]).sum() / i.values().size())
                    .thenComparing(i -> -i.to())
                    .thenComparing(i -> i.values().get(0)))
            .toList();
    List<LiveInterval> chosen = registers.spilled(limit, candidates, SHORT);
    List<Integer> singles = new ArrayList<>();
    for (LiveInterval interval : chosen) {
      int first = interval.values().get(0);
      if (!recipe(interval).isEmpty()) {
        plan.rematerialise(first, recipe(interval));
      } else if (interval.values().size() == 1 && mayJoin(first)) {
        singles.add(first);
      } else {
        plan.spill(interval.values(), false);
      }
    }
    join(singles, plan);
    return !chosen.isEmpty();
  }

  /** Spills values that are defined close to each other to common vectors. */
  private void join(List<Integer> singles, SpillPlan plan) {
    singles.sort(
        Comparator.<Integer>comparingInt(v -> last[v].block())
            .thenComparing(v -> last[v].at())
            .thenComparing(v -> v));
    for (int from = 0, end; from < singles.size(); from = end) {
      Write first = last[singles.get(from)];
      end = from + 1;
      while (end < Math.min(singles.size(), from + 4)
          && last[singles.get(end)].block() == first.block()
          && last[singles.get(end)].at() - first.at() <= TOGETHER) {
        end++;
      }
      plan.spill(singles.subList(from, end), true);
    }
  }

  /** Whether a value may be stored together with others, as a channel of a shared register. */
  private boolean mayJoin(int value) {
    MachineOp op = last[value].op();
    return writes[value] == 1
        && !values.isGrouped(value)
        && op.results().length == 1
        && (op.unit() == Unit.ANY || op.kind() == MachineOp.Kind.FETCH);
  }

  /** Operations that rematerialise an interval's only value from constants and ids. */
  private List<MachineOp> recipe(LiveInterval interval) {
    return interval.values().size() == 1 ? recipes.recipe(interval.values().get(0)) : List.of();
  }

  /** The only operation that defines a value if it may be repeated; otherwise null. */
  private MachineOp repeatable(int value) {
    MachineOp op = writes[value] == 1 ? last[value].op() : null;
    boolean repeats =
        op != null
            && op.kind() == MachineOp.Kind.ALU
            && op.unit() == Unit.ANY
            && op.vector() < 0
            && !op.hasEffect()
            && op.results().length == 1
            && Arrays.stream(op.sources()).noneMatch(s -> s.kind() == Source.Kind.QUEUE);
    return repeats ? op : null;
  }
}
