// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.family;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.family.MachineOp.Unit;
import io.lockstep.lower.register.LinearScan;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.LiveRanges;
import io.lockstep.lower.register.ProgramPoints;
import io.lockstep.lower.register.Rematerialisation;
import io.lockstep.lower.register.SpillSlots;
import io.lockstep.lower.register.Spiller;
import io.lockstep.spi.RefusalException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns registers under a limit, beyond which values are rematerialised or spilled. */
final class Allocation {
  private static final int RECIPE = 2; // operations that compute a value again
  private static final int SHORTEST = 3; // positions of an interval that is worth spilling

  private final List<List<MachineOp>> code;
  private final int values;
  private final Map<Integer, Long> price = new HashMap<>(); // executions of readers and writers
  private final List<List<MachineOp>> recipes = new ArrayList<>(); // by value; empty for none
  private final BitSet outside = new BitSet(); // spilled or rematerialised
  private final Comparator<Integer> cheapest =
      Comparator.<Integer, Boolean>comparing(v -> recipes.get(v).isEmpty())
          .thenComparing(v -> price.get(v));
  SpillSlots slots; // of the last allocation
  private int next; // the next temporary value

  Allocation(Kernel kernel, List<List<MachineOp>> code, int values) {
    this.code = code;
    this.values = values;
    MachineOp[] definition = new MachineOp[values];
    int[] writes = new int[values];
    for (Block block : kernel.blocks()) {
      for (MachineOp op : code.get(block.id())) {
        accessed(op).stream().forEach(v -> price.merge(v, RegisterFacts.weight(block), Long::sum));
        if (op.to() >= 0) {
          definition[op.to()] = writes[op.to()]++ == 0 && op.unit() != Unit.MEMORY ? op : null;
        }
      }
    }
    Rematerialisation<MachineOp> search =
        new Rematerialisation<>(v -> definition[v], MachineOp.ACCESSES::reads, v -> false, RECIPE);
    for (int v = 0; v < values; v++) {
      recipes.add(search.recipe(v));
    }
  }

  List<List<MachineOp>> allocated(Kernel kernel, int limit) {
    List<List<Integer>> successors = kernel.blocks().stream().map(Block::successors).toList();
    new ProgramPoints<>(
            code,
            Liveness.of(code, successors, MachineOp.ACCESSES)::liveOut,
            (op, live) -> Liveness.before(op, live, MachineOp.ACCESSES),
            EnumSet.of(ProgramPoints.Side.AFTER, ProgramPoints.Side.BEFORE))
        .relieve(
            point -> held(point.live(), point.instruction()) - limit,
            (point, v) -> !accessed(point.instruction()).get(v) && !outside.get(v),
            point -> cheapest,
            this::leave);
    while (true) {
      List<List<MachineOp>> placed = placed(kernel.privateBytes());
      List<LiveInterval> intervals =
          LiveRanges.of(placed, successors, MachineOp.ACCESSES, next).intervals(v -> v, v -> 0);
      LinearScan scan = new LinearScan(intervals, i -> -1);
      if (scan.registers() <= limit) {
        return renamed(placed, scan);
      }
      List<LiveInterval> candidates =
          intervals.stream()
              .filter(i -> value(i) < values && i.to() - i.from() >= SHORTEST)
              .sorted(Comparator.comparing(Allocation::value, cheapest))
              .toList();
      List<LiveInterval> chosen = scan.spilled(limit, candidates, 0);
      if (chosen.isEmpty()) {
        throw new RefusalException("kernel '" + kernel.name() + "' needs more registers");
      }
      chosen.forEach(i -> leave(value(i)));
    }
  }

  private static int value(LiveInterval interval) {
    return interval.values().get(0);
  }

  private int leave(int value) {
    outside.set(value);
    return 1;
  }

  private static BitSet accessed(MachineOp op) {
    BitSet accessed = new BitSet();
    MachineOp.ACCESSES.reads(op, accessed::set);
    MachineOp.ACCESSES.writes(op, accessed::set);
    return accessed;
  }

  /** The number of live values, those outside of registers only if they are accessed. */
  private int held(BitSet live, MachineOp op) {
    long inside = live.stream().filter(v -> !outside.get(v)).count();
    return (int) (inside + accessed(op).stream().filter(outside::get).count());
  }

  private List<List<MachineOp>> placed(int ownBytes) {
    next = values;
    BitSet spilled = (BitSet) outside.clone();
    outside.stream().filter(v -> !recipes.get(v).isEmpty()).forEach(spilled::clear);
    slots = new SpillSlots(ownBytes, spilled, v -> 1);
    return code.stream().map(this::placed).toList();
  }

  private List<MachineOp> placed(List<MachineOp> block) {
    List<MachineOp> out = new ArrayList<>();
    new Spiller<>(
            MachineOp.ACCESSES::reads,
            MachineOp.ACCESSES::writes,
            (op, v) -> outside.get(v),
            (op, one) -> List.of(inside(one.get(0), out)),
            (op, names, results) ->
                out.add(op.reading(names).writing(leaves(op) ? next++ : op.to())),
            (op, one, from) -> out.add(stored(op)))
        .insert(block.stream().filter(op -> !leaves(op) || slots.of(op.to()) != null).toList());
    return out;
  }

  private boolean leaves(MachineOp op) {
    return op.to() >= 0 && outside.get(op.to());
  }

  private MachineOp stored(MachineOp op) {
    List<Operand> from = List.of(Operand.register(next - 1));
    return new MachineOp(
        "SPILL", Unit.MEMORY, 1, -1, from, slots.of(op.to()).offset(), op.origin());
  }

  private int inside(int value, List<MachineOp> out) {
    Map<Integer, Integer> names = new HashMap<>();
    for (MachineOp op : recipes.get(value)) {
      out.add(op.reading(names::get).writing(next));
      names.put(op.to(), next++);
    }
    if (slots.of(value) != null) {
      int at = slots.of(value).offset();
      out.add(new MachineOp("FILL", Unit.MEMORY, 1, next++, List.of(), at, null));
    }
    return next - 1;
  }

  private static List<List<MachineOp>> renamed(List<List<MachineOp>> code, LinearScan scan) {
    Map<Integer, Integer> register = new HashMap<>(Map.of(-1, -1));
    for (int k = 0; k < scan.intervals().size(); k++) {
      register.put(value(scan.intervals().get(k)), scan.register(k));
    }
    return code.stream()
        .map(b -> b.stream().map(op -> op.reading(register::get).writing(register.get(op.to()))))
        .map(b -> b.toList())
        .toList();
  }
}
