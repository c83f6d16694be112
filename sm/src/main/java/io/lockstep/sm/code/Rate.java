// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Kinds of instructions that occupy a unit for other clocks than the others of their {@link Pipe};
 * the ordinal is the number in {@link SassCode}.
 */
public enum Rate {
  /** As the pipe says. */
  USUAL,
  /** A product of integers with a result of 32 bits, in {@link Pipe#FMA}. */
  PRODUCT,
  /** A product of integers of which the upper half is computed too. */
  WIDE_PRODUCT,
  /** Shifts, logic, permutations of bytes and conversions in {@link Pipe#ALU}. */
  SHIFT,
  /**
   * What only one of two pipes of half precision executes: widening, and bfloat16 on some chips.
   */
  ONE_HALF,
  /** A sum or comparison over the lanes of a warp, which has a unit of its own. */
  REDUCTION;

  private static final Set<String> SHIFTS =
      Set.of("LOP3", "SHF", "PRMT", "SGXT", "BMSK", "IABS", "VABSDIFF", "I2FP", "F2FP", "HMNMX2");
  private static final Pattern ONE_HALVES = Pattern.compile("HADD2\\.F32|H[A-Z]+2\\.BF16.*");
  private static final Set<String> CONVERSIONS = Set.of("F2F", "F2I", "I2F", "FRND");

  /**
   * Returns the rate of an instruction with a name such as {@code IMAD.WIDE.U32}.
   *
   * @param bothHalves whether both pipes of half precision execute bfloat16
   */
  public static Rate of(String name, boolean bothHalves) {
    if (name.startsWith("IMAD.WIDE") || name.startsWith("IMAD.HI")) {
      return WIDE_PRODUCT;
    }
    if (name.startsWith("IMAD") || name.startsWith("IDP")) {
      return PRODUCT;
    }
    if (name.startsWith("REDUX") || name.startsWith("MATCH")) {
      return REDUCTION;
    }
    if (name.charAt(0) == 'H' && ONE_HALVES.matcher(name).matches()) {
      return bothHalves && name.contains("BF16") ? USUAL : ONE_HALF;
    }
    return SHIFTS.contains(operation(name)) ? SHIFT : USUAL;
  }

  /** Whether an instruction converts from or to 64 bits. */
  public static boolean isLongConversion(String name) {
    return name.indexOf("64", name.indexOf('.') + 1) > 0 && CONVERSIONS.contains(operation(name));
  }

  /** Returns a name without its modifiers. */
  private static String operation(String name) {
    int end = name.indexOf('.');
    return end < 0 ? name : name.substring(0, end);
  }
}
