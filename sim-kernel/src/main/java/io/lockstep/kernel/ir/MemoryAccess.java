// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

/**
 * The memory accessed by a load, store or atomic.
 *
 * @param space memory space
 * @param element type of one element in memory
 * @param width elements per work-item: 1, 2 or 4
 * @param slot number of this static access among the recorded accesses, or -1 if addresses are
 *     static (parameters)
 * @param offset constant byte offset added to the address operand
 * @param isVolatile whether the program forbids keeping the value in registers
 * @param readOnly whether nothing writes this memory while the kernel runs (PTX .nc, constant)
 * @param cacheable whether the program permits a cache that does not see the kernel's writes: PTX
 *     .nc, constants, textures, pointers that are both const and restrict
 * @param order ordering with other accesses
 */
public record MemoryAccess(
    Space space,
    Type element,
    int width,
    int slot,
    long offset,
    boolean isVolatile,
    boolean readOnly,
    boolean cacheable,
    MemoryOrder order) {
  /**
   * Creates an access.
   *
   * @param space memory space
   * @param element type of one element in memory
   * @param width elements per work-item: 1, 2 or 4
   * @param slot number of this static access, or -1
   * @param offset constant byte offset added to the address operand
   * @param isVolatile whether the program forbids keeping the value in registers
   * @param readOnly whether nothing writes this memory while the kernel runs
   * @param cacheable whether a cache that does not see the kernel's writes is permitted
   * @param order ordering with other accesses
   * @throws IllegalArgumentException if the access is cacheable, but not read-only
   */
  public MemoryAccess {
    if (cacheable && !readOnly) {
      throw new IllegalArgumentException("a cacheable access must be read-only");
    }
  }

  /**
   * Creates an access that is cacheable if it is read-only.
   *
   * @param space memory space
   * @param element type of one element in memory
   * @param width elements per work-item: 1, 2 or 4
   * @param slot number of this static access, or -1
   * @param offset constant byte offset added to the address operand
   * @param isVolatile whether the program forbids keeping the value in registers
   * @param readOnly whether nothing writes this memory while the kernel runs
   * @param order ordering with other accesses
   */
  public MemoryAccess(
      Space space,
      Type element,
      int width,
      int slot,
      long offset,
      boolean isVolatile,
      boolean readOnly,
      MemoryOrder order) {
    this(space, element, width, slot, offset, isVolatile, readOnly, readOnly, order);
  }

  /**
   * Creates an access without a specified order, cacheable if it is read-only.
   *
   * @param space memory space
   * @param element type of one element in memory
   * @param width elements per work-item: 1, 2 or 4
   * @param slot number of this static access, or -1
   * @param offset constant byte offset added to the address operand
   * @param isVolatile whether the program forbids keeping the value in registers
   * @param readOnly whether nothing writes this memory while the kernel runs
   */
  public MemoryAccess(
      Space space,
      Type element,
      int width,
      int slot,
      long offset,
      boolean isVolatile,
      boolean readOnly) {
    this(space, element, width, slot, offset, isVolatile, readOnly, MemoryOrder.UNSAID);
  }

  /** {@return bytes that a work-item accesses} */
  public int bytes() {
    return element.bytes() * width;
  }

  /**
   * {@return a copy with another slot number}
   *
   * @param number number of the slot, or -1 if addresses are not recorded
   */
  public MemoryAccess withSlot(int number) {
    return new MemoryAccess(
        space, element, width, number, offset, isVolatile, readOnly, cacheable, order);
  }

  /**
   * {@return a copy for another space}
   *
   * @param other the new space
   */
  public MemoryAccess withSpace(Space other) {
    return new MemoryAccess(
        other, element, width, slot, offset, isVolatile, readOnly, cacheable, order);
  }

  /**
   * {@return a read-only copy}
   *
   * @param mayBeCached whether a cache that does not see writes is permitted
   */
  public MemoryAccess readOnly(boolean mayBeCached) {
    return new MemoryAccess(
        space, element, width, slot, offset, isVolatile, true, mayBeCached, order);
  }
}
