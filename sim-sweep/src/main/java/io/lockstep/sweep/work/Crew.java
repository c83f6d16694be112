package io.lockstep.sweep.work;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** The workers of one driver, a thread each, until the queue has nothing more for them. */
final class Crew {
  private static final long LOOK_MILLIS = 200;
  private static final long LAST_MILLIS = 5000; // for threads that were told to end

  private final WorkQueue queue;
  private final List<Lane> lanes;
  private final boolean together; // one process's memory
  private final BiConsumer<Task, Ended> ended;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch left;
  private Throwable defect; // the first

  /**
   * @param together whether lanes share a memory
   * @param ended told of each row, on any thread
   */
  Crew(WorkQueue queue, List<Lane> lanes, boolean together, BiConsumer<Task, Ended> ended) {
    this.queue = queue;
    this.lanes = List.copyOf(lanes);
    this.together = together;
    this.ended = ended;
    left = new CountDownLatch(lanes.size());
    for (Lane lane : lanes) {
      Thread thread = new Thread(() -> work(lane), "lockstep-sweep-" + (threads.size() + 1));
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  /**
   * Works until there is nothing more, or it is stopped.
   *
   * @param look called now and then
   */
  void run(Runnable look) {
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

  private void work(Lane lane) {
    try {
      WorkQueue.Hand hand = queue.hand();
      for (Task task = hand.next(); task != null; task = hand.next()) {
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
      if (!queue.isStopped()) { // else it is what becomes of a simulation that is ended
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

  /** Ends it; what is being computed stays missing. For any thread. */
  void stop() {
    queue.stop();
    lanes.forEach(Lane::close);
    for (Thread thread : threads) {
      if (thread != Thread.currentThread()) {
        thread.interrupt();
      }
    }
  }
}
