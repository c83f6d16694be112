package io.lockstep.core.engine;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A thread that helps a simulation while it runs, and ends by itself when it has not run for a
 * while: a simulation that is dropped leaves no thread behind, closed or not.
 */
abstract class Helper {
  /** How long a helper stays after a run, for the next one. */
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

  /** Whether {@link #work} would find something. */
  abstract boolean hasWork();

  /** Does what there is; must not throw. */
  abstract void work();

  /** A run begins: the thread is there until it ends. */
  final synchronized void begin() {
    wanted = true;
    if (thread == null) {
      closing = false;
      thread = new Thread(this::loop, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** A run has ended. */
  final synchronized void end() {
    wanted = false;
  }

  /** Ends the thread as soon as it has done its work, and waits for that. */
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

  /** Adds its thread, if it has one now. */
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
