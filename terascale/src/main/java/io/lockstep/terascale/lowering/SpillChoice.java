// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeSet;

/**
 * Chooses values to spill where an allocation needs too many registers: first values that are cheap
 * to rematerialise, then those accessed least, weighted by eight for each enclosing loop, and among
 * equals those that stay live longest.
 */
final class SpillChoice {

  /** Maximum operations that rematerialise a value. */
  private static final int RECIPE = 3;

  /** Maximum distance, in operations, between the first and the last value stored together. */
  private static final int TOGETHER = 64;

  /** Half-positions for which a spilled value still occupies a register. */
  private static final int SHORT = 4 * SpillCode.WINDOW;

  private final List<List<MachineOp>> code;
  private final ValueTable values;
  private final KernelFacts facts;
  private final RegisterAllocation registers;
  private final long[] cost;
  private final int[] writes;
  private final int[] block; // block of the last write
  private final int[] at; // position of the last write in its block
  private final boolean[] barred;

  SpillChoice(
      Kernel kernel, List<List<MachineOp>> code, KernelFacts facts, RegisterAllocation registers) {
    this.code = code;
    this.facts = facts;
    this.registers = registers;
    values = facts.values();
    int n = values.count();
    cost = new long[n];
    writes = new int[n];
    block = new int[n];
    at = new int[n];
    barred = new boolean[n];
    for (Block b : kernel.blocks()) {
      scan(b);
    }
    BitSet undefined = MachineValues.live(code, kernel.blocks()).liveIn(0);
    undefined.stream()
        .forEach(v -> barred[v] = true); // undefined on some path, so its slot may be unwritten
    for (int first : facts.inputs()) {
      for (int v = first; v < first + 4; v++) {
        barred[v] = true;
      }
    }
  }

