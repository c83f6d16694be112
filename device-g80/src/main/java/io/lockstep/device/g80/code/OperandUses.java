// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.OpClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Readers and writers of each register of a kernel. */
final class OperandUses {
  /** Arithmetic that can take one operand from shared and one from constant memory. */
  static final Set<OpClass> TAKERS =
      Set.of(
          OpClass.FLOAT_ADD,
          OpClass.FLOAT_MUL,
          OpClass.FLOAT_MAD,
          OpClass.FLOAT_FMA,
          OpClass.FLOAT_MINMAX,
          OpClass.INT_ADD,
          OpClass.INT_LOGIC,
          OpClass.INT_MUL24,
          OpClass.COMPARE_INT,
          OpClass.COMPARE_FLOAT);

  private final int[] writes;
  private final List<List<Instruction>> readers = new ArrayList<>();

  OperandUses(Kernel kernel) {
    int n = kernel.registers().size();
    writes = new int[n];
    for (int r = 0; r < n; r++) {
      readers.add(new ArrayList<>());
    }
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        i.reads().forEach(r -> readers.get(r).add(i));
        i.writes().forEach(d -> writes[d]++);
      }
    }
  }

  /** The instructions that read a register, in program order. */
  List<Instruction> readers(int register) {
    return readers.get(register);
  }

  boolean isWrittenOnce(int register) {
    return writes[register] == 1;
  }
}
