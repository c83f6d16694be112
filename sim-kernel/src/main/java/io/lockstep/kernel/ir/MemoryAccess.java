// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;

/**
 * The memory accessed by a load, store or atomic.
 *
 * @param space memory space
 * @param element type of one element in memory
 * @param width elements per work-item: 1, 2 or 4
 * @param slot number of this static access among the recorded accesses, or -1 if addresses are
 *     static (parameters)
 * @param offset constant byte offset added to the address operand
 * @param qualifiers what the program says about caching and ordering
 */
public record MemoryAccess(
    Space space, Type element, int width, int slot, long offset, Qualifiers qualifiers) {
  /** Whether and how memory may change while the kernel runs. */
  public enum Mutability {
    /** The kernel or another agent may write the memory. */
    MUTABLE,
    /** Nothing writes the memory while the kernel runs. */
    READ_ONLY,
    /**
     * Read-only, and the program permits a cache that does not see the kernel's writes: PTX .nc,
     * constants, textures, pointers that are both const and restrict.
     */
    CACHEABLE
  }

  /** Which caches a load uses; hints that change no cache's answer are not kept. */
  public enum Caching {
    /** All that the device has for the memory. */
    ALL,
    /** The first level only if it has the data: PTX .L1::no_allocate. */
    NO_ALLOCATE,
    /** From the second level on: PTX .cg. */
    SECOND_LEVEL
  }

  /**
   * What a program says about the caching and ordering of an access.
   *
   * @param isVolatile whether the program forbids keeping the value in registers
   * @param mutability whether and how the memory may change
   * @param order ordering with other accesses
   * @param caching which caches a load uses
   */
  public record Qualifiers(
      boolean isVolatile, Mutability mutability, MemoryOrder order, Caching caching) {
    /** Mutable memory without a specified order. */
    public static final Qualifiers NONE =
        new Qualifiers(false, Mutability.MUTABLE, MemoryOrder.UNSAID, Caching.ALL);

    /** Mutable memory whose values must not be kept in registers. */
    public static final Qualifiers VOLATILE =
        new Qualifiers(true, Mutability.MUTABLE, MemoryOrder.UNSAID, Caching.ALL);

    /** Memory that nothing writes and that any cache may hold. */
    public static final Qualifiers CONSTANT =
        new Qualifiers(false, Mutability.CACHEABLE, MemoryOrder.UNSAID, Caching.ALL);

    /**
     * Creates the qualifiers of an access that uses all caches.
     *
     * @param isVolatile whether every access reads or writes memory
     * @param mutability whether the memory may change
     * @param order ordering with other accesses
     */
    public Qualifiers(boolean isVolatile, Mutability mutability, MemoryOrder order) {
      this(isVolatile, mutability, order, Caching.ALL);
    }

    /**
     * {@return the qualifiers of an atomic}
     *
     * @param order ordering with other accesses
     */
    public static Qualifiers ofAtomic(MemoryOrder order) {
      return new Qualifiers(true, Mutability.MUTABLE, order, Caching.ALL);
    }

    /**
     * {@return a copy with another mutability}
     *
     * @param other the new mutability
     */
    public Qualifiers with(Mutability other) {
      return new Qualifiers(isVolatile, other, order, caching);
    }
  }

  /**
   * Creates an access to mutable memory without a specified order.
   *
   * @param space memory space
   * @param element type of one element in memory
   * @param width elements per work-item: 1, 2 or 4
   * @param slot number of this static access, or -1
   * @param offset constant byte offset added to the address operand
   */
  public MemoryAccess(Space space, Type element, int width, int slot, long offset) {
    this(space, element, width, slot, offset, Qualifiers.NONE);
  }

  /** {@return whether the program forbids keeping the value in registers} */
  public boolean isVolatile() {
    return qualifiers.isVolatile;
  }

  /** {@return whether nothing writes this memory while the kernel runs} */
  public boolean readOnly() {
    return qualifiers.mutability != Mutability.MUTABLE;
  }

  /** {@return whether the program permits a cache that does not see the kernel's writes} */
  public boolean cacheable() {
    return qualifiers.mutability == Mutability.CACHEABLE;
  }

  /** {@return which caches a load uses} */
  public Caching caching() {
    return qualifiers.caching;
  }

  /** {@return ordering with other accesses} */
  public MemoryOrder order() {
    return qualifiers.order;
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
    return new MemoryAccess(space, element, width, number, offset, qualifiers);
  }

  /**
   * {@return a copy for another space}
   *
   * @param other the new space
   */
  public MemoryAccess withSpace(Space other) {
    return new MemoryAccess(other, element, width, slot, offset, qualifiers);
  }

  /**
   * {@return a copy with another mutability}
   *
   * @param other the new mutability
   */
  public MemoryAccess with(Mutability other) {
    return new MemoryAccess(space, element, width, slot, offset, qualifiers.with(other));
  }
}
