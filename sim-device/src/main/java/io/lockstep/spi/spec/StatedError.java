// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The range of a measured figure with a stated error, {@code 5%} or an amount in its unit. */
record StatedError(String low, String high) {
  /**
   * Parses the error of a value that is written as {@code like}.
   *
   * @throws InputException if it is not a legal error
   */
  static StatedError of(
      Dimension dimension, Bounds legal, long value, String like, String error, String where) {
    if (!dimension.isNumber()) {
      throw new InputException(where, "'" + like + "' is not a number that could be off");
    }
    BigDecimal off = off(dimension, value, error.strip(), where);
    if (off.signum() < 0) {
      throw new InputException(where, "an error is not negative: " + error);
    }
    BigDecimal at = BigDecimal.valueOf(value);
    long low = legal.nearest(at.subtract(off).setScale(0, RoundingMode.HALF_UP));
    long high = legal.nearest(at.add(off).setScale(0, RoundingMode.HALF_UP));
    return new StatedError(dimension.show(low, like), dimension.show(high, like));
  }

  private static BigDecimal off(Dimension dimension, long value, String error, String where) {
    try {
      if (error.endsWith("%")) {
        BigDecimal percent = new BigDecimal(error.substring(0, error.length() - 1).strip());
        return percent.movePointLeft(2).multiply(BigDecimal.valueOf(value));
      }
      return dimension.exact(error);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          where,
          "an error is a share of the value, such as 5%%, or %s, found '%s'"
              .formatted(dimension.describe(), error),
          e);
    }
  }
}
