// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.rewrite.Combination;
import io.lockstep.device.nvidia.rewrite.Constants;
import io.lockstep.device.nvidia.rewrite.LoopImmediates;
import io.lockstep.device.nvidia.rewrite.LoopInvariants;
import io.lockstep.device.nvidia.rewrite.OperandModifiers;
import io.lockstep.device.nvidia.rewrite.Pairs;
import io.lockstep.device.nvidia.rewrite.PipeBalance;
import io.lockstep.device.nvidia.rewrite.SharedLoads;
import io.lockstep.device.nvidia.rewrite.UniformBases;
import io.lockstep.device.nvidia.rewrite.UniformConstants;
import io.lockstep.device.nvidia.rewrite.UniformInduction;
import io.lockstep.device.nvidia.schedule.ReusedRegisters;
import io.lockstep.lower.PassList;
import io.lockstep.lower.control.BlockLayout;
import java.util.BitSet;
import java.util.List;

/** The passes over selected instructions, before their order and registers are chosen. */
final class SassPasses {
  /** Properties of code. */
  private enum Code {
    /** Readers take originals instead of copies. */
    FORWARDED,
    /** Every instruction has an effect or a result that is read. */
    LIVE,
    /** Operands of two registers are pairs. */
    PAIRED,
    /** Copies that need no register of their own are gone. */
    COALESCED
  }

  static final PassList<CodeUnit> PASSES =
      new PassList.Builder<CodeUnit>()
          .pass("forwarded_copies", u -> u.copies().forward())
          .leaves(Code.FORWARDED)
          .pass("operand_modifiers", u -> OperandModifiers.use(u.blocks(), u.successors()))
          // Joins an instruction with the readers that see it: copies would hide them.
          .pass("combined_operations", SassPasses::combine)
          .requires(Code.FORWARDED)
          .ends(Code.LIVE)
          .pass("shared_constants", u -> Constants.share(u.blocks(), u.successors()))
          .ends(Code.FORWARDED, Code.LIVE)
          .pass(SassOption.INVARIANT_DIVISORS, u -> LoopInvariants.move(u.blocks(), u.successors()))
          .pass("uniform_bases", u -> UniformBases.use(u.blocks(), u.registers()))
          .when(u -> u.capability().addsUniformBases())
          .ends(Code.LIVE)
          .pass(SassOption.UNIFORM_CONSTANTS, u -> UniformConstants.use(u.blocks(), u.registers()))
          .when(SassPasses::hasUniformPipe)
          .ends(Code.LIVE)
          .pass("forwarded_copies", u -> u.copies().forward())
          .leaves(Code.FORWARDED)
          .ends(Code.LIVE)
          .pass("live_operations", SassPasses::removeDead)
          .leaves(Code.LIVE)
          .pass("reached_exits", SassPasses::dropUnreached)
          // Moves to pairs are made for instructions that remain, and removed where possible.
          .pass("register_pairs", u -> new Pairs(u.registers()).form(u.blocks()))
          .requires(Code.FORWARDED, Code.LIVE)
          .leaves(Code.PAIRED)
          .pass("coalesced_copies", u -> u.copies().coalesce())
          .requires(Code.PAIRED)
          .leaves(Code.COALESCED)
          .pass(SassOption.UNIFORM_INDUCTION, SassPasses::induct)
          .when(SassPasses::hasUniformPipe)
          .requires(Code.COALESCED)
          // Registers that loops leave free are counted, which copies would take.
          .pass(
              SassOption.LOOP_IMMEDIATES,
              u ->
                  LoopImmediates.move(
                      u.blocks(), u.successors(), u.registers(), RegisterTarget.SPARE))
          .requires(Code.COALESCED)
          .pass("balanced_pipes", u -> PipeBalance.balance(u.blocks(), u.capability()))
          .pass(SassOption.SHARED_LOADS, u -> SharedLoads.join(u.blocks(), u.registers()))
          .when(u -> !u.known().polls)
          .requires(Code.LIVE, Code.PAIRED)
          .pass(SassOption.REUSED_REGISTERS, u -> ReusedRegisters.use(u.blocks(), u.registers()))
          .when(u -> !u.known().polls)
          .requires(Code.COALESCED)
          .build();

  private SassPasses() {}

  private static boolean hasUniformPipe(CodeUnit unit) {
    return unit.capability().isAtLeast(Capability.TURING);
  }

  private static void combine(CodeUnit unit) {
    Combination.combine(unit.blocks(), unit.registers(), unit.capability(), () -> removeDead(unit));
  }

  private static void induct(CodeUnit unit) {
    if (UniformInduction.use(unit.blocks(), unit.registers(), unit.kernel(), unit.capability())) {
      removeDead(unit);
    }
  }

  /** Drops exits to which no control flows, since each way to them exits by itself. */
  private static void dropUnreached(CodeUnit unit) {
    List<List<SassOp>> blocks = unit.blocks();
    BlockLayout layout = unit.layout();
    BitSet targets = new BitSet();
    blocks.forEach(block -> block.forEach(op -> targets.set(Math.max(0, op.target))));
    boolean falls = true;
    for (int place = 0; place < layout.size(); place++) {
      int b = layout.at(place);
      List<SassOp> block = blocks.get(b);
      boolean exits = block.size() == 1 && block.get(0).is("EXIT") && block.get(0).guard == null;
      if (exits && !falls && !targets.get(b)) {
        block.clear();
      } else if (!block.isEmpty()) {
        SassOp last = block.get(block.size() - 1);
        falls = last.guard != null || !last.is("EXIT") && !last.is("BRA");
      }
    }
  }

  /**
   * Removes instructions on which no effect depends, and unused results. Goes backwards, so that
   * one pass finds all but what a loop carries around.
   */
  private static void removeDead(CodeUnit unit) {
    List<List<SassOp>> blocks = unit.blocks();
    BitSet wanted = new BitSet();
    for (boolean changed = true; changed; ) {
      int before = wanted.cardinality();
      for (int b = blocks.size() - 1; b >= 0; b--) {
        List<SassOp> block = blocks.get(b);
        for (int k = block.size() - 1; k >= 0; k--) {
          if (isWanted(block.get(k), wanted)) {
            block.get(k).reads(wanted::set);
          }
        }
      }
      changed = wanted.cardinality() > before;
    }
    for (List<SassOp> block : blocks) {
      block.removeIf(op -> !isWanted(op, wanted));
      block.forEach(op -> op.dropResults(wanted));
    }
  }

  private static boolean isWanted(SassOp op, BitSet wanted) {
    if (!op.removable || op.results.isEmpty()) {
      return true;
    }
    for (Value result : op.results) {
      for (Value part = result; part != null; part = part.high()) {
        if (part.isRegister() && wanted.get(part.number())) {
          return true;
        }
      }
    }
    return false;
  }
}
