// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.pass.PortableCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Converts short sides of branches to guarded operations of the preceding block if {@link
 * BranchCosts} favour it: a conditional move per result replaces a jump, a clause and a pop. Sides
 * contain only arithmetic and have a single predecessor (LLVM's SimplifyCFG folds the same shapes).
 *
 * <p>Blocks and their numbers are kept, since recorded paths refer to them; converted sides become
 * empty.
 */
final class IfConversion {
  private static final Set<Special> CLOCKS =
      EnumSet.of(Special.CLOCK, Special.CLOCK64, Special.CLOCK_HI, Special.GLOBAL_TIMER);

  private final Kernel kernel;
  private final KernelFacts facts;
  private final BranchCosts costs;
  private final Liveness liveness;
  private final int[] waysIn;
  private final List<Block> blocks;

  /** A branch and its sides in block order. */
  private record Shape(Block head, List<Block> sides, int join) {}

  private IfConversion(Kernel kernel, CodeTarget target) {
    this.kernel = kernel;
    costs = target.branches();
    facts = new KernelFacts(kernel, target);
    blocks = new ArrayList<>(kernel.blocks());
    waysIn = new int[blocks.size()];
    blocks.forEach(b -> b.successors().forEach(s -> waysIn[s]++));
    liveness = new Liveness(kernel);
  }

  /** Returns the kernel with converted branches, or the same kernel if there are none. */
  static Kernel convert(Kernel kernel, CodeTarget target) {
    if (!target.options().contains(CodeOption.IF_CONVERSION)) {
      return kernel;
    }
    IfConversion conversion = new IfConversion(kernel, target);
    boolean changed = false;
    for (Block block : kernel.blocks()) {
      Shape shape = conversion.shape(block);
      if (shape != null && conversion.pays(shape)) {
        conversion.replace(shape);
        changed = true;
      }
    }
    return changed ? kernel.withBlocks(conversion.blocks) : kernel;
  }

  /** The branch's shape if it skips one block or chooses between two; otherwise null. */
  private Shape shape(Block head) {
    Instruction branch = head.last();
    int next = head.id() + 1;
    int join = next + 1;
    if (branch.op() != Op.BRANCH
        || branch.guard() < 0
        || !Set.copyOf(head.successors()).equals(Set.of(next, join))
        || !isSide(next, branch.guard())) {
      return null;
    }
    int after = kernel.blocks().get(next).successors().get(0);
    boolean diamond =
        after == join + 1
            && isSide(join, branch.guard())
            && kernel.blocks().get(join).successors().get(0) == after;
    return (after == join || diamond) && waysIn[after] == 2
        ? new Shape(head, kernel.blocks().subList(next, after), after)
        : null;
  }

  private boolean isSide(int block, int guard) {
    Block side = kernel.blocks().get(block);
    return side.successors().size() == 1
        && waysIn[block] == 1
        && operations(side).stream().allMatch(i -> isArithmetic(i) && !i.writes().contains(guard));
  }

  /** The instructions of a block without its final jump or branch. */
  private static List<Instruction> operations(Block block) {
    List<Instruction> all = block.instructions();
    boolean ends = block.last().op() == Op.JUMP || block.last().op() == Op.BRANCH;
    return all.subList(0, ends ? all.size() - 1 : all.size());
  }

  private static boolean isArithmetic(Instruction i) {
    return i.guard() < 0
        && PortableCode.isPure(i)
        && !i.isRecorded()
        && !CLOCKS.contains(i.special());
  }

  private boolean pays(Shape shape) {
    int operations = 0;
    int moves = 0;
    for (Block side : shape.sides()) {
      operations +=
          (int)
              new BlockLowering(facts, side)
                  .lower().stream().filter(op -> !op.mnemonic().equals("MOV")).count();
      BitSet kept = kept(shape, side);
      for (Instruction i : operations(side)) {
        for (int d : i.writes()) {
          moves += kept.get(d) ? facts.hasHigh(d) ? 2 : 1 : 0;
        }
      }
    }
    return costs.pays(shape.sides().size(), operations, moves);
  }

  /** Registers whose old values must survive a side, since they are live after it. */
  private BitSet kept(Shape shape, Block side) {
    BitSet kept = liveness.liveIn(shape.join());
    for (int other = side.id() + 1; other < shape.join(); other++) {
      kept.or(liveness.liveIn(other));
    }
    return kept;
  }

  private void replace(Shape shape) {
    Instruction branch = shape.head().last();
    List<Instruction> all = new ArrayList<>(operations(shape.head()));
    for (Block side : shape.sides()) {
      boolean taken = shape.head().successors().get(1) == side.id();
      BitSet kept = kept(shape, side);
      for (Instruction i : operations(side)) {
        boolean guarded = i.writes().stream().anyMatch(kept::get);
        all.add(
            guarded
                ? InstructionBuilder.from(i)
                    .guard(branch.guard(), taken == branch.guardNegated())
                    .build()
                : i);
      }
      replace(side, List.of(jump()));
    }
    all.add(jump());
    replace(shape.head(), all);
  }

  private static Instruction jump() {
    return InstructionBuilder.of(Op.JUMP, Type.I1).build();
  }

  /** Replaces a block by one that continues at the next. */
  private void replace(Block block, List<Instruction> instructions) {
    List<Integer> next = List.of(block.id() + 1);
    blocks.set(block.id(), PortableCode.with(block, instructions, next));
  }
}
