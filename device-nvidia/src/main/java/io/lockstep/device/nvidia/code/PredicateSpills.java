// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Instruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps predicates in vector registers between their definitions and their readers. Not
 * thread-safe.
 */
final class PredicateSpills {
  private static final Value ONE = Value.immediate(1);

  private final VirtualRegisters registers;
  private final BitSet spilled = new BitSet(); // and the short-lived predicates that replace them

  PredicateSpills(VirtualRegisters registers) {
    this.registers = registers;
  }

  boolean isCandidate(int predicate) {
    return !spilled.get(predicate);
  }

  /** Spills predicates: each is kept in a vector register of its own between its uses. */
  void spill(List<Integer> predicates, List<List<SassOp>> blocks) {
    Map<Integer, Value> homes = new HashMap<>();
    for (int predicate : predicates) {
      spilled.set(predicate);
      homes.put(predicate, registers.temporary(Kind.VECTOR));
    }
    for (List<SassOp> block : blocks) {
      List<SassOp> all = new ArrayList<>();
      for (SassOp op : block) {
        Set<Integer> read = new TreeSet<>();
        Set<Integer> written = new TreeSet<>();
        op.reads(r -> addKnown(r, homes, read));
        op.writes(r -> addKnown(r, homes, written));
        Map<Integer, Value> names = new HashMap<>();
        read.forEach(r -> names.computeIfAbsent(r, k -> shortLived()));
        written.forEach(r -> names.computeIfAbsent(r, k -> shortLived()));
        read.addAll(op.guard == null ? Set.of() : written); // lanes outside keep the former value
        if (!names.isEmpty()) {
          op.renameReads(r -> names.getOrDefault(r.number(), r));
          op.renameWrites(r -> names.getOrDefault(r.number(), r));
        }
        for (int r : read) {
          all.add(
              operation("ISETP.NE.AND", op.from, names.get(r), List.of(homes.get(r), Value.ZERO)));
        }
        all.add(op);
        for (int w : written) {
          all.add(
              operation(
                  "SEL", op.from, homes.get(w), List.of(Value.ZERO, ONE, names.get(w).not())));
        }
      }
      block.clear();
      block.addAll(all);
    }
  }

  private static void addKnown(int register, Map<Integer, Value> homes, Set<Integer> to) {
    if (homes.containsKey(register)) {
      to.add(register);
    }
  }

  private Value shortLived() {
    Value now = registers.temporary(Kind.PREDICATE);
    spilled.set(now.number());
    return now;
  }

  private static SassOp operation(
      String name, List<Instruction> from, Value result, List<Value> sources) {
    SassOp op = new SassOp(name, Pipe.ALU);
    op.from = from;
    op.results.add(result);
    op.sources.addAll(sources);
    return op;
  }
}
