// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread wait for a condition that other threads make true. The thread spins briefly, then
 * parks until it is notified. It does not yield in between, because that would give up a whole time
 * slice.
 *
 * <p>The thread that makes the condition true writes with volatile access and then calls {@link
 * #call}, or with ordered access and then calls {@link #callAfter}. The waiting thread announces
 * itself before its last check, so no notification is lost. Naps are bounded, so a condition
 * without notification is noticed one nap later.
 */
final class Parking {
  // Spinning time before parking; on a single processor no other thread could end the wait.
  private static final long SPIN_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 30_000 : 0;

  private static final long NAP_NANOS = 1_000_000;

  private volatile Thread waiting;

  void await(BooleanSupplier condition) {
    await(condition, Long.MAX_VALUE);
  }

  /** Waits until the condition holds or the time has passed; returns whether it holds. */
  boolean await(BooleanSupplier condition, long nanos) {
    return spin(condition) || park(condition, nanos);
  }

  private boolean spin(BooleanSupplier condition) {
    if (SPIN_NANOS == 0) {
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
    } while (System.nanoTime() - from < SPIN_NANOS);
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
        LockSupport.parkNanos(this, NAP_NANOS);
        if (Thread.currentThread().isInterrupted()) {
          Thread.yield(); // parking returns at once; the interrupt is left to the thread's owner
        }
      }
      return true;
    } finally {
      waiting = null;
    }
  }

  /** Waits briefly without notification: yields in the first rounds, then parks. */
  static void pause(int round) {
    if (round < 50) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(20_000);
    }
  }

  void call() {
    Thread thread = waiting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** As {@link #call}, for use after ordered writes: a full fence makes them visible first. */
  void callAfter() {
    VarHandle.fullFence();
    call();
  }
}
