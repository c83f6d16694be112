package io.lockstep.kernel.ir;

import java.util.List;

/**
 * A named piece of memory of a module or kernel.
 *
 * @param name as in the text
 * @param space GLOBAL, CONSTANT, LOCAL or PRIVATE
 * @param offset byte offset in the group's local memory, the work-item's private memory, or 0 for
 *     module-scope variables, which are buffers of their own
 * @param bytes size
 * @param alignment in bytes
 * @param initial initial bytes, or an empty array for zeros
 * @param references where initial values are addresses, which only a run knows; a trace, whose
 *     kernels are not executed again, does not keep them
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
   * A variable whose initial values are numbers.
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
   * @param offset where it stands, in bytes
   * @param variable position of the addressed variable in {@link Kernel#variables()}: a
   *     module-scope one
   * @param addend added to the address
   * @param shift -1 for all 8 bytes, otherwise the first bit of the byte that stands there
   */
  public record Reference(int offset, int variable, long addend, int shift) {}
}
