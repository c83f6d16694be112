// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/**
 * The ordering of an access with other accesses, and its scope. Sequential consistency is a fence
 * before an access, as compilers emit it.
 *
 * @param order the ordering with earlier and later accesses
 * @param scope work-items for which the ordering holds
 */
public record MemoryOrder(Order order, Scope scope) {
  /** Ordering of one access. */
  public enum Order {
    /** Not specified: plain accesses are not ordered, atomics are relaxed. */
    UNSAID,
    /** Atomic, but not ordered with other accesses. */
    RELAXED,
    /** Later accesses are ordered after the access. */
    ACQUIRE,
    /** Earlier accesses are ordered before the access. */
    RELEASE,
    /** Acquire and release. */
    ACQUIRE_RELEASE
  }

  /** Work-items that observe the order. */
  public enum Scope {
    /** Work-items of the work-group. */
    GROUP,
    /** Work-items of the device. */
    DEVICE,
    /** Also the host and other devices. */
    SYSTEM
  }

  /** The default for accesses without a specified order. */
  public static final MemoryOrder UNSAID = new MemoryOrder(Order.UNSAID, Scope.GROUP);

  private static final int SCOPES = 4;

  // Written out because generated record methods are slow to start, and every run uses these.
  @Override
  public boolean equals(Object other) {
    return other instanceof MemoryOrder o && order == o.order && scope == o.scope;
  }

  @Override
  public int hashCode() {
    return code();
  }

  /** {@return a number that encodes the order in files; 0 for {@link #UNSAID}} */
  public int code() {
    return order.ordinal() * SCOPES + scope.ordinal();
  }

  /**
   * {@return the order that a number encodes}
   *
   * @param code returned by {@link #code()}
   * @throws IllegalArgumentException if the number is invalid
   */
  public static MemoryOrder of(int code) {
    if (code < 0
        || code / SCOPES >= Order.values().length
        || code % SCOPES >= Scope.values().length) {
      throw new IllegalArgumentException("no memory order has the number " + code);
    }
    return new MemoryOrder(Order.values()[code / SCOPES], Scope.values()[code % SCOPES]);
  }
}
