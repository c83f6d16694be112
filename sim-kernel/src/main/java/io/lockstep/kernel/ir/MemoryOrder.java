package io.lockstep.kernel.ir;

/**
 * How an access is ordered with others, and for whom. Sequential consistency is a fence before an
 * access, as compilers write it.
 *
 * @param order what comes before and behind it
 * @param scope work-items for which that holds
 */
public record MemoryOrder(Order order, Scope scope) {
  /** Ordering of one access. */
  public enum Order {
    /** The program does not say: plain accesses are not ordered, atomics are relaxed. */
    UNSAID,
    /** Atomic, and not ordered with other accesses. */
    RELAXED,
    /** Accesses behind it come after it. */
    ACQUIRE,
    /** Accesses before it come before it. */
    RELEASE,
    /** Both. */
    ACQUIRE_RELEASE
  }

  /** Work-items that see the order. */
  public enum Scope {
    /** Those of the work-group. */
    GROUP,
    /** Those of the device. */
    DEVICE,
    /** The host and other devices, too. */
    SYSTEM
  }

  /** What a program that does not say gets. */
  public static final MemoryOrder UNSAID = new MemoryOrder(Order.UNSAID, Scope.GROUP);

  private static final int SCOPES = 4;

  /** {@return a number for files, 0 of {@link #UNSAID}} */
  public int code() {
    return order.ordinal() * SCOPES + scope.ordinal();
  }

  /**
   * {@return the order of a number}
   *
   * @param code as {@link #code()} gives it
   * @throws IllegalArgumentException where no order has it
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
