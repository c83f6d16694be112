// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Computes live values by block: the classic backward data-flow analysis over a control-flow graph.
 * For a kernel the values are its virtual registers; devices apply it to their own code by {@link
 * #of}.
 *
 * <p>A guarded write does not end a value's lifetime, because it may not happen. {@link
 * RegisterDemand} computes the number of registers that the values need. Immutable and thread-safe.
 */
public final class Liveness {
  /**
   * The values that instructions read and write, numbered from 0.
   *
   * @param <T> type of the instructions
   */
  public interface Accesses<T> {
    /**
     * Names every value that an instruction reads.
     *
     * @param instruction instruction of the code
     * @param value receives each value, possibly more than once
     */
    void reads(T instruction, IntConsumer value);

    /**
     * Names every value that an instruction writes unconditionally.
     *
     * @param instruction instruction of the code
     * @param value receives each value, possibly more than once
     */
    void writes(T instruction, IntConsumer value);
  }

  private static final Accesses<Instruction> KERNEL =
      new Accesses<>() {
        @Override
        public void reads(Instruction i, IntConsumer register) {
          i.reads().forEach(register::accept);
        }

        @Override
        public void writes(Instruction i, IntConsumer register) {
          if (i.guard() < 0) {
            i.writes().forEach(register::accept);
          }
        }
      };

  private final BlockFlow
      flow; // backwards: a block sends the values that are live at its beginning

  /**
   * Computes the live registers of a kernel.
   *
   * @param kernel the kernel whose registers are the values
   */
  public Liveness(Kernel kernel) {
    this(
        kernel.blocks().stream().map(Block::instructions).toList(),
        kernel.blocks().stream().map(Block::successors).toList());
  }

  /**
   * Computes the live registers of code that is not yet a kernel.
   *
   * @param code code of each block, in program order
   * @param successors successors of each block, by position
   */
  public Liveness(List<List<Instruction>> code, List<List<Integer>> successors) {
    this(of(code, successors, KERNEL));
  }

  private Liveness(Liveness same) {
    this(same.flow);
  }

  private Liveness(BlockFlow flow) {
    this.flow = flow;
  }

  /**
   * {@return the live values of code other than a kernel's, with blocks by position}
   *
   * @param <T> type of the instructions
   * @param code code of each block, in program order
   * @param successors successors of each block, by position
   * @param accesses the values that an instruction reads and writes
   */
  public static <T> Liveness of(
      List<List<T>> code, List<List<Integer>> successors, Accesses<T> accesses) {
    BlockFlow flow = new BlockFlow(BlockFlow.edges(successors));
    BitSet used = new BitSet();
    BitSet killed = new BitSet();
    BlockValues touched = new BlockValues();
    IntConsumer kill =
        v -> {
          touched.add(v);
          used.clear(v);
          killed.set(v);
        };
    IntConsumer use =
        v -> {
          touched.add(v);
          used.set(v);
        };
    for (int b = 0; b < code.size(); b++) {
      List<T> block = code.get(b);
      for (int k = block.size() - 1; k >= 0; k--) {
        accesses.writes(block.get(k), kill);
        accesses.reads(block.get(k), use);
      }
      flow.set(b, touched.in(used), touched.in(killed));
      touched.clear(used, killed);
    }
    flow.solve();
    return new Liveness(flow);
  }

  /**
   * Updates a set of live registers from after an instruction to before it.
   *
   * @param i an instruction of a kernel
   * @param live registers live after the instruction; replaced by the registers live before it
   */
  public static void before(Instruction i, BitSet live) {
    before(i, live, KERNEL);
  }

  /**
   * Updates a set of live values from after an instruction to before it.
   *
   * @param <T> type of the instructions
   * @param instruction instruction of the code
   * @param live values live after the instruction; replaced by the values live before it
   * @param accesses the values that an instruction reads and writes
   */
  public static <T> void before(T instruction, BitSet live, Accesses<T> accesses) {
    accesses.writes(instruction, live::clear);
    accesses.reads(instruction, live::set);
  }

  /**
   * {@return values that are live at the beginning of a block; a copy}
   *
   * @param block the block's number or position
   */
  public BitSet liveIn(int block) {
    return flow.sent(block);
  }

  /**
   * {@return whether a value is live at the end of a block}
   *
   * @param block the block's number or position
   * @param value number of a value
   */
  public boolean isLiveOut(int block, int value) {
    return flow.reaches(block, value);
  }

  /**
   * {@return values that are live at the end of a block; a copy}
   *
   * @param block the block's number or position
   */
  public BitSet liveOut(int block) {
    return flow.reaching(block);
  }
}
