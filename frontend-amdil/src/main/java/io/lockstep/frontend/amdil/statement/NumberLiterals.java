// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Literal;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Operand;
import io.lockstep.kernel.frontend.Token;
import java.util.List;
import java.util.regex.Pattern;

/** Parses numbers: hexadecimal bits, 32-bit integers, floats. */
public final class NumberLiterals {
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,10}");
  private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]{1,8}");
  private static final Pattern FLOAT =
      Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?[fF]?");

  private NumberLiterals() {}

  public static Literal parse(IlText source, Token at, String text, boolean negative) {
    if (HEXADECIMAL.matcher(text).matches()) {
      int bits = Integer.parseUnsignedInt(text.substring(2), 16);
      long value = (bits & 0xFFFFFFFFL) * (negative ? -1 : 1);
      return new Literal(at, false, (int) value, value);
    }
    if (DECIMAL.matcher(text).matches()) {
      long value = Long.parseLong(text) * (negative ? -1 : 1);
      if (value > 0xFFFFFFFFL || value < Integer.MIN_VALUE) {
        throw source.error(at, "the integer " + value + " does not fit 32 bits");
      }
      return new Literal(at, false, (int) value, value);
    }
    if (FLOAT.matcher(text).matches()) {
      String digits = text.replaceAll("[fF]$", "");
      float value = Float.parseFloat(digits);
      if (Float.isInfinite(value)) {
        throw source.error(at, "the number " + text + " is beyond the range of a float");
      }
      value = negative ? -value : value;
      return new Literal(at, true, Float.floatToRawIntBits(value), 0);
    }
    throw source.error(
        at, "expected a number such as 0x3F800000, 64 or 0.5f, found '" + text + "'");
  }

  public static int whole(IlText source, Operand o, String what, int low, int high) {
    if (!(o instanceof Literal l) || l.floating()) {
      throw source.error(o.at(), "expected a whole number for " + what + ", found " + o.shown());
    }
    if (l.value() < low || l.value() > high) {
      throw source.error(l.at(), what + " is from " + low + " to " + high + ", found " + l.value());
    }
    return (int) l.value();
  }

  public static int label(IlText source, Operand o) {
    return whole(source, o, "a function's number", 0, 65535);
  }

  public static int whole(IlText source, ProgramSyntax.Field f, int low, int high) {
    List<String> a = f.arguments();
    int value = -1;
    if (a.size() == 1 && DECIMAL.matcher(a.get(0)).matches()) {
      value = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(a.get(0)));
    }
    if (value < low || value > high) {
      throw source.error(
          f.at(),
          "expected a number from %s to %s in '_%s(…)', found '%s'"
              .formatted(low, high, f.name(), f.shown()));
    }
    return value;
  }
}
