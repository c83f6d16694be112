// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.Pipe;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Selects branches, exits and barriers; BSSY and BSYNC surround only what may diverge and does not
 * end the kernel.
 */
final class ControlSelector {
  private final RegisterFacts facts;
  private final Operands operands;
  private final boolean asynchronous; // copies
  private final DirectBranches branches;
  private final JoinPoints joins;
  private final Announcements announced;
  private final ReconvergencePoints points;
  private final PredicatedIfs ifs;
  private final Map<Integer, Value> guards = new HashMap<>(); // by block of a predicated side

  /**
   * @param lengths instructions of each block whose side may be predicated; empty for none
   * @param most instructions of such a side at most
   */
  ControlSelector(CodeUnit unit, int[] lengths, int most) {
    KernelFacts known = unit.known();
    facts = unit.facts();
    operands = unit.operands();
    asynchronous = unit.applies(SassOption.ASYNC_COPIES);
    branches = known.branches;
    joins = known.joins;
    points = known.points;
    Kernel kernel = facts.kernel();
    ifs =
        lengths.length == 0
            ? new PredicatedIfs(kernel, branches)
            : new PredicatedIfs(
                kernel, branches, known.layout, joins, known.uniformity, lengths, most, true);
    announced = new Announcements(kernel.blocks(), joins, branches, ifs);
  }

  /** Branches whose side is predicated. */
  PredicatedIfs ifs() {
    return ifs;
  }

  /** The predicate under which the instructions of a block are executed; null for all lanes. */
  Value guard(int block) {
    return guards.get(block);
  }

  /** Blocks at whose start lanes wait for others. */
  BitSet meets() {
    return announced.meets();
  }

  void head(Block block, SassEmitter out) {
    if (meets().get(block.id())) {
      control("BSYNC", out);
    }
  }

  /** Emits what precedes the end of a block: the announcement of points at which lanes meet. */
  void announce(Block block, SassEmitter out) {
    announced.of(block.id()).forEach(meet -> control("BSSY", out).target = meet);
  }

  void select(Block block, Instruction i, SassEmitter out) {
    switch (i.op()) {
      case BARRIER -> barrier(i, out);
      case BRANCH -> branch(block, i, out);
      case EXIT -> control(i.is(Variant.Exit.TRAP) ? "BPT" : "EXIT", out);
      case SWITCH -> {
        Value number = out.inRegister(operands.of(i.sources().get(0)).low());
        for (int k = 1; k < block.successors().size(); k++) {
          SassOp compare = out.emit("ISETP.EQ.AND", Pipe.ALU, List.of(number, Value.immediate(k)));
          SassOp leave = leave(block.successors().get(k), out);
          leave.guard = compare.results.get(0);
        }
        jump(block, out);
      }
      case COMMIT_COPIES -> {
        if (asynchronous) {
          control("LDGDEPBAR", out);
        }
      }
      case AWAIT_COPIES -> {
        if (asynchronous) {
          int most = (int) i.sources().get(0).bits();
          control("DEPBAR.LE", out).sources.add(Value.immediate(most));
        }
      }
      default -> {}
    }
  }

  private void barrier(Instruction i, SassEmitter out) {
    if (i.is(Variant.Barrier.LAUNCH)) {
      throw ArithmeticSelector.refusal(facts, i, "a barrier of the launch");
    }
    String kind =
        switch ((Variant.Barrier) i.variant()) {
          case ARRIVE -> "ARV";
          case COUNT_TRUE -> "RED.POPC";
          case ALL_TRUE -> "RED.AND";
          case ANY_TRUE -> "RED.OR";
          default -> "SYNC";
        };
    SassOp op = new SassOp("BAR." + kind, Pipe.BARRIER);
    for (int k = 0; k < i.sources().size(); k++) {
      boolean alone = k == 0 && i.sources().size() == 1;
      if (!alone || i.sources().get(0).isRegister()) {
        op.sources.add(operands.of(i.sources().get(k), false));
      }
    }
    op.fixed = true;
    op.removable = false;
    out.add(op);
    for (int d : i.writes()) {
      SassOp result = new SassOp("B2R.RESULT", Pipe.SPECIAL);
      result.fixed = true;
      result.results.add(operands.of(Operand.register(d)));
      out.add(result);
    }
  }

  private void branch(Block block, Instruction i, SassEmitter out) {
    if (ifs.side(block.id()) >= 0) {
      predicate(block, i, out);
      return;
    }
    int other = branches.target(block.successors().get(0));
    int taken = branches.target(block.successors().get(block.successors().size() - 1));
    boolean inverted = !branches.follows(block.id(), other) && branches.follows(block.id(), taken);
    breakFrom(block, other, operands.predicate(i.guard(), !i.guardNegated()), out);
    breakFrom(block, taken, operands.predicate(i.guard(), i.guardNegated()), out);
    SassOp first = leave(inverted ? other : taken, out);
    first.guard = operands.predicate(i.guard(), i.guardNegated() != inverted);
    if (!inverted && !branches.follows(block.id(), other)) {
      leave(other, out);
    }
  }

  /** Emits that the lanes which take a way do not come to announced points at which others wait. */
  private void breakFrom(Block block, int target, Value guard, SassEmitter out) {
    if (!joins.isEnd(target)) {
      announced
          .passed(block.id(), target, points)
          .forEach(p -> control("BREAK", out).guard = guard);
    }
  }

  /** Makes the condition of a branch the guard of its side, within that of the block itself. */
  private void predicate(Block block, Instruction i, SassEmitter out) {
    int side = ifs.side(block.id());
    int taken = branches.target(block.successors().get(block.successors().size() - 1));
    Value guard = operands.predicate(i.guard(), i.guardNegated() == (side == taken));
    Value outer = guards.get(block.id());
    if (outer != null) {
      guard = out.emit("PLOP3.LUT", Pipe.ALU, List.of(guard, outer)).results.get(0);
    }
    guards.put(side, guard);
    if (ifs.other(side) >= 0) {
      guards.put(
          ifs.other(side), operands.predicate(i.guard(), i.guardNegated() != (side == taken)));
    }
  }

  /** Emits a branch at the end of a block that does not fall through to its successor. */
  void fallThrough(Block block, SassEmitter out) {
    Op last = block.last().op();
    boolean ends = last == Op.BRANCH || last == Op.SWITCH || last == Op.EXIT;
    if (!ends && block.successors().size() == 1 && !branches.isEmpty(block.id())) {
      jump(block, out);
    }
  }

  private void jump(Block block, SassEmitter out) {
    int target = branches.target(block.successors().get(0));
    boolean stays = ifs.other(block.id()) >= 0;
    if (!stays && (joins.isEnd(target) || !branches.follows(block.id(), target))) {
      leave(target, out).guard = ifs.leaves(block.id()) ? guards.get(block.id()) : null;
    }
  }

  private SassOp leave(int target, SassEmitter out) {
    SassOp op = control(joins.isEnd(target) ? "EXIT" : "BRA", out);
    op.target = joins.isEnd(target) ? -1 : target;
    return op;
  }

  private static SassOp control(String name, SassEmitter out) {
    SassOp op = new SassOp(name, Pipe.BRANCH);
    op.fixed = true;
    op.removable = false;
    return out.add(op);
  }
}
