// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import java.util.BitSet;

/** The loads of a kernel whose values become factors of matrix instructions. */
final class FactorLoads {
  private final Kernel kernel;
  private final BitSet factors = new BitSet(); // registers
  private final BitSet rows = new BitSet(); // registers with addresses that other lanes hold

  FactorLoads(Kernel kernel) {
    this.kernel = kernel;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.ROW_ADDRESS) {
          i.writes().forEach(rows::set);
        } else if (i.op() == Op.MATRIX) {
          int inputs = i.matrix().leftInputs() + i.matrix().rightInputs();
          i.sources().subList(0, inputs).forEach(this::add);
        }
      }
    }
    int known = 0;
    while (known < factors.cardinality()) {
      known = factors.cardinality();
      for (Block block : kernel.blocks()) {
        block.instructions().stream()
            .filter(i -> i.op().isComputation() || i.op() == Op.TRANSPOSE)
            .filter(i -> i.writes().stream().anyMatch(factors::get))
            .forEach(i -> i.sources().forEach(this::add));
      }
    }
  }

  private void add(Operand source) {
    if (source.isRegister()) {
      factors.set(source.register());
    }
  }

  /** Whether a kernel has matrix instructions. */
  static boolean isThere(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.op() == Op.MATRIX);
  }

  /** Whether an access loads factors from local memory. */
  boolean isLocal(AccessCard access) {
    Instruction i = instruction(access);
    return i.op() == Op.LOAD
        && i.memory().space() == Space.LOCAL
        && i.writes().stream().anyMatch(factors::get);
  }

  /** Whether an access is of rows of 16 bytes, whose addresses other lanes hold. */
  boolean isOfRows(AccessCard access) {
    Operand address = instruction(access).sources().get(0);
    return address.isRegister() && rows.get(address.register());
  }

  private Instruction instruction(AccessCard access) {
    return kernel.blocks().get(access.block()).instructions().get(access.index());
  }
}
