package io.lockstep.sweep.expression;

import io.lockstep.parts.spec.Dimension;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Texts as values of expressions: numbers, and numbers with a unit as bytes, hertz, picoseconds,
 * bytes a second, cycles, bits or shares. Stateless.
 */
public final class Quantity {
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,19}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?([0-9]{1,40}(\\.[0-9]{0,40})?|\\.[0-9]{1,40})([eE][-+]?[0-9]{1,2})?");

  private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Quantity() {}

  /**
   * {@return a text as an expression has it: a Long or BigDecimal, a Boolean, otherwise the text}
   *
   * @param text a value as a file has it
   */
  public static Object value(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    return number(text).map(Object.class::cast).orElse(text);
  }

  /** A number with a unit or without, if it is one. */
  static Optional<Number> number(String text) {
    if (WHOLE.matcher(text).matches()) {
      BigDecimal whole = new BigDecimal(text);
      if (whole.compareTo(LEAST) >= 0 && whole.compareTo(MOST) <= 0) {
        return Optional.of(whole.longValueExact());
      }
    }
    if (DECIMAL.matcher(text).matches()) {
      return Optional.of(new BigDecimal(text));
    }
    if (text.isEmpty() || "+-.0123456789".indexOf(text.charAt(0)) < 0) {
      return Optional.empty();
    }
    for (Dimension dimension : Dimension.values()) {
      if (!dimension.canonicalUnit().isEmpty() && dimension != Dimension.CYCLES) {
        try {
          return Optional.of(plain(dimension, dimension.parse(text)));
        } catch (IllegalArgumentException e) {
          continue; // with the next one's units
        }
      }
    }
    return Optional.empty();
  }

  /** In cycles and shares, not in their thousandths and millionths. */
  private static Number plain(Dimension dimension, long canonical) {
    int digits =
        switch (dimension) {
          case CYCLE_PARTS, BYTES_PER_CYCLE -> 3;
          case RATIO -> 6;
          default -> 0;
        };
    BigDecimal value = BigDecimal.valueOf(canonical, digits).stripTrailingZeros();
    if (value.scale() <= 0) {
      return value.longValueExact();
    }
    return value;
  }
}
