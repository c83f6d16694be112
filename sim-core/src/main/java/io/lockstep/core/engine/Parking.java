package io.lockstep.core.engine;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Where one thread waits for a condition that others make true.
 *
 * <p>The thread that makes it true writes with volatile access and then calls {@link #call}, or
 * with ordered access and then calls {@link #callAfter}; as the waiting thread announces itself
 * before it looks a last time, no call is lost. Naps are bounded all the same: a condition without
 * a call is found true one nap later.
 */
final class Parking {
  private final Waiting how;
  private volatile Thread waiting;

  Parking(Waiting how) {
    this.how = how;
  }

  /** Waits until the condition holds. */
  void await(BooleanSupplier condition) {
    await(condition, Long.MAX_VALUE);
  }

  /**
   * Waits until the condition holds or, roughly, so much time has passed; answers whether it does.
   */
  boolean await(BooleanSupplier condition, long nanos) {
    if (spin(condition)) {
      return true;
    }
    for (int i = 0; i < how.yields; i++) {
      if (condition.getAsBoolean()) {
        return true;
      }
      Thread.yield();
    }
    return park(condition, nanos);
  }

  private boolean spin(BooleanSupplier condition) {
    if (how.spinNanos == 0) {
      return condition.getAsBoolean();
    }
    long from = System.nanoTime();
    do {
      for (int i = 0; i < 16; i++) {
        if (condition.getAsBoolean()) {
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - from < how.spinNanos);
    return false;
  }

  private boolean park(BooleanSupplier condition, long nanos) {
    long from = System.nanoTime();
    try {
      waiting = Thread.currentThread();
      while (!condition.getAsBoolean()) {
        if (System.nanoTime() - from >= nanos) {
          return false;
        }
        LockSupport.parkNanos(this, how.napNanos);
        if (Thread.currentThread().isInterrupted()) {
          Thread.yield(); // an interrupted thread does not park; the interrupt is for its owner
        }
      }
      return true;
    } finally {
      waiting = null;
    }
  }

  /** Waits a little without a notification: longer with every round. */
  static void pause(int round) {
    if (round < 50) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(20_000);
    }
  }

  /** Calls the waiting thread, if it has parked and listens. */
  void call() {
    Thread thread = waiting;
    if (thread != null && how.called) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Calls it where the condition was made true by ordered writes, which {@link #call} might pass.
   */
  void callAfter() {
    VarHandle.fullFence();
    call();
  }

  /** Calls the waiting thread even where its strategy is to sleep. */
  void callAlways() {
    Thread thread = waiting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
