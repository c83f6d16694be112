// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Instruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

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

  void spill(int predicate, List<List<SassOp>> blocks) {
    spilled.set(predicate);
    Value home = registers.temporary(Kind.VECTOR);
    for (List<SassOp> block : blocks) {
      List<SassOp> all = new ArrayList<>();
      for (SassOp op : block) {
        boolean[] uses = new boolean[2];
        op.reads(r -> uses[0] |= r == predicate);
        op.writes(r -> uses[1] |= r == predicate);
        if (!uses[0] && !uses[1]) {
          all.add(op);
          continue;
        }
        Value now = registers.temporary(Kind.PREDICATE);
        spilled.set(now.number());
        op.renameReads(r -> r.number() == predicate ? now : r);
        op.renameWrites(r -> r.number() == predicate ? now : r);
        if (uses[0] || op.guard != null) { // lanes outside keep the former value
          all.add(operation("ISETP.NE.AND", op.from, now, List.of(home, Value.ZERO)));
        }
        all.add(op);
        if (uses[1]) {
          all.add(operation("SEL", op.from, home, List.of(Value.ZERO, ONE, now.not())));
        }
      }
      block.clear();
      block.addAll(all);
    }
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
