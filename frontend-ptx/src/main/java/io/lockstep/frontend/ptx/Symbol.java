package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Space;
import java.util.HashMap;
import java.util.Map;

/** What a name that is no register stands for. */
sealed interface Symbol {
  /** Memory; index is the variable's position in the kernel, or -1 before it is placed. */
  record Placed(int index, Space space, int offset, long bytes) implements Symbol {}

  /** A kernel's argument; memory is its copy in private memory, or null if none is needed. */
  record Argument(int offset, long bytes, Placed memory) implements Symbol {}

  /**
   * A parameter of a device function: lives in registers, one for each (offset, bytes) that the
   * text uses. Accesses may reach into the padding up to its alignment: clang passes a vector of
   * two bytes in {@code .align 16 .b8 p[2]} as one word of 32 bits.
   */
  record Slots(String name, long bytes, long room, Map<Long, Integer> registers) implements Symbol {
    Slots(String name, long bytes, long room) {
      this(name, bytes, room, new HashMap<>());
    }

    /** The register that carries the whole parameter. */
    int whole(PtxType type, KernelBuilder builder) {
      return registers.computeIfAbsent(
          (long) type.bytes(), k -> builder.register(type.type(), name + "+0"));
    }
  }
}
