// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import io.lockstep.execute.number.HalfFloats;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.pass.DoubleDemotion;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Element types of buffers and scalar arguments. Elements are represented as raw bits in a {@code
 * long}, zero-extended, and stored little-endian.
 */
public enum ElementType {
  I8(Type.I8, true),
  U8(Type.I8, false),
  I16(Type.I16, true),
  U16(Type.I16, false),
  I32(Type.I32, true),
  U32(Type.I32, false),
  I64(Type.I64, true),
  U64(Type.I64, false),
  F16(Type.F16, true),
  F32(Type.F32, true),
  F64(Type.F64, true);

  private static final int HALF_NAN = 0x7E00; // quiet, positive

  private final Type type;
  private final boolean signed;
  private final BigInteger low;
  private final BigInteger high;

  ElementType(Type type, boolean signed) {
    this.type = type;
    this.signed = signed;
    this.low = signed ? BigInteger.ONE.shiftLeft(type.bits() - 1).negate() : BigInteger.ZERO;
    this.high = BigInteger.ONE.shiftLeft(type.bits() - (signed ? 1 : 0)).subtract(BigInteger.ONE);
  }

  /** {@return whether the type is signed; true for floats} */
  public boolean isSigned() {
    return signed;
  }

  public static ElementType of(YamlNode node) {
    return of(node.where(), node.asText());
  }

  public static ElementType of(String where, String name) {
    for (ElementType candidate : values()) {
      if (candidate.text().equals(name)) {
        return candidate;
      }
    }
    throw new InputException(
        where, "unknown type '" + name + "'" + Suggestions.hint(name, names()));
  }

  public static List<String> names() {
    return Stream.of(values()).map(ElementType::text).toList();
  }

  /** Returns an argument's bits as a kernel expects them; demoted doubles become floats. */
  public long passed(long bits, Kernel kernel) {
    return this == F64 && kernel.demoted() ? DoubleDemotion.demoted(bits) : bits;
  }

  /** {@return the name in files, for example {@code u32}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the portable type, which has no signedness} */
  public Type type() {
    return type;
  }

  public int bytes() {
    return type.bytes();
  }

  public boolean isFloat() {
    return type.isFloat();
  }

  /** Returns the raw bits of a whole number, truncated for integers and rounded for floats. */
  public long encode(long value) {
    switch (this) {
      case F16:
        return halfBits(value);
      case F32:
        return Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
      case F64:
        return Double.doubleToRawLongBits((double) value);
      default:
        return type.bits() == 64 ? value : value & ((1L << type.bits()) - 1);
    }
  }

  /** Returns the raw bits of a real number, rounded to nearest even; for floats only. */
  public long encode(double value) {
    switch (this) {
      case F16:
        return halfBits(value);
      case F32:
        return Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
      case F64:
        return Double.doubleToRawLongBits(value);
      default:
        throw new IllegalStateException("a real number for " + text());
    }
  }

  /** Returns the nearest half, ties to even. */
  private static long halfBits(double value) {
    return Double.isNaN(value) ? HALF_NAN : HalfFloats.toHalf(value, Rounding.NEAREST_EVEN);
  }

  /**
   * Returns the raw bits of a whole number.
   *
   * @throws InputException if the number is out of an integer type's range
   */
  public long encodeExactly(String where, BigInteger value) {
    if (isFloat()) {
      return encode(value.doubleValue());
    }
    if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
      throw new InputException(
          where, value + " does not fit " + text() + " (" + low + " to " + high + ")");
    }
    return encode(value.longValue());
  }

  /** Returns the value of raw bits, sign- or zero-extended to 64 bits; for integers only. */
  public long integer(long bits) {
    int shift = 64 - type.bits();
    return signed ? bits << shift >> shift : bits;
  }

  /** Returns the value of raw bits as a double; exact except for 64-bit integers. */
  public double real(long bits) {
    switch (this) {
      case F16:
        return HalfFloats.toFloat((int) bits);
      case F32:
        return Float.intBitsToFloat((int) bits);
      case F64:
        return Double.longBitsToDouble(bits);
      case U64:
        return bits >= 0 ? bits : new BigInteger(Long.toUnsignedString(bits)).doubleValue();
      default:
        return integer(bits);
    }
  }

  /**
   * {@return raw bits formatted with enough digits to restore them, except the payload of NaNs; the
   * text is the same on every Java version}
   */
  public String show(long bits) {
    if (!isFloat()) {
      return this == U64 ? Long.toUnsignedString(bits) : Long.toString(integer(bits));
    }
    double value = real(bits);
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    int digits = this == F64 ? 17 : this == F32 ? 9 : 5;
    BigDecimal shown = new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
    return shown.scale() <= 0 && shown.precision() - shown.scale() <= digits
        ? shown.setScale(1).toPlainString()
        : shown.toString();
  }

  /**
   * {@return how a value differs from a wanted one} Two NaNs are shown with their bits.
   *
   * @param got raw bits
   * @param want other raw bits
   */
  public String difference(long got, long want) {
    return show(got) + bits(got, want) + ", not " + show(want) + bits(want, got);
  }

  private String bits(long shown, long other) {
    return show(shown).equals(show(other))
        ? String.format(Locale.ROOT, " (0x%0" + 2 * bytes() + "x)", shown)
        : "";
  }
}
