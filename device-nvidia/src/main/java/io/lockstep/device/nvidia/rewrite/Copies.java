// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.Liveness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Removes copies: readers take the original where it still has its value, and registers that are
 * copied to each other and never hold different values at once become one.
 */
public record Copies(
    List<List<SassOp>> code, List<List<Integer>> successors, VirtualRegisters registers) {
  private static final int MOST = 400; // copies that are tried, so that large kernels take no time

  /** Lets later readers of a block, or all if there is one definition of each, take originals. */
  public void forward() {
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
  public void coalesce() {
    Liveness liveness = Liveness.of(code, successors, SassOp.ACCESSES);
    List<BitSet> out = new ArrayList<>();
    for (int b = 0; b < code.size(); b++) {
      BitSet live = new BitSet();
      live.or(liveness.liveOut(b));
      out.add(live);
    }
    Uses uses = new Uses(code, registers.size());
    int tried = 0;
    for (List<SassOp> block : code) {
      for (SassOp op : List.copyOf(block)) {
        Value from = copied(op);
        if (from != null && !from.equals(op.results.get(0)) && tried++ < MOST) {
          merge(op.results.get(0).number(), from.number(), out, uses);
        }
      }
    }
    code.forEach(block -> block.removeIf(SassOp::isIdle));
  }

  private void merge(int to, int from, List<BitSet> out, Uses uses) {
    int otherTo = registers.partner(to);
    int otherFrom = registers.partner(from);
    Map<Integer, Value> names = new HashMap<>();
    if (otherTo >= 0 && otherFrom >= 0) {
      if (registers.isLow(to) != registers.isLow(from)
          || otherTo == from
          || uses.interfere(otherTo, otherFrom, out)) {
        return;
      }
      names.put(otherFrom, Value.register(Kind.VECTOR, otherTo));
    }
    if (uses.interfere(to, from, out)) {
      return;
    }
    boolean keepsTo = otherTo >= 0;
    names.put(keepsTo ? from : to, Value.register(Kind.VECTOR, keepsTo ? to : from));
    uses.rename(names);
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

  /** The instructions that read or write each register, so that a copy need not search the code. */
  private static final class Uses {
    private final List<SassOp> ops = new ArrayList<>(); // of all blocks, in order
    private final List<Integer> blocks = new ArrayList<>(); // the block of each
    private final List<NavigableSet<Integer>> places; // by register

    Uses(List<List<SassOp>> code, int registers) {
      places = new ArrayList<>(Collections.nCopies(registers, null));
      for (int b = 0; b < code.size(); b++) {
        for (SassOp op : code.get(b)) {
          int place = ops.size();
          op.reads(r -> at(r).add(place));
          op.writes(r -> at(r).add(place));
          ops.add(op);
          blocks.add(b);
        }
      }
    }

    private NavigableSet<Integer> at(int register) {
      if (places.get(register) == null) {
        places.set(register, new TreeSet<>());
      }
      return places.get(register);
    }

    void rename(Map<Integer, Value> names) {
      Set<Integer> changed = new TreeSet<>();
      names.forEach(
          (old, name) -> {
            changed.addAll(at(old));
            at(name.number()).addAll(at(old));
            places.set(old, null);
          });
      for (int place : changed) {
        ops.get(place).renameReads(r -> names.getOrDefault(r.number(), r));
        ops.get(place).renameWrites(r -> names.getOrDefault(r.number(), r));
      }
    }

    /** Whether one of two registers is written while the other one has a value of its own. */
    boolean interfere(int a, int b, List<BitSet> out) {
      NavigableSet<Integer> both = new TreeSet<>(at(a));
      both.addAll(at(b));
      boolean[] live = new boolean[2];
      int block = -1;
      for (int k : both.descendingSet()) {
        if (blocks.get(k) != block) {
          block = blocks.get(k);
          live[0] = out.get(block).get(a);
          live[1] = out.get(block).get(b);
        }
        SassOp op = ops.get(k);
        boolean[] writes = new boolean[2];
        op.writes(
            r -> {
              writes[0] |= r == a;
              writes[1] |= r == b;
            });
        Value from = copied(op);
        boolean copies =
            from != null && (writes[0] && from.number() == b || writes[1] && from.number() == a);
        if (!copies && (writes[0] && live[1] || writes[1] && live[0] || writes[0] && writes[1])) {
          return true;
        }
        SassOp.ACCESSES.writes(op, r -> mark(live, r, a, b, false));
        op.reads(r -> mark(live, r, a, b, true));
      }
      return false;
    }

    private static void mark(boolean[] live, int register, int a, int b, boolean is) {
      live[0] = register == a ? is : live[0];
      live[1] = register == b ? is : live[1];
    }
  }
}
