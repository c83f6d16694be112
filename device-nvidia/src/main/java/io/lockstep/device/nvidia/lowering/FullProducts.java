// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the two instructions of a block that compute the lower and the upper 64 bits of one product
 * of 128 bits. The upper half needs all partial products of 32 bits and the carry between the
 * halves, so the lower half costs no further instruction. As in ptxas, both multiply the same
 * operands in the same order.
 */
final class FullProducts {
  private final Map<Instruction, Instruction> others = new IdentityHashMap<>();

  FullProducts(Kernel kernel) {
    kernel.blocks().forEach(this::find);
  }

  /** The instruction that computes the other half of a product; null if there is none. */
  Instruction other(Instruction i) {
    return others.get(i);
  }

  private void find(Block block) {
    Map<List<Operand>, Instruction> halves =
        new HashMap<>(); // by factors; an entry goes when a factor is written
    for (Instruction i : block.instructions()) {
      if (isHalf(i)) {
        Instruction before = halves.get(i.sources());
        if (before != null && before.op() != i.op()) {
          halves.remove(i.sources());
          others.put(i, before);
          others.put(before, i);
        } else {
          halves.put(i.sources(), i);
        }
      }
      halves.keySet().removeIf(factors -> factors.stream().anyMatch(o -> isWritten(o, i)));
    }
  }

  private static boolean isHalf(Instruction i) {
    boolean product = i.op() == Op.MUL || i.op() == Op.MUL_HI;
    return product && i.type() == Type.I64 && i.guard() < 0;
  }

  private static boolean isWritten(Operand factor, Instruction i) {
    return factor.isRegister() && i.writes().contains(factor.register());
  }
}
