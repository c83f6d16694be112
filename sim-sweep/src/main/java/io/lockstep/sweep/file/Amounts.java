// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import io.lockstep.spi.spec.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Converts texts of one kind to numbers and back. A kind is integers, decimals, quantities with a
 * unit, or factors of integers or decimals ({@code *2}).
 *
 * @param dimension null for plain numbers
 */
record Amounts(boolean factor, Dimension dimension, boolean whole, String like) {
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?([0-9]{1,40}(\\.[0-9]{0,40})?|\\.[0-9]{1,40})([eE][-+]?[0-9]{1,2})?");
  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  /** Returns the kind that all the given texts have in common. */
  static Amounts of(String where, List<String> texts) {
    boolean factor = texts.stream().allMatch(t -> t.startsWith("*"));
    List<String> plain = factor ? texts.stream().map(t -> t.substring(1)).toList() : texts;
    if (plain.stream().allMatch(t -> WHOLE.matcher(t).matches())) {
      return new Amounts(factor, null, !factor, "");
    }
    if (plain.stream().allMatch(t -> DECIMAL.matcher(t).matches())) {
      return new Amounts(factor, null, false, "");
    }
    for (Dimension dimension : Dimension.values()) {
      if (!factor && !dimension.canonicalUnit().isEmpty() && canAll(dimension, plain)) {
        return new Amounts(false, dimension, true, plain.get(0));
      }
    }
    throw new InputException(
        where,
        "expected numbers of one kind, for example 64 and 256 or 8KiB and 64KiB, found '"
            + String.join("' and '", texts)
            + "'");
  }

  private static boolean canAll(Dimension dimension, List<String> texts) {
    try {
      texts.forEach(dimension::parse);
      return texts.stream().noneMatch(t -> DECIMAL.matcher(t).matches());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean isWhole() {
    return whole;
  }

  BigDecimal number(String text) {
    String plain = factor ? text.substring(1) : text;
    return dimension == null ? new BigDecimal(plain) : BigDecimal.valueOf(dimension.parse(plain));
  }

  /** Formats a number as a text of this kind, rounded if the kind has only integers. */
  String text(BigDecimal number) {
    if (dimension != null) {
      return dimension.show(rounded(number).longValueExact(), like);
    }
    if (whole) {
      return rounded(number).toPlainString();
    }
    BigDecimal stripped = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    String plain = stripped.toPlainString();
    return factor ? "*" + plain : plain.contains(".") ? plain : plain + ".0";
  }

  /** Rounds to an integer if the kind has only integers, otherwise to six significant digits. */
  BigDecimal rounded(BigDecimal number) {
    return whole ? number.setScale(0, RoundingMode.HALF_EVEN) : number.round(DIGITS);
  }
}
