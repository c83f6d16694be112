// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import java.util.List;

/**
 * A type of generated OpenCL C: a scalar or a vector of one.
 *
 * @param base the element's name in OpenCL C
 * @param bits width of an element
 * @param lanes number of elements, 1 for a scalar
 */
record CType(String base, int bits, int lanes) {
  private static final List<String> INTEGERS =
      List.of("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong");
  private static final int[] INTEGER_BITS = {8, 8, 16, 16, 32, 32, 64, 64};

  static final CType INT = integer(4, 1);
  static final CType UINT = integer(5, 1);
  static final CType FLOAT = new CType("float", 32, 1);
  static final CType DOUBLE = new CType("double", 64, 1);

  /** An integer by its number: even ones are signed, widths double every two. */
  static CType integer(int number, int lanes) {
    return new CType(INTEGERS.get(number), INTEGER_BITS[number], lanes);
  }

  boolean isFloat() {
    return base.equals("float") || base.equals("double");
  }

  boolean isSigned() {
    return !isFloat() && !base.startsWith("u");
  }

  boolean isVector() {
    return lanes > 1;
  }

  /** The name in OpenCL C. */
  String text() {
    return lanes == 1 ? base : base + lanes;
  }

  CType of(int count) {
    return new CType(base, bits, count);
  }

  CType element() {
    return of(1);
  }

  /** The integer of the same shape. */
  CType integer(boolean signed) {
    int number = (bits == 8 ? 0 : bits == 16 ? 2 : bits == 32 ? 4 : 6) + (signed ? 0 : 1);
    return integer(number, lanes);
  }

  /** The unsigned type in which a sum of scalars cannot overflow: at least 32 bits wide. */
  CType wide() {
    return isVector() || bits > 32 ? integer(false) : UINT;
  }
}
