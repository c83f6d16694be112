// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.print;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.execute.number.NumberConversions;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.kernel.ir.Address;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Formats the text of a kernel's printf as C's printf does.
 *
 * <p>The argument block has the layout of CUDA's vprintf: each argument at a multiple of its size,
 * integers in 4 bytes (8 with the lengths l, ll, j, z, t), floats as doubles, pointers as wide as
 * the kernel's. OpenCL C's vectors ({@code %v4hlf}) lie at multiples of their sizes, those of 3
 * elements as those of 4; their elements are separated by commas. A conversion that is not defined
 * is printed unchanged.
 */
final class PrintFormat {
  private static final int MAX_TEXT = 1 << 16;
  private static final int MAX_FIELD = 4096;
  private static final int[] VECTORS = {2, 3, 4, 8, 16};

  private final MachineState state;
  private int lane;
  private long next;
  private int count;

  // State of the current conversion.
  private String flags;
  private int width;
  private int precision;
  private int length;

  /** Number of elements of the vector to convert; 0 for a number. */
  private int elements;

  PrintFormat(MachineState state) {
    this.state = state;
  }

  /** Returns the number of arguments that the last text has used. */
  int arguments() {
    return count;
  }

  String print(int workItem, long format, long argumentBlock) {
    lane = workItem;
    next = argumentBlock;
    count = 0;
    String text = text(format);
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != '%') {
        out.append(c);
        at++;
        continue;
      }
      int end = directive(text, at + 1);
      if (end >= text.length()) {
        out.append(text, at, text.length());
        break;
      }
      String converted =
          elements == 0 ? convert(text.charAt(end)) : convertVector(text.charAt(end));
      out.append(converted == null ? text.substring(at, end + 1) : converted);
      at = end + 1;
    }
    return out.toString();
  }

  /**
   * Reads flags, width, precision, vector and length; returns the position of the conversion's
   * letter.
   */
  private int directive(String text, int from) {
    int at = from;
    while (at < text.length() && "-+ #0".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    flags = text.substring(from, at);
    width = 0;
    precision = -1;
    at = number(text, at, false);
    if (at < text.length() && text.charAt(at) == '.') {
      precision = 0;
      at = number(text, at + 1, true);
    }
    elements = 0;
    if (at < text.length() && text.charAt(at) == 'v') {
      for (int n : VECTORS) {
        if (text.startsWith(String.valueOf(n), at + 1)) {
          elements = n;
        }
      }
      if (elements == 0) {
        return at;
      }
      at += elements < 10 ? 2 : 3;
    }
    return length(text, at);
  }

  private int length(String text, int from) {
    int at = from;
    length = 4;
    while (at < text.length() && "hljztL".indexOf(text.charAt(at)) >= 0) {
      char c = text.charAt(at++);
      boolean isElementOfFour = elements > 0 && c == 'l' && length == 2;
      length = c == 'h' ? Math.max(1, length / 2) : isElementOfFour ? 4 : 8;
    }
    return at;
  }

  private int number(String text, int from, boolean isPrecision) {
    int at = from;
    long value = 0;
    if (at < text.length() && text.charAt(at) == '*') {
      value = (int) integer(4);
      at++;
      if (value < 0 && !isPrecision) {
        flags += "-";
        value = -value;
      }
    }
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      value = Math.min(MAX_FIELD, 10 * value + text.charAt(at++) - '0');
    }
    value = Math.min(MAX_FIELD, value);
    if (isPrecision) {
      precision = (int) value;
    } else {
      width = (int) value;
    }
    return at;
  }

  /** Returns the converted argument, or null if the letter is not a conversion of C. */
  private String convert(char letter) {
    if ("diuoxX".indexOf(letter) >= 0) {
      boolean signed = letter == 'd' || letter == 'i';
      return whole(
          letter, NumberConversions.extend(integer(Math.max(4, length)), 8 * length, signed));
    }
    if ("fega".indexOf(Character.toLowerCase(letter)) >= 0) {
      return real(letter, Double.longBitsToDouble(integer(8)));
    }
    switch (letter) {
      case '%':
        return "%";
      case 'c':
        return padded("", String.valueOf((char) (integer(4) & 0xFF)), false);
      case 's':
        String text = text(integer(pointer()));
        return padded(
            "",
            precision >= 0 && precision < text.length() ? text.substring(0, precision) : text,
            false);
      case 'p':
        return padded("", "0x" + Long.toHexString(integer(pointer())), false);
      default:
        return null;
    }
  }

  /** Returns the converted elements, or null if the letter does not convert vectors. */
  private String convertVector(char letter) {
    boolean isReal = "fega".indexOf(Character.toLowerCase(letter)) >= 0;
    if (!isReal && "diuoxX".indexOf(letter) < 0 || isReal && length == 1) {
      return null;
    }
    count++;
    int size = (elements == 3 ? 4 : elements) * length;
    next = (next + size - 1) / size * size;
    StringBuilder out = new StringBuilder();
    for (int n = 0; n < elements; n++) {
      long bits = bits(next + n * length, length);
      out.append(n == 0 ? "" : ",");
      if (isReal) {
        out.append(real(letter, element(bits)));
      } else {
        boolean signed = letter == 'd' || letter == 'i';
        out.append(whole(letter, NumberConversions.extend(bits, 8 * length, signed)));
      }
    }
    next += size;
    return out.toString();
  }

  private double element(long bits) {
    return switch (length) {
      case 2 -> HalfFloats.toFloat((int) bits);
      case 4 -> Float.intBitsToFloat((int) bits);
      default -> Double.longBitsToDouble(bits);
    };
  }

  private int pointer() {
    return state.layout == null ? 8 : 4;
  }

  /** Formats an integer, which is extended to 64 bits. */
  private String whole(char letter, long value) {
    switch (letter) {
      case 'd', 'i':
        return whole(sign(value < 0), Long.toUnsignedString(value < 0 ? -value : value));
      case 'u':
        return whole("", Long.toUnsignedString(value));
      case 'o':
        String octal = Long.toOctalString(value);
        return whole("", has('#') && !octal.startsWith("0") ? "0" + octal : octal);
      default:
        String hex = Long.toHexString(value);
        String prefix = has('#') && value != 0 ? "0x" : "";
        return letter == 'X' ? whole(upper(prefix), upper(hex)) : whole(prefix, hex);
    }
  }

  private static String upper(String text) {
    return text.toUpperCase(java.util.Locale.ROOT);
  }

  private boolean has(char flag) {
    return flags.indexOf(flag) >= 0;
  }

  private String sign(boolean negative) {
    return negative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
  }

  private String whole(String prefix, String digits) {
    if (precision == 0 && digits.equals("0")) {
      return padded(prefix, "", false);
    }
    String padding = "0".repeat(Math.max(0, precision - digits.length()));
    return padded(prefix, padding + digits, precision < 0);
  }

  private String padded(String prefix, String body, boolean mayZero) {
    int missing = width - prefix.length() - body.length();
    if (missing <= 0) {
      return prefix + body;
    }
    if (has('-')) {
      return prefix + body + " ".repeat(missing);
    }
    return mayZero && has('0')
        ? prefix + "0".repeat(missing) + body
        : " ".repeat(missing) + prefix + body;
  }

  private String real(char letter, double value) {
    char lower = Character.toLowerCase(letter);
    String text = lower == 'a' ? hexadecimal(value) : decimal(lower, value);
    return lower == letter ? text : upper(text);
  }

  private String decimal(char letter, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return special(value);
    }
    BigDecimal magnitude = new BigDecimal(Math.abs(value));
    int digits = precision < 0 ? 6 : precision;
    String body =
        switch (letter) {
          case 'f' -> fixed(magnitude, digits);
          case 'e' -> scientific(magnitude, digits, false);
          default -> general(magnitude, Math.max(1, digits));
        };
    return padded(sign(isNegative(value)), body, true);
  }

  private String special(double value) {
    return padded(sign(isNegative(value)), Double.isNaN(value) ? "nan" : "inf", false);
  }

  private static boolean isNegative(double value) {
    return Double.doubleToRawLongBits(value) < 0;
  }

  private String fixed(BigDecimal value, int digits) {
    String text = value.setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    return digits == 0 && has('#') ? text + "." : text;
  }

  private String scientific(BigDecimal value, int digits, boolean trim) {
    int exponent = 0;
    String figures = "0".repeat(digits + 1);
    if (value.signum() != 0) {
      BigDecimal rounded =
          value.round(new java.math.MathContext(digits + 1, RoundingMode.HALF_EVEN));
      exponent = rounded.precision() - rounded.scale() - 1;
      figures = rounded.unscaledValue().toString();
      figures = figures + "0".repeat(Math.max(0, digits + 1 - figures.length()));
    }
    String mantissa =
        figures.charAt(0) + (digits > 0 || has('#') ? "." : "") + figures.substring(1);
    mantissa = trim ? trimmed(mantissa) : mantissa;
    String power = String.valueOf(Math.abs(exponent));
    return mantissa + (exponent < 0 ? "e-" : "e+") + (power.length() < 2 ? "0" : "") + power;
  }

  /** Formats as C's %g: the rounded exponent selects the style; '#' keeps trailing zeros. */
  private String general(BigDecimal value, int digits) {
    int exponent = 0;
    if (value.signum() != 0) {
      BigDecimal rounded = value.round(new java.math.MathContext(digits, RoundingMode.HALF_EVEN));
      exponent = rounded.precision() - rounded.scale() - 1;
    }
    if (exponent < -4 || exponent >= digits) {
      return scientific(value, digits - 1, !has('#'));
    }
    String text = fixed(value, digits - 1 - exponent);
    return has('#') ? text : trimmed(text);
  }

  private static String trimmed(String text) {
    if (text.indexOf('.') < 0) {
      return text;
    }
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }

  private String hexadecimal(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return special(value);
    }
    // C pads with zeros behind the prefix.
    return padded(
        sign(isNegative(value)) + "0x", HexFloat.digits(value, precision, has('#')), true);
  }

  /** Returns the next argument's bits, zero-extended. */
  private long integer(int bytes) {
    count++;
    next = (next + bytes - 1) / bytes * bytes;
    long bits = bits(next, bytes);
    next += bytes;
    return bits;
  }

  private long bits(long address, int bytes) {
    long bits = 0;
    for (int b = bytes - 1; b >= 0; b--) {
      bits = bits << 8 | load(address + b);
    }
    return bits;
  }

  private String text(long address) {
    StringBuilder text = new StringBuilder();
    for (long at = address; text.length() < MAX_TEXT; at++) {
      int c = load(at);
      if (c == 0) {
        return text.toString();
      }
      text.append((char) c);
    }
    throw new KernelFault("a text to print has more than " + MAX_TEXT + " characters");
  }

  private int load(long address) {
    long offset = Address.offset(address);
    MemoryWindow window = MemoryWindow.of(address);
    if (window == MemoryWindow.DEVICE) {
      return state.memory.loadByte(address);
    }
    boolean local = window == MemoryWindow.LOCAL;
    int size = local ? state.local.length : state.privateBytes;
    if (offset >= size) {
      throw new MemoryFault(
          MemoryFault.Kind.OUT_OF_BOUNDS,
          offset,
          1,
          (local ? "work-group" : "work-item") + " memory of " + size + " bytes");
    }
    byte[] bytes = local ? state.local : state.privates;
    return bytes[(int) offset + (local ? 0 : lane * state.privateBytes)] & 0xFF;
  }
}
