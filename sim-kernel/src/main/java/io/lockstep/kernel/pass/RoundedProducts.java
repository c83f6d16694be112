// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds products that a library rounds to an integer: {@code fma(a, b, c)} with directed rounding
 * and a constant c whose neighbours are 1 apart (2^23 to 2^24), as in CUDA's {@code expf}. A
 * machine without FMA multiplies, rounds and adds, as the machine's own library did; so the fusion
 * becomes {@linkplain Fusion#PERMITTED permitted}.
 */
final class RoundedProducts {
  private static final float LEAST = 0x1p23f;

  private RoundedProducts() {}

  static void apply(List<Draft> blocks) {
    Map<Integer, Long> constants = constants(blocks); // looked up only, never iterated
    for (Draft block : blocks) {
      block
          .code()
          .replaceAll(
              i ->
                  isDirected(i) && roundsToInteger(i.sources().get(2), constants)
                      ? InstructionBuilder.from(i).fusion(Fusion.PERMITTED).build()
                      : i);
    }
  }

  private static boolean isDirected(Instruction i) {
    return i.op() == Op.FMA
        && i.type() == Type.F32
        && i.fusion() == Fusion.REQUIRED
        && i.rounding().isDirected();
  }

  private static boolean roundsToInteger(Operand addend, Map<Integer, Long> constants) {
    Long bits = addend.isRegister() ? constants.get(addend.register()) : (Long) addend.bits();
    if (bits == null) {
      return false;
    }
    float magnitude = Math.abs(Float.intBitsToFloat(bits.intValue()));
    return magnitude >= LEAST && magnitude < 2 * LEAST;
  }

  /**
   * Returns the bits of each register whose only definition is an unguarded move of a constant;
   * null for other registers that are written.
   */
  private static Map<Integer, Long> constants(List<Draft> blocks) {
    Map<Integer, Long> constants = new HashMap<>();
    for (Draft block : blocks) {
      for (Instruction i : block.code()) {
        boolean constant = i.op() == Op.MOVE && i.guard() < 0 && !i.sources().get(0).isRegister();
        for (int d : i.writes()) {
          boolean first = constant && !constants.containsKey(d);
          constants.put(d, first ? (Long) i.sources().get(0).bits() : null);
        }
      }
    }
    return constants;
  }
}
