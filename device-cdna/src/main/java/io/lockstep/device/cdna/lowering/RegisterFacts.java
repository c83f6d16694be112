// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.List;

final class RegisterFacts {
  final Kernel kernel;
  final int registers;
  final int[] defCount;
  final int[] useCount;

  /** The only definition of a register, or null if it has none or several. */
  final Instruction[] def;

  final int[] defBlock;

  final Liveness liveness;
  final int[][] predecessors;

  RegisterFacts(Kernel kernel) {
    this.kernel = kernel;
    registers = kernel.registers().size();
    defCount = new int[registers];
    useCount = new int[registers];
    def = new Instruction[registers];
    defBlock = new int[registers];
    int n = kernel.blocks().size();
    List<List<Integer>> pred = new ArrayList<>();
    for (int b = 0; b < n; b++) {
      pred.add(new ArrayList<>());
    }
    for (Block block : kernel.blocks()) {
      for (int s : block.successors()) {
        if (!pred.get(s).contains(block.id())) {
          pred.get(s).add(block.id());
        }
      }
      for (Instruction i : block.instructions()) {
        for (int d : i.writes()) {
          def[d] = defCount[d]++ == 0 && i.guard() < 0 ? i : null;
          defBlock[d] = block.id();
        }
        for (int register : i.reads()) {
          useCount[register]++;
        }
      }
    }
    predecessors =
        pred.stream()
            .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    liveness = new Liveness(kernel);
  }

  /** The constant that a register always holds, or null. */
  Long constant(int register) {
    Instruction d = def[register];
    if (d == null) {
      return null;
    }
    if (d.op() == Op.MOVE && !d.sources().get(0).isRegister()) {
      return d.sources().get(0).bits();
    }
    if (d.op() == Op.SPECIAL && kernel.requiredGroupSize().size() == 3) {
      return switch (d.special()) {
        case LOCAL_SIZE_X -> (long) kernel.requiredGroupSize().get(0);
        case LOCAL_SIZE_Y -> (long) kernel.requiredGroupSize().get(1);
        case LOCAL_SIZE_Z -> (long) kernel.requiredGroupSize().get(2);
        default -> null;
      };
    }
    return null;
  }

  /** The constant value of an operand, or null. */
  Long constant(Operand o) {
    return o.isRegister() ? constant(o.register()) : Long.valueOf(o.bits());
  }
}
