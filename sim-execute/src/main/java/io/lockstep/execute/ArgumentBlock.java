// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.state.AddressLayout;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import java.util.List;

/** Lays out the arguments of a launch in bytes, as the kernel expects them. */
final class ArgumentBlock {
  private static final int WORD = 8;

  private ArgumentBlock() {}

  /** Returns the number of values of a parameter in the list of arguments: one per eight bytes. */
  private static int words(int bytes) {
    return (bytes + WORD - 1) / WORD;
  }

  /**
   * Returns the argument block. Pointers in {@code arguments} are functional addresses; a structure
   * has one value per eight bytes.
   */
  static byte[] of(Kernel kernel, List<Long> arguments, AddressLayout layout) {
    int words = kernel.parameters().stream().mapToInt(p -> words(p.bytes())).sum();
    if (arguments.size() != words) {
      throw new InputException(
          kernel.source(),
          kernel.name()
              + " has "
              + kernel.parameters().size()
              + " parameters"
              + (words == kernel.parameters().size() ? "" : " of " + words + " values")
              + ", the launch gives "
              + arguments.size());
    }
    byte[] block = new byte[kernel.parameterBytes()];
    int next = 0;
    for (Parameter parameter : kernel.parameters()) {
      for (int at = 0; at < parameter.bytes(); at += WORD) {
        long value = arguments.get(next++);
        boolean pointer = parameter.bytes() == 4 && parameter.type().bytes() == 4;
        if (layout != null && pointer && isFunctionalAddress(value)) {
          value = layout.shorten(value);
        }
        int bytes = Math.min(WORD, parameter.bytes() - at);
        for (int b = 0; b < bytes; b++) {
          block[parameter.offset() + at + b] = (byte) (value >>> 8 * b);
        }
      }
    }
    return block;
  }

  /**
   * Returns whether a value has the form of a functional address; no 32-bit scalar has it,
   * sign-extended or not.
   */
  private static boolean isFunctionalAddress(long value) {
    return value >>> Address.OFFSET_BITS != 0 && value > 0;
  }
}
