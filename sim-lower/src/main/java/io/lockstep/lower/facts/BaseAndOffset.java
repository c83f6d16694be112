// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.List;
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
   * <p>Where it is (x + constant) + y and the block computes x + y before, that sum is the base, as
   * compilers have it that separate constant offsets from the index of an access.
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
    return of(facts, address, offset, block, fits, true);
  }

  /**
   * {@return an address as {@link #of} gives it, without taking the constant out of (x + constant)
   * + y, as a compiler does that lacks SeparateConstOffsetFromGEP}
   *
   * @param facts facts of the kernel
   * @param address address operand of an access
   * @param offset constant that the access already adds to the operand
   * @param block number of the access's block
   * @param fits whether an access can hold an offset
   */
  public static BaseAndOffset unseparated(
      RegisterFacts facts, Operand address, long offset, int block, LongPredicate fits) {
    return of(facts, address, offset, block, fits, false);
  }

  private static BaseAndOffset of(
      RegisterFacts facts,
      Operand address,
      long offset,
      int block,
      LongPredicate fits,
      boolean separates) {
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
      if (step == null && d.op() == Op.ADD) {
        BaseAndOffset near = separates ? near(facts, d, block) : null;
        if (near == null || !fits.test(sum + near.offset)) {
          break;
        }
        sum += near.offset;
        base = near.base;
        continue;
      }
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

  /** Returns an earlier sum of the block from which a sum differs by a constant, or null. */
  private static BaseAndOffset near(RegisterFacts facts, Instruction sum, int block) {
    if (facts.definitionBlock(facts.result(sum)) != block) {
      return null;
    }
    for (int k = 0; k < 2; k++) {
      Operand moved = sum.sources().get(k);
      Operand other = sum.sources().get(1 - k);
      Instruction inner = moved.isRegister() ? facts.definition(moved.register()) : null;
      Long constant =
          inner != null && inner.op() == Op.ADD && inner.type() == sum.type()
              ? facts.constant(inner.sources().get(1))
              : null;
      if (constant == null
          || !other.isRegister()
          || !inner.sources().get(0).isRegister()
          || facts.definitionBlock(moved.register()) != block) {
        continue;
      }
      Instruction earlier = earlier(facts, inner, other, sum, block);
      if (earlier != null) {
        return new BaseAndOffset(Operand.register(facts.result(earlier)), constant);
      }
    }
    return null;
  }

  /**
   * Returns the addition, before an instruction of a block, of the register to which another one
   * adds a constant and of a second operand; null if there is none or an operand changes.
   */
  private static Instruction earlier(
      RegisterFacts facts, Instruction inner, Operand other, Instruction before, int block) {
    Operand one = inner.sources().get(0);
    Instruction found = null;
    boolean moved = false;
    for (Instruction i : facts.kernel().blocks().get(block).instructions()) {
      if (i == before) {
        return found;
      }
      List<Operand> sources = i.sources();
      if (found == null
          && i.op() == Op.ADD
          && i.type() == before.type()
          && facts.result(i) >= 0
          && (sources.equals(List.of(one, other)) || sources.equals(List.of(other, one)))) {
        found = i;
      } else if (i.writes().contains(one.register()) || i.writes().contains(other.register())) {
        if (moved) {
          return null; // the constant was added to a former value
        }
        found = null;
      }
      moved |= i == inner;
    }
    return null;
  }
}
