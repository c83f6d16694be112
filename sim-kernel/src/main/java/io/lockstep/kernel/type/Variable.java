// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;

/**
 * A named piece of memory of a module or kernel.
 *
 * @param name name as in the text
 * @param space GLOBAL, CONSTANT, LOCAL or PRIVATE
 * @param offset byte offset in the group's local memory or the work-item's private memory; 0 for
 *     module-scope variables, which are separate buffers
 * @param bytes size in bytes
 * @param alignment alignment in bytes
 * @param initial initial bytes, or an empty array for zeros
 * @param references initial values that are addresses, known only at run time; not in traces, whose
 *     kernels are not executed again
 */
public record Variable(
    String name,
    Space space,
    int offset,
    int bytes,
    int alignment,
    byte[] initial,
    List<Reference> references) {

  /**
   * Creates a variable whose initial values are numbers.
   *
   * @param name name as in the text
   * @param space GLOBAL, CONSTANT, LOCAL or PRIVATE
   * @param offset byte offset in the memory, 0 for module-scope variables
   * @param bytes size in bytes
   * @param alignment alignment in bytes
   * @param initial initial bytes, or an empty array for zeros
   */
  public Variable(String name, Space space, int offset, int bytes, int alignment, byte[] initial) {
    this(name, space, offset, bytes, alignment, initial, List.of());
  }

  /**
   * An initial value that is an address of 64 bits, or one byte of an address.
   *
   * @param offset offset of the value, in bytes
   * @param variable position in {@link Kernel#variables()} of the addressed module-scope variable
   * @param addend added to the address
   * @param shift -1 for all 8 bytes, otherwise the first bit of the byte
   */
  public record Reference(int offset, int variable, long addend, int shift) {}
}
