// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The quantity that a figure measures, with the units in which it may be written. Each dimension
 * has one canonical unit; a figure's value is a whole number of it.
 */
public enum Dimension {
  /** A plain whole number. */
  COUNT("", Map.of("", "1")),
  /** A size in bytes. */
  BYTES("B", units("B", "1", "KiB", "1024", "MiB", "1048576", "GiB", "1073741824")),
  /** Clock cycles of the device's own clock. */
  CYCLES("cycles", units("cycles", "1", "cycle", "1")),
  /** Thousandths of a clock cycle, for intervals that are not whole cycles. */
  CYCLE_PARTS("mcycles", units("cycles", "1000", "cycle", "1000", "mcycles", "1")),
  /** A frequency in hertz. */
  FREQUENCY("Hz", units("Hz", "1", "kHz", "1000", "MHz", "1000000", "GHz", "1000000000")),
  /** A time in picoseconds. */
  TIME("ps", units("ps", "1", "ns", "1000", "us", "1000000", "ms", "1000000000")),
  /** A rate in bytes per second, with decimal prefixes. */
  RATE("B/s", units("B/s", "1", "kB/s", "1000", "MB/s", "1000000", "GB/s", "1000000000")),
  /** Thousandths of a byte per cycle. */
  BYTES_PER_CYCLE("mB/cycle", units("B/cycle", "1000", "mB/cycle", "1")),
  /** A width in bits. */
  BITS("bit", units("bit", "1", "bits", "1")),
  /** A real number in millionths. */
  RATIO("ppm", units("", "1000000", "%", "10000", "ppm", "1")),
  /** A set of sizes between which hardware chooses ({@link Sizes}). */
  SIZES("", Map.of()),
  /** A flag: 1 for true, 0 for false. */
  FLAG("", Map.of()),
  /** A choice, represented by its index among the named choices. */
  CHOICE("", Map.of()),
  /** The name of a policy, hashed by {@link io.lockstep.spi.policy.Policies#number}. */
  POLICY("", Map.of());

  private static final IntPredicate IS_DIGIT = c -> c >= '0' && c <= '9';

  private final String canonical;
  private final Map<String, String> units;

  Dimension(String canonical, Map<String, String> units) {
    this.canonical = canonical;
    this.units = units;
  }

  private static Map<String, String> units(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  /** {@return whether values are numbers, not names or flags} */
  public boolean isNumber() {
    return this != FLAG && this != CHOICE && this != POLICY && this != SIZES;
  }

  /** {@return name of the canonical unit; empty for plain numbers} */
  public String canonicalUnit() {
    return canonical;
  }

  /**
   * Parses a number with its unit.
   *
   * @param text for example {@code 16KiB} or {@code 850MHz}
   * @return the value in the canonical unit
   * @throws IllegalArgumentException if the value is illegal; the message names the expected form
   */
  public long parse(String text) {
    return whole(exact(text), text);
  }

  /** Returns a number in canonical units that {@link #exact} has read from a text. */
  long whole(BigDecimal exact, String text) {
    try {
      return exact.longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a whole number of " + (canonical.isEmpty() ? "units" : canonical));
    }
  }

  /** Returns the number in canonical units, which need not be whole. */
  BigDecimal exact(String text) {
    if (this == SIZES) {
      return BigDecimal.valueOf(Sizes.parse(text, BYTES::parse));
    }
    int split = split(text.strip());
    String number = text.strip().substring(0, split).replace("_", "");
    String factor = units.get(text.strip().substring(split).strip());
    try {
      if (factor != null) {
        return new BigDecimal(number).multiply(new BigDecimal(factor));
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected " + describe() + ", found '" + text + "'");
    }
    throw new IllegalArgumentException("expected " + describe() + ", found '" + text + "'");
  }

  /** Returns the index at which the unit begins. */
  private static int split(String t) {
    int split = 0;
    while (split < t.length() && "+-.0123456789eE_".indexOf(t.charAt(split)) >= 0) {
      // An exponent has a digit or sign after it: "1e3", but not "1 event".
      char c = t.charAt(split);
      if ((c == 'e' || c == 'E')
          && (split + 1 >= t.length() || "+-0123456789".indexOf(t.charAt(split + 1)) < 0)) {
        break;
      }
      split++;
    }
    return split;
  }

  /**
   * {@return a value in the unit of another text if that is concise, otherwise in the canonical
   * unit; {@link #parse} reads it back}
   *
   * @param value in canonical units
   * @param like a text of this dimension
   */
  public String show(long value, String like) {
    if (this == SIZES) {
      return Sizes.show(value);
    }
    String unit = like.strip().substring(split(like.strip())).strip();
    BigDecimal factor = new BigDecimal(units.getOrDefault(unit, "1"));
    BigDecimal scaled =
        new BigDecimal(value).divide(factor, MathContext.DECIMAL64).stripTrailingZeros();
    boolean exact = scaled.multiply(factor).compareTo(new BigDecimal(value)) == 0;
    boolean known = units.containsKey(unit);
    return known && exact && scaled.scale() <= 3
        ? scaled.toPlainString() + unit
        : value + canonical;
  }

  /**
   * {@return a value in readable form: with a space before the unit; a name unchanged} All text for
   * people uses this form, which {@link #parse} accepts too. JSON, CSV, commands and YAML files
   * have the value as written.
   *
   * @param written as in a specification, for example {@code 153.6GB/s} or {@code 50%}
   */
  public static String readable(String written) {
    int number = split(written);
    boolean isNumber = number > 0 && written.substring(0, number).chars().anyMatch(IS_DIGIT);
    return isNumber && number < written.length() && written.charAt(number) != ' '
        ? written.substring(0, number) + " " + written.substring(number)
        : written;
  }

  /** Returns a value in the largest unit that needs no more than three decimals. */
  String readable(long value) {
    if (this == SIZES) {
      return Sizes.show(value);
    }
    BigDecimal best = new BigDecimal(value);
    String unit = canonical;
    for (Map.Entry<String, String> u : units.entrySet()) {
      BigDecimal scaled =
          new BigDecimal(value).divide(new BigDecimal(u.getValue()), MathContext.DECIMAL64);
      boolean larger =
          scaled.abs().compareTo(best.abs()) < 0 && scaled.abs().compareTo(BigDecimal.ONE) >= 0;
      if (larger && scaled.stripTrailingZeros().scale() <= 3) {
        best = scaled;
        unit = u.getKey();
      }
    }
    return best.stripTrailingZeros().toPlainString() + unit;
  }

  /** {@return a description of legal values, for messages} */
  public String describe() {
    return switch (this) {
      case COUNT -> "a whole number";
      case FLAG -> "true or false";
      case CHOICE -> "one of the named choices";
      case POLICY -> "the name of a policy";
      case SIZES -> "sizes such as 16KiB/48KiB";
      case RATIO -> "a number such as 0.85 or 85%";
      case CYCLE_PARTS -> "cycles such as 20.667cycles";
      default ->
          name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + " in "
              + String.join(", ", units.keySet());
    };
  }
}
