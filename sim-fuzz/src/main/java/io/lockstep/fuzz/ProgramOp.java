// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

/** Operations of a {@link RandomProgram} on 32-bit words and single-precision floats. */
enum ProgramOp {
  CONSTANT(false, ""),
  VARIABLE(false, ""),
  GLOBAL_ID(false, ""),
  LOCAL_ID(false, ""),
  /** Loads a word of the input; the index is taken modulo its size. */
  LOAD(false, "i"),
  ADD(false, "ii"),
  SUB(false, "ii"),
  MUL(false, "ii"),
  /** The high word of the unsigned product. */
  MUL_HIGH(false, "ii"),
  AND(false, "ii"),
  OR(false, "ii"),
  XOR(false, "ii"),
  MIN(false, "ii"),
  MAX(false, "ii"),
  UNSIGNED_MIN(false, "ii"),
  UNSIGNED_MAX(false, "ii"),
  /** Shifts by the distance modulo 32. */
  SHIFT_LEFT(false, "ii"),
  SHIFT_RIGHT(false, "ii"),
  SIGNED_SHIFT_RIGHT(false, "ii"),
  /** Shifts by the full distance: a distance of 32 or more gives 0, or copies of the sign. */
  FAR_LEFT(false, "ii"),
  FAR_RIGHT(false, "ii"),
  SIGNED_FAR_RIGHT(false, "ii"),
  /** Unsigned; the divisor's low bit is set, so that the divisor is never 0. */
  DIVIDE(false, "ii"),
  REMAINDER(false, "ii"),
  /** Comparisons return 1 or 0. */
  LESS(false, "ii"),
  BELOW(false, "ii"),
  EQUAL(false, "ii"),
  UNEQUAL(false, "ii"),
  NOT_LESS(false, "ii"),
  REAL_LESS(false, "rr"),
  REAL_NOT_LESS(false, "rr"),
  REAL_EQUAL(false, "rr"),
  /** True if an operand is NaN. */
  REAL_UNEQUAL(false, "rr"),
  /** Selects the second operand if the first is not 0, otherwise the third. */
  CHOOSE(false, "iii"),
  /** Rounds towards zero and saturates; 0 for NaN. */
  TO_SIGNED(false, "r"),
  TO_UNSIGNED(false, "r"),
  /** The bits of a float; 0x7FC00000 for any NaN. */
  BITS(false, "r"),

  REAL_CONSTANT(true, ""),
  REAL_VARIABLE(true, ""),
  REAL_LOAD(true, "i"),
  REAL_ADD(true, "rr"),
  REAL_SUB(true, "rr"),
  REAL_MUL(true, "rr"),
  /** Multiply-add with a single rounding. */
  FUSED(true, "rrr"),
  /** Multiply-add with separate roundings of product and sum. */
  MUL_ADD(true, "rrr"),
  REAL_CHOOSE(true, "irr"),
  FROM_SIGNED(true, "i"),
  FROM_UNSIGNED(true, "i"),
  NEGATE(true, "r"),
  ABSOLUTE(true, "r");

  private final boolean real;
  private final String arguments;

  ProgramOp(boolean real, String arguments) {
    this.real = real;
    this.arguments = arguments;
  }

  boolean isReal() {
    return real;
  }

  int arity() {
    return arguments.length();
  }

  boolean takesReal(int argument) {
    return arguments.charAt(argument) == 'r';
  }
}
