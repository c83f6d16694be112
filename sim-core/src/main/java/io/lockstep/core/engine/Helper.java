// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A thread that helps a simulation. Between runs it ends when it has been idle for {@link
 * #LINGER_NANOS}, so that a simulation that is not closed leaves no thread behind.
 */
abstract class Helper {
  // Idle time after which a helper ends.
  static final long LINGER_NANOS = 100_000_000;

  final Parking parking;
  private final String name;
  private final BooleanSupplier needed = this::isNeeded;
  private Thread thread;
  private boolean wanted;
  private volatile boolean closing;

  Helper(String name) {
    this.name = name;
    this.parking = new Parking();
  }

  abstract boolean hasWork();

  /** Does the available work; must not throw. */
  abstract void work();

  /** Begins a run: the thread exists until {@link #end}. */
  final synchronized void begin() {
    wanted = true;
    if (thread == null) {
      closing = false;
      thread = new Thread(this::loop, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  final synchronized void end() {
    wanted = false;
  }

  /** Ends the thread after its available work and waits for it. */
  final void close() {
    Thread leaving;
    synchronized (this) {
      wanted = false;
      leaving = thread;
      closing = true;
    }
    if (leaving == null || leaving == Thread.currentThread()) {
      return;
    }
    parking.call();
    boolean interrupted = false;
    while (leaving.isAlive()) {
      try {
        leaving.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  final synchronized void addThread(List<Thread> threads) {
    if (thread != null) {
      threads.add(thread);
    }
  }

  private boolean isNeeded() {
    return closing || hasWork();
  }

  private void loop() {
    do {
      while (hasWork()) {
        work();
      }
    } while (parking.await(needed, LINGER_NANOS) && !(closing && !hasWork()) || !leave());
  }

  private synchronized boolean leave() {
    if (wanted || hasWork()) {
      return false;
    }
    thread = null;
    return true;
  }
}
