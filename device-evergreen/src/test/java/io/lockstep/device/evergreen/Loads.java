// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;

/** Kernels of nothing but loads of global memory. */
final class Loads {
  private Loads() {}

  /**
   * A kernel of independent loads.
   *
   * @param count loads of a work-item
   * @param width words of each
   * @param apart bytes from one load of a work-item to its next
   * @param cacheable whether its qualifiers let caches serve them
   */
  static Kernel of(int count, int width, long apart, boolean cacheable) {
    KernelBuilder builder = new KernelBuilder("loads", "test", "loads");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    for (int k = 0; k < count; k++) {
      Integer[] to = new Integer[width];
      for (int word = 0; word < width; word++) {
        to[word] = builder.register(Type.I32, "v");
      }
      MemoryAccess access =
          new MemoryAccess(
              Space.GLOBAL,
              Type.I32,
              width,
              k,
              apart * k,
              cacheable ? MemoryAccess.Qualifiers.CONSTANT : MemoryAccess.Qualifiers.NONE);
      builder.add(
          block,
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .memory(access)
              .to(to)
              .from(Operand.register(id))
              .build());
    }
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }
}
