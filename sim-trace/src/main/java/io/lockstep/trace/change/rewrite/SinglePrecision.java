// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.pass.DoubleDemotion;
import io.lockstep.kernel.type.Type;
import java.util.BitSet;

/** Replaces doubles by floats, which take four bytes in memory. */
public final class SinglePrecision implements ProgramRewrite {
  @Override
  public KernelCopy kernel(Kernel original) {
    if (original.registers().stream().noneMatch(t -> t == Type.F64)
        || original.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .anyMatch(i -> isOfDoubles(i) && i.memory().width() > 1)) {
      return null;
    }
    KernelCopy copy = new KernelCopy(original);
    try {
      DoubleDemotion.apply(copy.code, copy.builder);
    } catch (InputException e) {
      return null; // the bits of a double are used
    }
    return copy;
  }

  private static boolean isOfDoubles(Instruction i) {
    return i.isRecorded() && i.memory().element() == Type.F64;
  }

  @Override
  public SegmentEditor.Places places(Kernel original) {
    BitSet halved = new BitSet();
    for (Block block : original.blocks()) {
      block.instructions().stream()
          .filter(SinglePrecision::isOfDoubles)
          .forEach(i -> halved.set(i.memory().slot()));
    }
    return (slot, address) ->
        halved.get(slot)
            ? address - Address.offset(address) + Address.offset(address) / 2
            : address;
  }
}
