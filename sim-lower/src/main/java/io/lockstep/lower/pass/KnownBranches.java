// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces branches of which one side is impossible by jumps to the other, and drops their
 * comparisons: a mask, a remainder or a shift leaves a value few possibilities, and the branches on
 * the way exclude some of them. Compilers from source to machine code never make such branches;
 * texts for a virtual machine have them, where the default of a switch over all values, which
 * nothing reaches, ends the work-item.
 *
 * <p>Blocks and their numbers are kept, since recorded paths refer to them.
 */
public final class KnownBranches {
  /** Sets of values are bit masks of a long; values from this on are not followed. */
  private static final int VALUES = Long.SIZE;

  private final RegisterFacts facts;
  private final Ranges ranges;
  private final List<Block> blocks;

  private KnownBranches(Kernel kernel) {
    facts = new RegisterFacts(kernel);
    ranges = new Ranges(facts, s -> Ranges.UNKNOWN, true);
    blocks = new ArrayList<>(kernel.blocks());
  }

  /**
   * {@return the kernel without impossible sides, or the same kernel if there are none or if it has
   * poll loops}
   *
   * @param kernel a verified kernel
   */
  public static Kernel of(Kernel kernel) {
    if (kernel.blocks().size() == 1 || !PollLoops.of(kernel).isEmpty()) {
      return kernel;
    }
    KnownBranches known = new KnownBranches(kernel);
    boolean changed = false;
    for (Block block : kernel.blocks()) {
      Instruction test = known.test(block);
      if (test != null) {
        long values = known.values(block, test);
        long met = values & known.holding(test);
        if (values != 0 && (met == 0 || met == values)) {
          known.replace(block, test, met != 0);
          changed = true;
        }
      }
    }
    return changed ? kernel.withBlocks(known.blocks) : kernel;
  }

  /**
   * Returns the comparison with a constant that decides a block's branch, if it stands in the block
   * and compares the value that its register has at the block's end; otherwise null.
   */
  private Instruction test(Block block) {
    Instruction branch = block.last();
    if (branch.op() != Op.BRANCH || branch.guard() < 0) {
      return null;
    }
    Instruction test = facts.definition(branch.guard());
    int at = test == null ? -1 : block.instructions().indexOf(test);
    if (at < 0 || test.op() != Op.COMPARE || test.type() != Type.I32 || test.sources().size() > 2) {
      return null;
    }
    Operand value = test.sources().get(0);
    if (!value.isRegister() || facts.constant(test.sources().get(1)) == null) {
      return null;
    }
    Instruction source = facts.definition(value.register());
    return source == null || block.instructions().indexOf(source) > at ? null : test;
  }

  /** Returns the values, as bits, that the tested register may have at the end of a block. */
  private long values(Block block, Instruction test) {
    int register = test.sources().get(0).register();
    long possible = possible(register);
    Block at = block;
    for (int steps = 0; possible != 0 && steps < blocks.size(); steps++) {
      int[] before = facts.predecessors()[at.id()];
      // Further up the register has the value of an earlier iteration.
      if (at.id() == facts.definitionBlock(register) || before.length != 1) {
        break;
      }
      Block above = facts.kernel().blocks().get(before[0]);
      Instruction other = test(above);
      List<Integer> sides = above.successors();
      if (other != null
          && other.sources().get(0).register() == register
          && !sides.get(0).equals(sides.get(1))) {
        boolean taken = sides.get(1) == at.id();
        boolean holds = taken != above.last().guardNegated();
        possible &= holds ? holding(other) : ~holding(other);
      }
      at = above;
    }
    return possible;
  }

  /**
   * Returns the values that a register's definition can give, as bits; 0 if values from {@value
   * #VALUES} on are possible.
   */
  private long possible(int register) {
    long most = ranges.bound(Operand.register(register));
    if (most >= VALUES) {
      return 0;
    }
    Instruction source = facts.definition(register);
    Long mask = source.op() == Op.AND ? facts.constant(source.sources().get(1)) : null;
    long possible = 0;
    for (int v = 0; v <= most; v++) {
      if (mask == null || (v & ~mask) == 0) {
        possible |= 1L << v;
      }
    }
    return possible;
  }

  /** Returns the values, as bits, for which a comparison with a constant holds. */
  private long holding(Instruction test) {
    long bits = facts.constant(test.sources().get(1));
    long with = test.signed() ? (int) bits : bits & 0xffffffffL;
    long holding = 0;
    for (int v = 0; v < VALUES; v++) {
      if (holds(test.comparison(), Long.compare(v, with))) {
        holding |= 1L << v;
      }
    }
    return holding;
  }

  private static boolean holds(Comparison comparison, int order) {
    return switch (comparison) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      default -> throw new IllegalArgumentException(comparison + " of integers");
    };
  }

  private void replace(Block block, Instruction test, boolean holds) {
    Instruction branch = block.last();
    int side = holds != branch.guardNegated() ? 1 : 0;
    int to = block.successors().get(side);
    int never = block.successors().get(1 - side);
    List<Instruction> code = new ArrayList<>(block.instructions());
    code.remove(branch);
    if (facts.uses(branch.guard()) == 1) {
      code.remove(test);
    }
    code.add(InstructionBuilder.of(Op.JUMP, Type.I1).build());
    if (never == block.id() + 1 && isEmpty(never) && facts.predecessors()[never].length == 1) {
      // Falls through the empty side, which goes to where the other one is.
      Block empty = blocks.get(never);
      blocks.set(never, PortableCode.with(empty, empty.instructions(), List.of(to)));
      to = never;
    }
    blocks.set(block.id(), PortableCode.with(block, code, List.of(to)));
  }

  private boolean isEmpty(int block) {
    Block b = blocks.get(block);
    return b.instructions().size() == 1 && b.last().op() == Op.JUMP;
  }
}
