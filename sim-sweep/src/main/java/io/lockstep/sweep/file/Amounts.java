package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import io.lockstep.spi.spec.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Texts of one kind as numbers, and back: whole numbers, decimals, amounts with a unit, or factors
 * of any of these ({@code *2}). Immutable.
 */
final class Amounts {
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?([0-9]{1,40}(\\.[0-9]{0,40})?|\\.[0-9]{1,40})([eE][-+]?[0-9]{1,2})?");
  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  private final boolean factor;
  private final Dimension dimension; // null of plain numbers
  private final boolean whole;
  private final String like;

  private Amounts(boolean factor, Dimension dimension, boolean whole, String like) {
    this.factor = factor;
    this.dimension = dimension;
    this.whole = whole;
    this.like = like;
  }

  /** The kind that all of these texts are of. */
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

  /** Whether there are no numbers between two neighbouring ones. */
  boolean isWhole() {
    return whole;
  }

  /** A text of this kind as a number. */
  BigDecimal number(String text) {
    String plain = factor ? text.substring(1) : text;
    return dimension == null ? new BigDecimal(plain) : BigDecimal.valueOf(dimension.parse(plain));
  }

  /** A number as a text of this kind; what is not whole where it must be is rounded. */
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

  /** The nearest number that can be written; of decimals one of six digits. */
  BigDecimal rounded(BigDecimal number) {
    return whole ? number.setScale(0, RoundingMode.HALF_EVEN) : number.round(DIGITS);
  }
}
