package io.lockstep.run;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;

/**
 * A few threads that bring many devices forward: each takes the device that is furthest behind
 * among those that can go on, runs it until its source starves, and puts it back. So the devices
 * stay close to each other and what is retained for the slowest stays small.
 *
 * <p>The caller is one of the threads. What a device throws ends all of it and reaches the caller.
 */
final class Workers {
  /** A wake-up may be missed by so much at most. */
  private static final long NAP_MILLIS = 5;

  private final Feed[] feeds; // null: finished, or never to be run
  private final IntPredicate advance;
  private final boolean[] running;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int left;
  private int waiting;
  private Throwable failure;

  /**
   * @param feeds one for each device, null for those that are not to be run
   * @param advance brings a device forward; whether it has finished
   */
  Workers(Feed[] feeds, IntPredicate advance) {
    this.feeds = feeds.clone();
    this.advance = advance;
    running = new boolean[feeds.length];
    for (Feed feed : feeds) {
      left += feed == null ? 0 : 1;
    }
  }

  /** Something can be taken from a source. */
  void wake() {
    lock.lock();
    try {
      if (waiting > 0) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Runs all devices to their end on so many threads, the caller's included. */
  void run(int threads) {
    Thread[] others = new Thread[Math.max(0, Math.min(threads, left) - 1)];
    for (int i = 0; i < others.length; i++) {
      others[i] = new Thread(this::work, "lockstep-devices-" + (i + 1));
      others[i].setDaemon(true);
      others[i].start();
    }
    work();
    boolean interrupted = false;
    for (Thread other : others) {
      while (other.isAlive()) {
        try {
          other.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  private void work() {
    int device;
    while ((device = next()) >= 0) {
      boolean finished = true;
      Throwable thrown = null;
      try {
        finished = advance.test(device);
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
      putBack(device, finished, thrown);
    }
  }

  /** The device to run next, waited for; -1 where there will be none. */
  private int next() {
    lock.lock();
    try {
      while (left > 0 && failure == null) {
        int best = -1;
        for (int i = 0; i < feeds.length; i++) {
          if (feeds[i] != null
              && !running[i]
              && feeds[i].isReady()
              && (best < 0 || feeds[i].position() < feeds[best].position())) {
            best = i;
          }
        }
        if (best >= 0) {
          running[best] = true;
          return best;
        }
        waiting++;
        try {
          changed.await(NAP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          failure = new IllegalStateException("interrupted", e);
          Thread.currentThread().interrupt();
        } finally {
          waiting--;
        }
      }
      return -1;
    } finally {
      lock.unlock();
    }
  }

  private void putBack(int device, boolean finished, Throwable thrown) {
    lock.lock();
    try {
      running[device] = false;
      if (finished) {
        feeds[device] = null;
        left--;
      }
      if (failure == null) {
        failure = thrown;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
