// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.type.Space;
import java.util.HashMap;
import java.util.Map;

/** The meaning of a name that is not a register. */
public sealed interface Symbol {
  /** A variable in memory; {@code index} is its position in the kernel, or -1 before placement. */
  record Placed(int index, Space space, int offset, long bytes) implements Symbol {}

  /** A kernel's argument; {@code memory} is its copy in private memory, or null. */
  record Argument(int offset, long bytes, Placed memory) implements Symbol {}

  /**
   * A parameter of a device function, held in one register for each (offset, bytes) that is
   * accessed. Accesses may extend into the alignment padding: clang passes a vector of two bytes in
   * {@code .align 16 .b8 p[2]} as one 32-bit word.
   */
  record Slots(String name, long bytes, long room, Map<Long, Integer> registers) implements Symbol {
    public Slots(String name, long bytes, long room) {
      this(name, bytes, room, new HashMap<>());
    }

    public int whole(PtxType type, KernelBuilder builder) {
      return registers.computeIfAbsent(
          (long) type.bytes(), k -> builder.register(type.type(), name + "+0"));
    }
  }
}
