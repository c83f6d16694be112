// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Objects;

/**
 * How a chip's matrix units add products of floats. Results of programs with such products depend
 * on it, so these are executed once for each of their devices' rules.
 *
 * @param halves F16 and BF16
 * @param tf32 XF32
 * @param bytes floats of at most eight bits in bytes; null where compilers widen E4M3 and E5M2 to
 *     halves, multiply without C and add C with a rounding of its own
 * @param nibbles floats of four bits with scales: the products of a group are added exactly before
 *     they are scaled, and all groups of an instruction are added at once
 */
public record MatrixNumerics(SumRule halves, SumRule tf32, SumRule bytes, SumRule nibbles) {
  /** Exact sums with one rounding. */
  public static final MatrixNumerics EXACT =
      new MatrixNumerics(SumRule.EXACT, SumRule.EXACT, SumRule.EXACT, SumRule.EXACT);

  /**
   * Checks that all but bytes have rules.
   *
   * @param halves F16 and BF16
   * @param tf32 XF32
   * @param bytes floats of at most eight bits, or null
   * @param nibbles floats of four bits with scales
   * @throws NullPointerException if one of them is missing
   */
  public MatrixNumerics {
    Objects.requireNonNull(halves);
    Objects.requireNonNull(tf32);
    Objects.requireNonNull(nibbles);
  }

  /**
   * {@return whether results of an instruction depend on a rule: it adds products of floats of less
   * than 32 bits, or XF32, and its vendor's chips differ}
   *
   * @param shape a matrix instruction
   */
  public static boolean concern(MatrixShape shape) {
    return !(shape instanceof MfmaShape) && shape.left().isFloat() && shape.result() != Type.F64;
  }

  /**
   * {@return whether results of a kernel depend on a rule}
   *
   * @param kernel any kernel
   */
  public static boolean concern(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.op() == Op.MATRIX && concern(i.matrix()));
  }

  /**
   * {@return the rule of a number format; null for E4M3 and E5M2 that are widened to halves}
   *
   * @param element the format of A
   * @throws IllegalArgumentException for a format without such rules
   */
  public SumRule of(MatrixElement element) {
    return switch (element) {
      case F16, BF16 -> halves;
      case XF32 -> tf32;
      case E4M3, E5M2 -> bytes;
      case E3M2, E2M3, E2M1_BYTE -> bytes == null ? SumRule.EXACT : bytes;
      case E2M1 -> nibbles;
      default -> throw new IllegalArgumentException("no rule for " + element);
    };
  }

  /** {@return "exact sums", or groups and fraction bits of each format} */
  @Override
  public String toString() {
    return equals(EXACT)
        ? "exact sums"
        : "sums by "
            + String.join(
                ", ", List.of(text("halves", halves), text("tf32", tf32), text("fp8", bytes)))
            + (nibbles.isExact() ? "" : ", " + text("fp4", nibbles));
  }

  private static String text(String name, SumRule rule) {
    return rule == null
        ? name + " as halves"
        : "%s %s to %s bits".formatted(name, rule.group(), rule.fractionBits());
  }
}
