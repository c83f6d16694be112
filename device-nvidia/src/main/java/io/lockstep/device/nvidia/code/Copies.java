// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Liveness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes copies: readers take the original where it still has its value, and registers that are
 * copied to each other and never hold different values at once become one.
 */
final class Copies {
  private static final int MOST = 400; // copies that are tried, so that large kernels take no time

  private final List<List<SassOp>> code;
  private final List<List<Integer>> successors;
  private final VirtualRegisters registers;

  Copies(List<List<SassOp>> code, List<List<Integer>> successors, VirtualRegisters registers) {
    this.code = code;
    this.successors = successors;
    this.registers = registers;
  }

  /** Lets later readers of a block, or all if there is one definition of each, take originals. */
  void forward() {
    Definitions definitions = new Definitions(code);
    Map<Integer, Value> everywhere = new HashMap<>();
    for (List<SassOp> block : code) {
      for (SassOp op : block) {
        Value from = copied(op);
        if (from != null && isOnly(op.results.get(0), definitions) && isOnly(from, definitions)) {
          everywhere.put(op.results.get(0).number(), from);
        }
      }
    }
    for (List<SassOp> block : code) {
      Map<Integer, Value> known = new HashMap<>();
      for (SassOp op : block) {
        op.sources.replaceAll(
            s -> s.high() == null ? s.renamed(r -> original(original(r, known), everywhere)) : s);
        Value from = copied(op);
        op.writes(
            w -> {
              known.remove(w);
              known.values().removeIf(v -> v.isRegister() && v.number() == w);
            });
        if (from != null) {
          known.put(op.results.get(0).number(), from);
        }
      }
    }
  }

  private static Value original(Value register, Map<Integer, Value> known) {
    Value from = register;
    for (int k = 0; k < MOST && known.containsKey(from.number()) && from.isRegister(); k++) {
      from = known.get(from.number());
    }
    return from;
  }

  private static boolean isOnly(Value value, Definitions definitions) {
    return !value.isRegister() || definitions.only(value.number()) != null;
  }

  /** The vector register, or zero, that an instruction copies to another; else null. */
  private static Value copied(SassOp op) {
    if (!op.name.equals("MOV") || op.guard != null || op.results.get(0).high() != null) {
      return null;
    }
    Value from = op.sources.get(0);
    boolean register = from.kind() == Kind.VECTOR && !from.negated() && from.high() == null;
    return register && op.results.get(0).kind() == Kind.VECTOR ? from : null;
  }

  /** Lets registers that are copied to each other be one where both hold the same value. */
  void coalesce() {
    Liveness liveness = Liveness.of(code, successors, SassOp.ACCESSES);
    List<BitSet> out = new ArrayList<>();
    for (int b = 0; b < code.size(); b++) {
      BitSet live = new BitSet();
      live.or(liveness.liveOut(b));
      out.add(live);
    }
    int tried = 0;
    for (List<SassOp> block : code) {
      for (SassOp op : List.copyOf(block)) {
        Value from = copied(op);
        if (from != null && !from.equals(op.results.get(0)) && tried++ < MOST) {
          merge(op.results.get(0).number(), from.number(), out);
        }
      }
    }
    code.forEach(block -> block.removeIf(SassOp::isIdle));
  }

  private void merge(int to, int from, List<BitSet> out) {
    int otherTo = registers.partner(to);
    int otherFrom = registers.partner(from);
    Map<Integer, Value> names = new HashMap<>();
    if (otherTo >= 0 && otherFrom >= 0) {
      if (registers.isLow(to) != registers.isLow(from)
          || otherTo == from
          || interfere(otherTo, otherFrom, out)) {
        return;
      }
      names.put(otherFrom, Value.register(Kind.VECTOR, otherTo));
    }
    if (interfere(to, from, out)) {
      return;
    }
    boolean keepsTo = otherTo >= 0;
    names.put(keepsTo ? from : to, Value.register(Kind.VECTOR, keepsTo ? to : from));
    for (List<SassOp> block : code) {
      for (SassOp op : block) {
        op.renameReads(r -> names.getOrDefault(r.number(), r));
        op.renameWrites(r -> names.getOrDefault(r.number(), r));
      }
    }
    for (BitSet live : out) {
      names.forEach(
          (old, name) -> {
            if (live.get(old)) {
              live.clear(old);
              live.set(name.number());
            }
          });
    }
  }

  /** Whether one of two registers is written while the other one has a value of its own. */
  private boolean interfere(int a, int b, List<BitSet> out) {
    for (int k = 0; k < code.size(); k++) {
      BitSet live = (BitSet) out.get(k).clone();
      List<SassOp> ops = code.get(k);
      for (int j = ops.size() - 1; j >= 0; j--) {
        SassOp op = ops.get(j);
        boolean[] writes = new boolean[2];
        op.writes(
            r -> {
              writes[0] |= r == a;
              writes[1] |= r == b;
            });
        Value from = copied(op);
        boolean copies =
            from != null && (writes[0] && from.number() == b || writes[1] && from.number() == a);
        if (!copies
            && (writes[0] && live.get(b) || writes[1] && live.get(a) || writes[0] && writes[1])) {
          return true;
        }
        SassOp.ACCESSES.writes(op, live::clear);
        op.reads(live::set);
      }
    }
    return false;
  }
}
