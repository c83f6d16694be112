// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts texts to values of expressions. Numbers with a unit become bytes, hertz, picoseconds,
 * bytes per second, cycles, bits or fractions.
 */
public final class Quantity {
  private static final Pattern NUMBER =
      Pattern.compile(
          "([-+]?([0-9][0-9_]*(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]{1,3})?)\\s*([A-Za-z/%]*)");

  private static final int LONGEST = 100;

  /** Factors of units, by name. */
  static final Map<String, BigDecimal> UNITS = units();

  private Quantity() {}

  private static Map<String, BigDecimal> units() {
    Map<String, BigDecimal> units = new LinkedHashMap<>();
    String[][] all = {
      {"B", "1", "KiB", "1024", "MiB", "1048576", "GiB", "1073741824"},
      {"Hz", "1", "kHz", "1e3", "MHz", "1e6", "GHz", "1e9"},
      {"ps", "1", "ns", "1e3", "us", "1e6", "ms", "1e9"},
      {"B/s", "1", "kB/s", "1e3", "MB/s", "1e6", "GB/s", "1e9"},
      {"cycles", "1", "cycle", "1", "mcycles", "1e-3", "B/cycle", "1", "mB/cycle", "1e-3"},
      {"bit", "1", "bits", "1", "%", "1e-2", "ppm", "1e-6"}
    };
    for (String[] some : all) {
      for (int i = 0; i < some.length; i += 2) {
        units.put(some[i], new BigDecimal(some[i + 1]));
      }
    }
    return Collections.unmodifiableMap(units);
  }

  /** {@return the value of a text: a Long, a Double or a Boolean, otherwise the text itself} */
  public static Object value(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    Matcher number = NUMBER.matcher(text);
    if (text.length() > LONGEST || !number.matches()) {
      return text;
    }
    String digits = number.group(1).replace("_", "");
    String unit = number.group(5);
    boolean isReal = number.group(3) != null || number.group(4) != null || digits.startsWith(".");
    return (unit.isEmpty() ? Optional.of(plain(digits, isReal)) : of(digits, unit)).orElse(text);
  }

  private static Object plain(String digits, boolean isReal) {
    BigDecimal value = new BigDecimal(digits);
    boolean fits = value.toBigInteger().bitLength() < Long.SIZE;
    return !isReal && fits ? (Object) value.longValueExact() : (Object) value.doubleValue();
  }

  /** Returns the value of a number with a unit, whole if possible; empty if the unit is unknown. */
  static Optional<Object> of(String digits, String unit) {
    BigDecimal factor = UNITS.get(unit);
    if (factor == null || digits.startsWith("0x")) {
      return Optional.empty();
    }
    try {
      BigDecimal value = new BigDecimal(digits).multiply(factor).stripTrailingZeros();
      boolean isWhole = value.scale() <= 0 && value.precision() - value.scale() <= 18;
      return Optional.of(isWhole ? (Object) value.longValueExact() : (Object) value.doubleValue());
    } catch (ArithmeticException | NumberFormatException e) {
      return Optional.empty(); // the exponent is out of range
    }
  }
}
