// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.function.LongPredicate;

/**
 * An address as a base and a constant offset, which an access adds by itself.
 *
 * @param base register or constant
 * @param offset bytes added to the base
 */
public record BaseAndOffset(Operand base, long offset) {
  /**
   * {@return an address without the additions and subtractions of constants that compute it, as
   * long as the offset fits, and without copies}
   *
   * <p>A register with several definitions becomes the base only if the sum is computed in the
   * block of the access.
   *
   * @param facts facts of the kernel
   * @param address address operand of an access
   * @param offset constant that the access already adds to the operand
   * @param block number of the access's block
   * @param fits whether an access can hold an offset
   */
  public static BaseAndOffset of(
      RegisterFacts facts, Operand address, long offset, int block, LongPredicate fits) {
    Operand base = address;
    long sum = offset;
    while (facts.constant(base) == null) {
      Instruction d = facts.definition(base.register());
      if (d != null && d.op() == Op.MOVE && facts.definition(d.reads().get(0)) != null) {
        base = d.sources().get(0);
        continue;
      }
      if (d == null || d.op() != Op.ADD && d.op() != Op.SUB) {
        break;
      }
      int k = d.op() == Op.ADD && facts.constant(d.sources().get(1)) == null ? 0 : 1;
      Long step = facts.constant(d.sources().get(k));
      Operand other = d.sources().get(1 - k);
      if (step == null || !other.isRegister()) {
        break;
      }
      long next = sum + (d.op() == Op.SUB ? -step : step);
      if (!fits.test(next)
          || facts.definitions(other.register()) > 1
              && facts.definitionBlock(base.register()) != block) {
        break;
      }
      sum = next;
      base = other;
    }
    return new BaseAndOffset(base, sum);
  }
}
