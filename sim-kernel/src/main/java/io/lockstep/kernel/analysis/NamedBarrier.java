// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;

/**
 * A work-group's barrier as an instruction names it: its number and how many work-items it is for
 * (PTX ISA, {@code bar} and {@code barrier}, operands a and b).
 *
 * @param number 0 to 15; {@link #ANY} if it is computed
 * @param workItems participants; 0 for the whole group, {@link #COMPUTED} if they are computed
 */
public record NamedBarrier(int number, int workItems) {
  /** The number of a barrier that the text does not tell: those of the whole group have one. */
  public static final int ANY = 16;

  /** The participants of a barrier that the text does not tell. */
  public static final int COMPUTED = -1;

  /** How many numbers there are, {@link #ANY} included. */
  public static final int NUMBERS = ANY + 1;

  /**
   * {@return the barrier that an instruction names}
   *
   * @param kernel kernel of the instruction, whose constants are followed
   * @param i a barrier of the group
   */
  public static NamedBarrier of(Kernel kernel, Instruction i) {
    int at = i.variant() instanceof Variant.Barrier b && b.reduces() ? 2 : 1;
    Operand number = constant(kernel, i.sources().get(0));
    Operand count =
        i.sources().size() > at ? constant(kernel, i.sources().get(at)) : Operand.immediate(0);
    return new NamedBarrier(
        number.isRegister() ? ANY : (int) number.bits(),
        count.isRegister() ? COMPUTED : (int) count.bits());
  }

  /**
   * {@return whether the barrier is for a whole group}
   *
   * @param groupSize work-items of the group
   */
  public boolean isOfAll(int groupSize) {
    return workItems == 0 || workItems == groupSize;
  }

  /** {@return whether number or participants are computed, so that no trace tells them} */
  public boolean isComputed() {
    return number == ANY || workItems == COMPUTED;
  }

  /** Returns the operand, or the constant if a single unguarded move defines its register. */
  private static Operand constant(Kernel kernel, Operand o) {
    Operand found = o;
    int writes = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (o.isRegister() && i.destinations().contains(o.register())) {
          writes++;
          boolean plain = i.op() == Op.MOVE && i.guard() < 0 && !i.sources().get(0).isRegister();
          found = plain ? i.sources().get(0) : o;
        }
      }
    }
    return writes == 1 ? found : o;
  }
}
