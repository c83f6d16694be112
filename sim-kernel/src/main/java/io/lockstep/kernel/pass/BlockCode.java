// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Edits the instructions of a block: finds definitions and readers of values, and unused code.
 * Languages with few registers reuse them for several values; the reads of a value are then those
 * up to the next write, and a value that is live after the block counts as read elsewhere.
 */
final class BlockCode {
  private static final int MANY = 1 << 20;

  /** Register uses, and liveness before the pass, which adds no reads in other blocks. */
  private static final class Whole {
    final Uses uses = new Uses();
    private final Supplier<Liveness> compute;
    private Liveness liveness;

    Whole(Supplier<Liveness> compute) {
      this.compute = compute;
    }

    boolean isLiveOut(int block, int register) {
      liveness = liveness == null ? compute.get() : liveness;
      return liveness.isLiveOut(block, register);
    }
  }

  private final List<Instruction> code;
  private final int block;
  private final Whole whole;

  private BlockCode(List<Instruction> code, int block, Whole whole) {
    this.code = code;
    this.block = block;
    this.whole = whole;
  }

  static List<BlockCode> of(List<Draft> blocks) {
    Whole whole = new Whole(() -> liveness(blocks));
    List<BlockCode> all = new ArrayList<>();
    for (Draft draft : blocks) {
      draft.code().forEach(whole.uses::add);
      all.add(new BlockCode(draft.code(), all.size(), whole));
    }
    return all;
  }

  private static Liveness liveness(List<Draft> blocks) {
    Map<Draft, Integer> numbers = new HashMap<>(); // looked up only, never iterated
    blocks.forEach(b -> numbers.put(b, numbers.size()));
    return new Liveness(
        blocks.stream().map(Draft::code).toList(),
        blocks.stream()
            .map(b -> b.successors() == null ? List.<Draft>of() : b.successors())
            .map(targets -> targets.stream().map(numbers::get).toList())
            .toList());
  }

  /**
   * Returns a builder of an instruction that replaces another: with its destination, guard and
   * source position.
   */
  static InstructionBuilder instead(Instruction i, Op op) {
    return InstructionBuilder.of(op, Type.I32)
        .to(i.destinations())
        .guard(i.guard(), i.guardNegated())
        .vectorGroup(i.vectorGroup())
        .line(i.line())
        .column(i.column())
        .text(i.text());
  }

  int size() {
    return code.size();
  }

  Instruction get(int at) {
    return code.get(at);
  }

  /** Returns the unguarded definition whose only reader is the given one, or -1. */
  int madeFor(Operand operand, int reader) {
    if (!operand.isRegister()) {
      return -1;
    }
    int register = operand.register();
    if (whole.uses.of(register) != 1 && !whole.uses.isRewritten(register)) {
      return -1;
    }
    int index = definition(operand, reader);
    return index >= 0 && reads(register, index) == 1 ? index : -1;
  }

  /** Returns whether nothing reads the result of an instruction. */
  boolean isIdle(int register, int definition) {
    return reads(register, definition) == 0;
  }

  /** Returns the only reader of a result, or -1 if there is none in the block or several. */
  int onlyReader(int register, int definition) {
    if (reads(register, definition) != 1) {
      return -1;
    }
    for (int k = definition + 1; k < code.size(); k++) {
      if (Uses.reads(code.get(k), register) > 0) {
        return k;
      }
    }
    return -1;
  }

  void remove(int at) {
    whole.uses.count(code.get(at), -1);
    code.remove(at);
  }

  /** Adds an instruction that writes a register of its own. */
  void insert(int at, Instruction i) {
    whole.uses.add(i);
    code.add(at, i);
  }

  /** Replaces an instruction by one that reads and writes no other registers. */
  void set(int at, Instruction by) {
    whole.uses.replace(code.get(at), by);
    code.set(at, by);
  }

  /** Returns the number of reads of an instruction's result, from the next instruction on. */
  private int reads(int register, int definition) {
    int all = whole.uses.of(register);
    if (all == 0 || !whole.uses.isRewritten(register)) {
      return all;
    }
    int reads = 0;
    for (int k = definition + 1; k < code.size() && reads < 2; k++) {
      Instruction i = code.get(k);
      reads += Uses.reads(i, register);
      if (i.guard() < 0 && i.destinations().contains(register)) {
        return reads;
      }
    }
    return reads < 2 && whole.isLiveOut(block, register) ? MANY : reads;
  }

  /** Returns the unguarded definition in the block that reaches an instruction, or -1. */
  int definition(Operand operand, int before) {
    for (int k = before - 1; operand.isRegister() && k >= 0; k--) {
      Instruction i = code.get(k);
      if (i.destinations().contains(operand.register())) {
        return i.guard() < 0 ? k : -1;
      }
    }
    return -1;
  }

  /**
   * Returns the unguarded definition that reaches an instruction, in the block or, if the register
   * has no other one, anywhere; null if there is none.
   */
  Instruction reaching(Operand operand, int before) {
    int index = definition(operand, before);
    if (index >= 0 || !operand.isRegister()) {
      return index < 0 ? null : code.get(index);
    }
    return whole.uses.onlyWriter(operand.register());
  }

  /** Returns whether a value is unchanged since an earlier instruction. */
  boolean holds(Operand value, int from, int to) {
    for (int k = from; k < to; k++) {
      if (value.isRegister() && code.get(k).destinations().contains(value.register())) {
        return false;
      }
    }
    return true;
  }

  /** Replaces an instruction; removes producers that become unused. Returns its new index. */
  int replace(int at, Instruction by, TreeSet<Integer> producers) {
    set(at, by);
    int removed = 0;
    // In reverse, because removing one may make earlier ones unused.
    for (int index : producers.descendingSet()) {
      Instruction p = code.get(index);
      if (p.writes().stream().allMatch(d -> reads(d, index) == 0)) {
        remove(index);
        removed++;
      }
    }
    return at - removed;
  }
}
