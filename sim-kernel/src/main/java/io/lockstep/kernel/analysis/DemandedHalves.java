// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/**
 * Determines which 64-bit registers need their upper half on a machine with 32-bit addresses.
 *
 * <p>Front-ends for 64-bit machines compute indices and addresses in 64 bits; most upper halves are
 * unused once an address has 32 bits. Demand propagates backwards from operations that use the
 * whole value (comparisons, divisions, stores) to a fixed point. Immutable, thread-safe.
 */
public final class DemandedHalves {
  private final Kernel kernel;
  private final boolean[] high;

  /**
   * Propagates demand through a kernel.
   *
   * @param kernel the kernel to analyse
   */
  public DemandedHalves(Kernel kernel) {
    this.kernel = kernel;
    high = new boolean[kernel.registers().size()];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          changed |= flow(i);
        }
      }
    }
  }

  /**
   * {@return whether the upper half of a register is needed}
   *
   * @param register number of a 64-bit register
   */
  public boolean high(int register) {
    return high[register];
  }

  private boolean flow(Instruction i) {
    boolean changed = false;
    for (int s = 0; s < i.sources().size(); s++) {
      Operand o = i.sources().get(s);
      if (o.isRegister()
          && !high[o.register()]
          && (kernel.registers().get(o.register()) == Type.I64
              || kernel.registers().get(o.register()) == Type.F64)
          && demands(i, s)) {
        high[o.register()] = true;
        changed = true;
      }
    }
    return changed;
  }

  private boolean demands(Instruction i, int source) {
    if (i.memory() != null) {
      return source > 0; // the address has 32 bits; the data keeps its width
    }
    if (i.op() != Op.CONVERT) {
      return !i.op().truncates() || resultHigh(i);
    }
    // Saturation depends on whether the whole value is out of range.
    return i.type().isFloat()
        || i.sourceType() == Type.F64
        || i.saturate()
        || i.type().isWide() && resultHigh(i);
  }

  private boolean resultHigh(Instruction i) {
    if (i.op() == Op.MOVE && i.type() == Type.F64) {
      return true;
    }
    return i.writes().stream().anyMatch(d -> high[d]);
  }
}
