// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Converts short sides of branches to guarded operations of the preceding block where a family's
 * {@link Costs} favour it: a conditional move per kept result replaces the branch. Sides contain
 * only arithmetic and have a single predecessor (LLVM's SimplifyCFG folds the same shapes).
 *
 * <p>Blocks and their numbers are kept, since recorded paths refer to them; converted sides become
 * empty.
 */
public final class IfConversion {
  private static final Set<Special> CLOCKS =
      EnumSet.of(Special.CLOCK, Special.CLOCK64, Special.CLOCK_HI, Special.GLOBAL_TIMER);

  private final Kernel kernel;
  private final Liveness liveness;
  private final int[] waysIn;
  private final List<Block> blocks;

  /** A family's choice between a branch and guarded operations. */
  @FunctionalInterface
  public interface Costs {
    /**
     * {@return whether executing the sides of a branch unconditionally is cheaper than the branch}
     *
     * @param sides one or two blocks of the branch, which only compute
     * @param kept registers that a side writes while their former values may be read after it, once
     *     per operation that writes them
     */
    boolean pays(List<Block> sides, List<Integer> kept);
  }

  /** A branch and its sides in block order. */
  private record Shape(Block head, List<Block> sides, int join) {}

  private IfConversion(Kernel kernel) {
    this.kernel = kernel;
    blocks = new ArrayList<>(kernel.blocks());
    waysIn = new int[blocks.size()];
    blocks.forEach(b -> b.successors().forEach(s -> waysIn[s]++));
    liveness = new Liveness(kernel);
  }

  /**
   * {@return the kernel with converted branches, or the same kernel if there are none}
   *
   * @param kernel a verified kernel
   * @param costs decides for each branch that can be converted
   */
  public static Kernel convert(Kernel kernel, Costs costs) {
    IfConversion conversion = new IfConversion(kernel);
    boolean changed = false;
    for (Block block : kernel.blocks()) {
      Shape shape = conversion.shape(block);
      if (shape != null && costs.pays(shape.sides(), conversion.kept(shape))) {
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

  private List<Integer> kept(Shape shape) {
    List<Integer> results = new ArrayList<>();
    for (Block side : shape.sides()) {
      BitSet kept = kept(shape, side);
      operations(side).forEach(i -> i.writes().stream().filter(kept::get).forEach(results::add));
    }
    return results;
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
