package io.lockstep.kernel.ir;

import java.util.List;

/**
 * A named piece of memory of a module or kernel.
 *
 * @param name as in the text
 * @param space GLOBAL, CONSTANT, LOCAL or PRIVATE
 * @param offset byte offset in the group's local memory, the work-item's private memory, or 0 for
 *     module-scope variables, which are separate buffers
 * @param bytes size
 * @param alignment in bytes
 * @param initial initial bytes, or an empty array for zeros
 * @param references places of initial values that are addresses, known only in a run; traces do not
 *     contain them, since their kernels are not executed again
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
   * @param name as in the text
   * @param space GLOBAL, CONSTANT, LOCAL or PRIVATE
   * @param offset byte offset in its memory, 0 for module-scope variables
   * @param bytes size
   * @param alignment in bytes
   * @param initial initial bytes, or an empty array for zeros
   */
  public Variable(String name, Space space, int offset, int bytes, int alignment, byte[] initial) {
    this(name, space, offset, bytes, alignment, initial, List.of());
  }

  /**
   * An initial value that is an address of 64 bits, or one byte of it.
   *
   * @param offset its place, in bytes
   * @param variable position of the addressed variable in {@link Kernel#variables()}: a
   *     module-scope one
   * @param addend added to the address
   * @param shift -1 for all 8 bytes, otherwise the first bit of the byte
   */
  public record Reference(int offset, int variable, long addend, int shift) {}
}
