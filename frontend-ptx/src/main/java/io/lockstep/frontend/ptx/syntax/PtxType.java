// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.kernel.type.Type;
import java.util.Locale;

/** The fundamental PTX types that the IR supports. */
public enum PtxType {
  PRED(Type.I1, 'b'),
  B8(Type.I8, 'b'),
  B16(Type.I16, 'b'),
  B32(Type.I32, 'b'),
  B64(Type.I64, 'b'),
  U8(Type.I8, 'u'),
  U16(Type.I16, 'u'),
  U32(Type.I32, 'u'),
  U64(Type.I64, 'u'),
  S8(Type.I8, 's'),
  S16(Type.I16, 's'),
  S32(Type.I32, 's'),
  S64(Type.I64, 's'),
  F16(Type.F16, 'f'),
  F16X2(Type.I32, 'f'),
  /**
   * The upper 16 bits of an F32. Arithmetic is done in F32 and rounded ({@link
   * io.lockstep.frontend.ptx.emit.Brains}).
   */
  BF16(Type.I16, 'n'),
  BF16X2(Type.I32, 'n'),
  S16X2(Type.I32, 'v'),
  U16X2(Type.I32, 'v'),
  F32(Type.F32, 'f'),
  F64(Type.F64, 'f');

  private final Type type;
  private final char kind;
  private final String shown = name().toLowerCase(Locale.ROOT);

  PtxType(Type type, char kind) {
    this.type = type;
    this.kind = kind;
  }

  /** Returns the type with a name (without the dot), or null. */
  public static PtxType named(String name) {
    for (PtxType t : values()) {
      if (t.shown().equals(name)) {
        return t;
      }
    }
    return null;
  }

  /** Returns the name without its dot. */
  public String shown() {
    return shown;
  }

  public Type type() {
    return type;
  }

  public int bits() {
    return type.bits();
  }

  public int bytes() {
    return type.bytes();
  }

  public boolean signed() {
    return kind == 's';
  }

  public boolean isPacked() {
    return part() != this;
  }

  /** Returns the element type of a packed type; otherwise the type itself. */
  public PtxType part() {
    return switch (this) {
      case F16X2 -> F16;
      case BF16X2 -> BF16;
      case S16X2 -> S16;
      case U16X2 -> U16;
      default -> this;
    };
  }

  public boolean isBrain() {
    return kind == 'n';
  }

  public boolean isFloat() {
    return kind == 'f';
  }

  public boolean isInteger() {
    return (kind == 'u' || kind == 's' || kind == 'b') && this != PRED;
  }
}
