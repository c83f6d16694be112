// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves what an integer division computes from its loop-invariant divisor alone, the reciprocal
 * above all, out of the loop, and computes it once for all divisions by that divisor. As ptxas
 * 13.0, it considers the block that each iteration enters first, in loops that contain no other
 * loop; compilers of PTX have moved all other invariant code before.
 */
public final class LoopInvariants {
  private static final int MOST_PREDICATES = 4; // of seven, that live through a loop

  private final List<List<SassOp>> code;
  private final List<List<Integer>> successors;
  private final List<List<Integer>> predecessors = new ArrayList<>();
  private final Definitions definitions;
  private final Map<Integer, Value> names = new HashMap<>(); // of values that are computed before

  private LoopInvariants(List<List<SassOp>> code, List<List<Integer>> successors) {
    this.code = code;
    this.successors = successors;
    definitions = new Definitions(code);
    code.forEach(block -> predecessors.add(new ArrayList<>()));
    for (int b = 0; b < code.size(); b++) {
      for (int next : successors.get(b)) {
        predecessors.get(next).add(b);
      }
    }
  }

  public static void move(List<List<SassOp>> code, List<List<Integer>> successors) {
    new LoopInvariants(code, successors).move();
  }

  private void move() {
    for (int header = 0; header < code.size(); header++) {
      if (code.get(header).stream().anyMatch(LoopInvariants::divides)) {
        BitSet loop = loop(header);
        int before = loop.isEmpty() ? -1 : preheader(header, loop);
        if (before >= 0) {
          move(code.get(header), loop, code.get(before));
        }
      }
    }
    for (List<SassOp> block : names.isEmpty() ? List.<List<SassOp>>of() : code) {
      block.forEach(op -> op.renameReads(r -> names.getOrDefault(r.number(), r)));
    }
  }

  /** Whether an instruction is part of divisions of at most 32 bits, whose code is in line. */
  private static boolean divides(SassOp op) {
    return !op.from.isEmpty() && op.from.stream().allMatch(LoopInvariants::divides);
  }

  public static boolean divides(Instruction i) {
    boolean divides = i.op() == Op.DIV || i.op() == Op.REM;
    return divides && !i.type().isFloat() && i.type().bits() <= Integer.SIZE;
  }

  /**
   * The natural loop of a header, which belongs to it; empty if the block is no header or the loop
   * contains another one.
   */
  private BitSet loop(int header) {
    BitSet outside = reachedWithout(header);
    Deque<Integer> open = new ArrayDeque<>();
    predecessors.get(header).stream().filter(b -> !outside.get(b)).forEach(open::add);
    BitSet body = new BitSet();
    body.set(header, !open.isEmpty());
    while (!open.isEmpty()) {
      int b = open.pop();
      if (!body.get(b)) {
        body.set(b);
        open.addAll(predecessors.get(b));
      }
    }
    return containsLoop(header, body) ? new BitSet() : body;
  }

  /** The blocks that a block does not dominate: reachable from the entry without it. */
  private BitSet reachedWithout(int block) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(0));
    while (!open.isEmpty()) {
      int b = open.pop();
      if (b != block && !reached.get(b)) {
        reached.set(b);
        open.addAll(successors.get(b));
      }
    }
    return reached;
  }

  /** Whether blocks of a loop form a cycle without its header. */
  private boolean containsLoop(int header, BitSet body) {
    BitSet left = (BitSet) body.clone();
    left.clear(header);
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int b = left.nextSetBit(0); b >= 0; b = left.nextSetBit(b + 1)) {
        if (successors.get(b).stream().noneMatch(left::get)) {
          left.clear(b);
          changed = true;
        }
      }
    }
    return !left.isEmpty();
  }

  /** The preheader: the only predecessor outside, which has no other successor; -1 for none. */
  private int preheader(int header, BitSet loop) {
    List<Integer> outside = predecessors.get(header).stream().filter(b -> !loop.get(b)).toList();
    boolean alone = outside.size() == 1 && successors.get(outside.get(0)).size() == 1;
    return alone && header > 0 ? outside.get(0) : -1;
  }

  private void move(List<SassOp> header, BitSet loop, List<SassOp> preheader) {
    BitSet changing = new BitSet(); // registers
    loop.stream().forEach(b -> code.get(b).forEach(op -> op.writes(changing::set)));
    Map<Integer, SassOp> constants = new HashMap<>(); // loaded in the loop, by register
    Map<List<Object>, SassOp> moved = new LinkedHashMap<>(); // by what it computes
    List<SassOp> left = new ArrayList<>();
    for (SassOp op : header) {
      boolean[] moves = {divides(op) && isPlain(op) && !isConstant(op)};
      op.reads(r -> moves[0] &= !changing.get(r) || constants.containsKey(r));
      left.add(op);
      if (moves[0]) {
        op.reads(
            r -> {
              if (changing.get(r)) {
                move(constants.get(r), moved, changing, left);
              }
            });
        move(op, moved, changing, left);
      } else if (isConstant(op)) {
        op.writes(r -> constants.put(r, op));
      }
    }
    header.clear();
    header.addAll(left);
    int end = preheader.size();
    while (end > 0 && preheader.get(end - 1).pipe == Pipe.BRANCH) {
      end--;
    }
    preheader.addAll(end, moved.values());
  }

  private void move(
      SassOp op, Map<List<Object>, SassOp> moved, BitSet changing, List<SassOp> left) {
    op.renameReads(r -> names.getOrDefault(r.number(), r));
    List<Object> computed = List.of(op.name, List.copyOf(op.sources));
    SassOp same = moved.get(computed);
    if (same == null && isPredicate(op)) {
      long predicates = moved.values().stream().filter(LoopInvariants::isPredicate).count();
      if (predicates == MOST_PREDICATES) {
        return;
      }
    }
    left.remove(op);
    op.writes(changing::clear);
    if (same == null) {
      moved.put(computed, op);
    } else {
      rename(op.results, same.results);
    }
  }

  private static boolean isPredicate(SassOp op) {
    return op.results.stream().anyMatch(r -> r.kind() == Kind.PREDICATE);
  }

  private boolean isConstant(SassOp op) {
    boolean loads = op.is("MOV") || op.is("LDC") || op.is("ULDC");
    return loads && isPlain(op) && op.sources.stream().noneMatch(Value::isRegister);
  }

  /** Whether an instruction only computes values that no other instruction computes. */
  private boolean isPlain(SassOp op) {
    boolean[] plain = {op.guard == null && !op.fixed && op.removable};
    op.writes(r -> plain[0] &= definitions.only(r) == op);
    return plain[0] && !op.results.isEmpty();
  }

  private void rename(List<Value> results, List<Value> to) {
    for (int k = 0; k < results.size(); k++) {
      Value other = to.get(k);
      for (Value r = results.get(k); r != null; r = r.high()) {
        names.put(r.number(), other.low());
        other = other.high();
      }
    }
  }
}
