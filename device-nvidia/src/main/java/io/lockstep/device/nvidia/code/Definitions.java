// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Where the virtual registers of code are written and read. */
final class Definitions {
  private final List<List<SassOp>> code;
  private final Map<Integer, SassOp> only = new HashMap<>(); // null if there are several
  private final Map<Integer, List<SassOp>> readers = new HashMap<>(); // one entry for each reading
  private final Map<SassOp, Integer> block = new IdentityHashMap<>();
  private final Map<SassOp, Integer> order = new IdentityHashMap<>();

  Definitions(List<List<SassOp>> code) {
    this.code = code;
    for (int b = 0; b < code.size(); b++) {
      for (SassOp op : code.get(b)) {
        block.put(op, b);
        order.put(op, order.size());
        add(op);
      }
    }
  }

  private void add(SassOp op) {
    op.writes(r -> only.put(r, only.containsKey(r) ? null : op));
    op.reads(r -> readers.computeIfAbsent(r, k -> new ArrayList<>()).add(op));
  }

  /** Takes note of an instruction that was put before another one. */
  void insert(SassOp op, SassOp before) {
    block.put(op, block.get(before));
    order.put(op, order.get(before));
    add(op);
  }

  /** Takes note of an instruction that is no longer in the code. */
  void remove(SassOp op) {
    op.writes(r -> only.remove(r, op));
    op.reads(r -> readers.get(r).remove(op));
  }

  /** Takes note of an instruction in the place of another one, which is no longer in the code. */
  void replace(SassOp old, SassOp now) {
    remove(old);
    block.put(now, block.get(old));
    order.put(now, order.get(old));
    add(now);
  }

  /** Changes operands or results of an instruction. */
  void change(SassOp op, Runnable how) {
    remove(op);
    how.run();
    add(op);
  }

  /** The only instruction that writes a register, whether or not it has a guard; else null. */
  SassOp only(int register) {
    return only.get(register);
  }

  /** The number of the block in which an instruction is. */
  int block(SassOp op) {
    return block.get(op);
  }

  boolean inOneBlock(SassOp op, SassOp other) {
    return block.get(op).equals(block.get(other));
  }

  int reads(int register) {
    return readers(register).size();
  }

  List<SassOp> readers(int register) {
    return readers.getOrDefault(register, List.of());
  }

  /**
   * The instruction that alone computes a value for one reader, and whose own operands still have
   * their values at that reader; null if there is none.
   */
  SassOp foldable(Value value, SassOp reader) {
    if (!value.isRegister() || value.negated() || reads(value.number()) != 1) {
      return null;
    }
    SassOp d = available(value, reader);
    return d == null || d.results.get(0).high() != null ? null : d;
  }

  /** The instruction that computes a value whose operands still have their values at a reader. */
  SassOp available(Value value, SassOp reader) {
    SassOp d = value.isRegister() ? only(value.number()) : null;
    if (d == null) {
      d = value.isRegister() ? last(value.number(), reader) : null;
    }
    return d == null || d.guard != null || d.fixed || !d.removable || !isStable(d, reader)
        ? null
        : d;
  }

  /** The last writer of a register before a reader in its block. */
  private SassOp last(int register, SassOp reader) {
    List<SassOp> ops = code.get(block.get(reader));
    for (int k = ops.indexOf(reader) - 1; k >= 0; k--) {
      boolean[] writes = new boolean[1];
      ops.get(k).writes(r -> writes[0] |= r == register);
      if (writes[0]) {
        return ops.get(k);
      }
    }
    return null;
  }

  private boolean isStable(SassOp d, SassOp reader) {
    boolean here = block.get(d).equals(block.get(reader));
    boolean[] stable = {!here || order.get(d) < order.get(reader)};
    boolean[] once = {true};
    d.reads(r -> once[0] &= only.get(r) != null);
    if (!stable[0] || once[0] || !here) {
      return stable[0] && once[0];
    }
    List<SassOp> ops = code.get(block.get(reader));
    for (int k = ops.indexOf(d) + 1; ops.get(k) != reader; k++) {
      SassOp between = ops.get(k);
      d.reads(r -> between.writes(w -> stable[0] &= w != r));
    }
    return stable[0];
  }
}
