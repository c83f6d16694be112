// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.study.point.Schedulable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Runs the lanes of a study, each on its own thread, until the queue is empty. */
public final class LaneThreads<P extends Schedulable> {
  private static final long LOOK_MILLIS = 200;
  private static final long LAST_MILLIS = 5000; // milliseconds that interrupted threads have to end

  private final WorkQueue<P> queue;
  private final List<Lane<P>> lanes;
  private final boolean together; // whether the lanes share the memory of one process
  private final BiConsumer<Task<P>, Ended> ended;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch left;
  private Throwable defect; // first error, or null

  /**
   * Creates the threads without starting them.
   *
   * @param together whether lanes share memory
   * @param ended called for each stored result, on any thread
   */
  public LaneThreads(
      WorkQueue<P> queue,
      List<? extends Lane<P>> lanes,
      boolean together,
      BiConsumer<Task<P>, Ended> ended) {
    this.queue = queue;
    this.lanes = List.copyOf(lanes);
    this.together = together;
    this.ended = ended;
    left = new CountDownLatch(lanes.size());
    for (Lane<P> lane : this.lanes) {
      Thread thread = new Thread(() -> work(lane), "lockstep-study-" + (threads.size() + 1));
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  /**
   * Works until no points are left or {@link #stop} is called.
   *
   * @param look called periodically
   */
  public void run(Runnable look) {
    threads.forEach(Thread::start);
    try {
      while (!left.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !queue.isStopped()) {
        look.run();
      }
      left.await(LAST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
    lanes.forEach(Lane::close);
    synchronized (this) {
      if (defect instanceof Error e) {
        throw e;
      }
      if (defect != null) {
        throw (RuntimeException) defect;
      }
    }
  }

  private void work(Lane<P> lane) {
    try {
      WorkQueue<P>.Hand hand = queue.hand();
      for (Task<P> task = hand.next(); task != null; task = hand.next()) {
        Ended how = lane.compute(task);
        if (how.isAgain()) {
          queue.again(task.after(how.signal()), together);
        } else {
          ended.accept(task, how);
          queue.done(task, how.wallMicros());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      if (!queue.isStopped()) { // otherwise the exception stems from an interrupted simulation
        synchronized (this) {
          defect = defect == null ? e : defect;
        }
        stop();
      }
    } finally {
      lane.close();
      left.countDown();
    }
  }

  /** Stops the work; unfinished points stay missing. Thread-safe. */
  public void stop() {
    queue.stop();
    lanes.forEach(Lane::close);
    for (Thread thread : threads) {
      if (thread != Thread.currentThread()) {
        thread.interrupt();
      }
    }
  }
}
