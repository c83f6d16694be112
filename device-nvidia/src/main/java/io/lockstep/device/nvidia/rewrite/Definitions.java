// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Where the virtual registers of code are written and read. */
public final class Definitions {
  private final List<List<SassOp>> code;
  private SassOp[] only = {}; // by register; null if there are several writers, or none
  private final BitSet written = new BitSet(); // registers
  private final List<List<SassOp>> readers = new ArrayList<>(); // one entry for each reading
  private final Map<SassOp, Integer> block;
  private final Map<SassOp, Integer> order;

  public Definitions(List<List<SassOp>> code) {
    this.code = code;
    int size = 0;
    for (List<SassOp> ops : code) {
      size += ops.size();
    }
    block = new IdentityHashMap<>(size);
    order = new IdentityHashMap<>(size);
    for (int b = 0; b < code.size(); b++) {
      for (SassOp op : code.get(b)) {
        block.put(op, b);
        order.put(op, order.size());
        add(op);
      }
    }
  }

  private void add(SassOp op) {
    op.writes(r -> written(r, op));
    op.reads(r -> read(r, op));
  }

  private void written(int register, SassOp by) {
    if (register >= only.length) {
      only = Arrays.copyOf(only, 2 * register + 16);
    }
    only[register] = written.get(register) ? null : by;
    written.set(register);
  }

  private void read(int register, SassOp by) {
    while (readers.size() <= register) {
      readers.add(null);
    }
    if (readers.get(register) == null) {
      readers.set(register, new ArrayList<>(2));
    }
    readers.get(register).add(by);
  }

  /** Takes note of an instruction that was put before another one. */
  void insert(SassOp op, SassOp before) {
    block.put(op, block.get(before));
    order.put(op, order.get(before));
    add(op);
  }

  /** Takes note of an instruction that is no longer in the code. */
  void remove(SassOp op) {
    op.writes(
        r -> {
          if (only(r) == op) {
            only[r] = null;
            written.clear(r);
          }
        });
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
  public void change(SassOp op, Runnable how) {
    remove(op);
    how.run();
    add(op);
  }

  /** The only instruction that writes a register, whether or not it has a guard; else null. */
  public SassOp only(int register) {
    return register < only.length ? only[register] : null;
  }

  /** The number of the block in which an instruction is. */
  int block(SassOp op) {
    return block.get(op);
  }

  boolean inOneBlock(SassOp op, SassOp other) {
    return block.get(op).equals(block.get(other));
  }

  public int reads(int register) {
    return readers(register).size();
  }

  public List<SassOp> readers(int register) {
    List<SassOp> all = register < readers.size() ? readers.get(register) : null;
    return all == null ? List.of() : all;
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
    d.reads(r -> once[0] &= only(r) != null);
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
