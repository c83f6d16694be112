// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.unroll;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Several iterations of a loop behind each other. All but the last write registers of their own,
 * and the steps of counters are added to the first one's value at once.
 */
final class Repeated {
  private final RegisterFacts facts;
  private final List<Type> types;
  private final Map<Instruction, Instruction> origins;
  private final BitSet kept = new BitSet(); // registers that are read behind an iteration
  private final Map<Integer, Integer> names = new HashMap<>(); // never iterated
  private final Map<Integer, Sum> sums = new HashMap<>(); // by register
  private final List<List<Instruction>> blocks = new ArrayList<>(List.of(new ArrayList<>()));

  private record Sum(int base, long offset) {}

  private Repeated(RegisterFacts facts, List<Type> types, Map<Instruction, Instruction> origins) {
    this.facts = facts;
    this.types = types;
    this.origins = origins;
  }

  /**
   * Returns the blocks of so many iterations, without a branch at the end.
   *
   * @param repeats whether further iterations may follow
   * @param types receives the types of new registers
   * @param origins receives the original of each instruction
   */
  static List<List<Instruction>> of(
      CountedLoop loop,
      int times,
      boolean repeats,
      RegisterFacts facts,
      List<Type> types,
      Map<Instruction, Instruction> origins) {
    Repeated repeated = new Repeated(facts, types, origins);
    repeated.kept.or(repeats ? facts.liveness().liveIn(loop.first()) : new BitSet());
    repeated.kept.or(facts.liveness().liveIn(loop.exit()));
    for (int k = 1; k <= times; k++) {
      for (int b = 0; b < loop.blocks().size(); b++) {
        if (b > 0) {
          repeated.blocks.add(new ArrayList<>());
        }
        for (Instruction i : loop.blocks().get(b).instructions()) {
          if (i.op() != Op.BRANCH) {
            repeated.add(i, k == times);
          }
        }
      }
    }
    return repeated.blocks;
  }

  private void add(Instruction i, boolean last) {
    InstructionBuilder copy =
        InstructionBuilder.from(i).from(i.sources().stream().map(this::renamed).toList());
    if (i.guard() >= 0) {
      copy.guard(names.getOrDefault(i.guard(), i.guard()), i.guardNegated());
    }
    Sum sum = sum(i);
    if (sum != null) {
      copy.from(Operand.register(sum.base), Operand.immediate(sum.offset));
    }
    List<Integer> results = new ArrayList<>();
    for (int d : i.destinations()) {
      results.add(d < 0 ? d : result(d, i, last));
    }
    for (int d : results) {
      sums.remove(d);
      sums.values().removeIf(s -> s.base == d);
    }
    if (sum != null && sum.base != results.get(0)) {
      sums.put(results.get(0), sum);
    }
    emit(copy.to(results), i);
  }

  private Operand renamed(Operand o) {
    return o.isRegister() ? Operand.register(names.getOrDefault(o.register(), o.register())) : o;
  }

  /** The sum that an addition of a constant to a counter makes; null for other instructions. */
  private Sum sum(Instruction i) {
    Operand a = i.op() == Op.ADD ? i.sources().get(0) : Operand.immediate(0);
    boolean whole = i.op() == Op.ADD && !i.type().isFloat() && i.guard() < 0 && !i.saturate();
    Long step =
        whole && a.isRegister() && i.writes().size() == 1
            ? facts.constant(i.sources().get(1))
            : null;
    if (step == null || facts.definitions(a.register()) < 2) {
      return null;
    }
    int register = renamed(a).register();
    Sum before = sums.getOrDefault(register, new Sum(register, 0));
    return new Sum(before.base, CountedLoop.value(i.type(), before.offset + step));
  }

  /** The register for a result; one with a guard keeps the former value of the register. */
  private int result(int d, Instruction i, boolean last) {
    int now = names.getOrDefault(d, d);
    boolean original = last && kept.get(d);
    if (i.guard() >= 0 && !original) {
      return now;
    }
    if (i.guard() >= 0 && now != d) {
      InstructionBuilder move = InstructionBuilder.of(Op.MOVE, types.get(d));
      emit(move.from(Operand.register(now)).to(d), i);
    }
    int name = d;
    if (!original) {
      name = types.size();
      types.add(types.get(d));
    }
    names.put(d, name);
    return name;
  }

  private void emit(InstructionBuilder builder, Instruction from) {
    Instruction made = builder.build();
    origins.put(made, from);
    blocks.get(blocks.size() - 1).add(made);
  }
}
