package io.lockstep.parts.spec;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How far a measured figure may be off, as its source says: {@code 5%} of its value, or so much of
 * its unit. It becomes the figure's range. Immutable.
 *
 * @param low smallest plausible value, as text
 * @param high largest plausible value, as text
 */
record StatedError(String low, String high) {
  /**
   * Reads one.
   *
   * @param key of the figure
   * @param value as written
   * @param error as written
   * @param where the error is written
   * @throws InputException where it is none
   */
  static StatedError of(SpecSchema.Key key, String value, String error, String where) {
    if (!key.dimension().isNumber()) {
      throw new InputException(where, "'" + key.path() + "' is no number that could be off");
    }
    long middle = SpecReader.parse(key, value, where);
    BigDecimal off = off(key, middle, error.strip(), where);
    if (off.signum() < 0) {
      throw new InputException(where, "an error is not negative: " + error);
    }
    Bounds bounds = Bounds.of(key.low(), key.high());
    BigDecimal at = BigDecimal.valueOf(middle);
    long low = bounds.nearest(at.subtract(off).setScale(0, RoundingMode.HALF_UP));
    long high = bounds.nearest(at.add(off).setScale(0, RoundingMode.HALF_UP));
    return new StatedError(key.dimension().show(low, value), key.dimension().show(high, value));
  }

  private static BigDecimal off(SpecSchema.Key key, long middle, String error, String where) {
    try {
      if (error.endsWith("%")) {
        BigDecimal percent = new BigDecimal(error.substring(0, error.length() - 1).strip());
        return percent.movePointLeft(2).multiply(BigDecimal.valueOf(middle));
      }
      return key.dimension().exact(error);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          where,
          "an error is a share of the value, such as 5%, or "
              + key.dimension().describe()
              + ", found '"
              + error
              + "'",
          e);
    }
  }
}
