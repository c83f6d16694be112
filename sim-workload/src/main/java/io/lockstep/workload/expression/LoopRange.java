// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.InputException;

/**
 * The values of a loop's variable, which goes up or down to a bound by a step or a factor.
 *
 * @param bound bound of the values, inclusive or exclusive depending on {@code end}
 * @param step number added or subtracted in each iteration; null if a factor is given
 * @param factor multiplier (upwards) or divisor (downwards) in each iteration, or null
 */
public record LoopRange(
    IntegerExpression from,
    End end,
    IntegerExpression bound,
    IntegerExpression step,
    IntegerExpression factor) {
  public enum End {
    /** Upwards, exclusive. */
    BELOW,
    /** Upwards, inclusive. */
    TO,
    /** Downwards, exclusive. */
    ABOVE,
    /** Downwards, inclusive. */
    DOWN_TO
  }

  /**
   * A range with evaluated numbers.
   *
   * @param last the last possible value
   * @param change the summand, factor or divisor, depending on {@code range}
   */
  public record Bounds(LoopRange range, long first, long last, long change) {
    private boolean isUp() {
      return range.isUp();
    }

    public boolean isEmpty() {
      return isUp() ? first > last : first < last;
    }

    /** Returns whether another value follows. */
    public boolean hasNext(long value) {
      if (range.factor != null) {
        return isUp() ? value <= last / change : value / change >= last;
      }
      // Differences of 64-bit numbers may need 65 bits; as unsigned values, 64 bits suffice.
      long left = isUp() ? last - value : value - last;
      return Long.compareUnsigned(left, change) >= 0;
    }

    public long next(long value) {
      if (range.factor != null) {
        return isUp() ? value * change : value / change;
      }
      return isUp() ? value + change : value - change;
    }
  }

  private boolean isUp() {
    return end == End.BELOW || end == End.TO;
  }

  /** Evaluates the range. */
  public Bounds bounds(Scope scope) {
    long first = from.evaluate(scope);
    long limit = bound.evaluate(scope);
    boolean inclusive = end == End.TO || end == End.DOWN_TO;
    if (!inclusive && limit == (isUp() ? Long.MIN_VALUE : Long.MAX_VALUE)) {
      return new Bounds(this, isUp() ? 1 : 0, isUp() ? 0 : 1, 1);
    }
    long last = inclusive ? limit : isUp() ? limit - 1 : limit + 1;
    if (factor == null) {
      long by = step == null ? 1 : step.evaluate(scope, "step", 1, Long.MAX_VALUE);
      return new Bounds(this, first, last, by);
    }
    long by = factor.evaluate(scope, isUp() ? "times" : "divide", 2, Long.MAX_VALUE);
    long least = isUp() ? first : last;
    if (least < 1) {
      throw new InputException(
          isUp() ? from.where() : bound.where(),
          (isUp()
                  ? "multiplied, the variable must begin at 1 or more"
                  : "divided, the variable must end at 1 or more")
              + ", found "
              + least);
    }
    return new Bounds(this, first, last, by);
  }
}