  private void scan(Block of) {
    long weight = RegisterFacts.weight(of);
    List<MachineOp> ops = code.get(of.id());
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (Source s : op.sources()) {
        if (s.isValue()) {
          cost[s.number()] += weight;
          // Channels that an operation reads from one register must be reloaded together.
          barred[s.number()] |= op.kind() != MachineOp.Kind.ALU && values.isGrouped(s.number());
        }
      }
      for (int result : op.results()) {
        cost[result] += weight;
        writes[result]++;
        block[result] = of.id();
        at[result] = i;
      }
    }
  }

  /** Adds values to a plan of spilled values; returns whether any was added. */
  boolean choose(SpillPlan plan, int limit) {
    List<List<Integer>> units = units(plan);
    List<Integer> over = new ArrayList<>();
    for (int v = 0; v < values.count(); v++) {
      if (registers.to(v) >= 0 && values.leader(v) == v && values.register(v) >= limit) {
        over.add(v);
      }
    }
    over.sort(Comparator.comparingInt(registers::from));
    List<List<Integer>> chosen = new ArrayList<>();
    // Positions ascend, so each interval enters and leaves its queue once.
    Queue<Integer> taken = new PriorityQueue<>(Comparator.comparingInt(registers::to));
    List<Integer> coming = new ArrayList<>();
    for (int u = 0; u < units.size(); u++) {
      coming.add(u);
    }
    coming.sort(Comparator.comparingInt(u -> registers.from(units.get(u).get(0))));
    Queue<Integer> ending = new PriorityQueue<>(Comparator.comparingInt(u -> end(units.get(u))));
    Queue<Integer> relieving = new PriorityQueue<>(Comparator.comparingInt(u -> end(units.get(u))));
    TreeSet<Integer> open = new TreeSet<>(); // units live at the current position, best first
    int next = 0;
    int excess = 0;
    for (int leader : over) {
      int place = registers.from(leader);
      taken.add(leader);
      excess += width(leader);
      while (registers.to(taken.peek()) < place) {
        excess -= width(taken.remove());
      }
      while (!relieving.isEmpty() && end(units.get(relieving.peek())) <= place) {
        excess += units.get(relieving.remove()).size();
      }
      while (next < coming.size() && registers.from(units.get(coming.get(next)).get(0)) <= place) {
        open.add(coming.get(next));
        ending.add(coming.get(next++));
      }
      while (!ending.isEmpty() && end(units.get(ending.peek())) <= place) {
        open.remove(ending.remove());
      }
      while (excess > 0 && !open.isEmpty()) {
        int best = open.pollFirst();
        excess -= units.get(best).size();
        chosen.add(units.get(best));
        relieving.add(best);
      }
    }
    plan(plan, chosen);
    return !chosen.isEmpty();
  }

  private int width(int leader) {
    return Integer.bitCount(registers.channelsOf(leader));
  }

  /** Half-position from which spilling a unit no longer frees its register for long enough. */
  private int end(List<Integer> unit) {
    return registers.to(unit.get(0)) - SHORT;
  }

  /** Groups of values that share a register, best spill candidate first. */
  private List<List<Integer>> units(SpillPlan plan) {
    List<List<Integer>> members = new ArrayList<>();
    for (int v = 0; v < values.count(); v++) {
      members.add(null);
    }
    List<List<Integer>> units = new ArrayList<>();
    for (int v = 0; v < cost.length; v++) {
      int leader = values.leader(v);
      if (registers.to(v) < 0) {
        continue;
      }
      if (members.get(leader) == null) {
        members.set(leader, new ArrayList<>());
        units.add(members.get(leader));
      }
      members.get(leader).add(v);
    }
    units.removeIf(
        unit ->
            registers.to(unit.get(0)) - registers.from(unit.get(0)) <= SHORT
                || unit.stream().anyMatch(v -> barred[v] || plan.has(v) || writes[v] == 0));
    Comparator<List<Integer>> order = Comparator.comparingInt(unit -> recipe(unit) != null ? 0 : 1);
    units.sort(
        order
            .thenComparingLong(unit -> unit.stream().mapToLong(v -> cost[v]).sum() / unit.size())
            .thenComparingInt(unit -> -registers.to(unit.get(0)))
            .thenComparingInt(unit -> unit.get(0)));
    return units;
  }

  private void plan(SpillPlan plan, List<List<Integer>> chosen) {
    List<Integer> singles = new ArrayList<>();
    for (List<Integer> unit : chosen) {
      List<MachineOp> recipe = recipe(unit);
      if (recipe != null) {
        plan.rematerialise(unit.get(0), recipe);
      } else if (unit.size() == 1 && mayJoin(unit.get(0))) {
        singles.add(unit.get(0));
      } else {
        plan.spill(unit, false);
      }
    }
    singles.sort(
        Comparator.<Integer>comparingInt(v -> block[v])
            .thenComparingInt(v -> at[v])
            .thenComparingInt(v -> v));
    List<Integer> vector = new ArrayList<>();
    for (int v : singles) {
      boolean joins =
          !vector.isEmpty()
              && vector.size() < 4
              && block[vector.get(0)] == block[v]
              && at[v] - at[vector.get(0)] <= TOGETHER;
      if (!joins && !vector.isEmpty()) {
        plan.spill(vector, true);
        vector.clear();
      }
      vector.add(v);
    }
    if (!vector.isEmpty()) {
      plan.spill(vector, true);
    }
  }

  /** Whether a value may be stored together with others, as a channel of a shared register. */
  private boolean mayJoin(int value) {
    MachineOp op = writes[value] == 1 ? code.get(block[value]).get(at[value]) : null;
    return op != null
        && !values.isGrouped(value)
        && op.results().length == 1
        && (op.unit() == Unit.ANY || op.kind() == MachineOp.Kind.FETCH);
  }

  /** Operations that rematerialise a unit's only value from constants and ids, or null. */
  private List<MachineOp> recipe(List<Integer> unit) {
    if (unit.size() != 1) {
      return null;
    }
    List<MachineOp> recipe = new ArrayList<>();
    return cook(unit.get(0), recipe) ? recipe : null;
  }

  private boolean cook(int value, List<MachineOp> recipe) {
    if (writes[value] != 1) {
      return false;
    }
    MachineOp op = code.get(block[value]).get(at[value]);
    boolean cheap =
        op.unit() == Unit.ANY && SpillCode.isPure(op) && recipe.size() < RECIPE && op.vector() < 0;
    if (!cheap) {
      return false;
    }
    for (Source s : op.sources()) {
      boolean known =
          !s.isValue()
              || isInput(s.number())
              || recipe.stream().anyMatch(r -> r.writes(s.number()));
      if (!known && !(s.number() < writes.length && cook(s.number(), recipe))) {
        return false;
      }
    }
    if (recipe.size() == RECIPE) {
      return false;
    }
    recipe.add(op);
    return true;
  }

  private boolean isInput(int value) {
    for (int first : facts.inputs()) {
      if (value >= first && value < first + 4) {
        return true;
      }
    }
    return false;
  }
}
