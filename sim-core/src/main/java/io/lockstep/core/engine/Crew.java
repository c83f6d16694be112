package io.lockstep.core.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The threads that run the partitions of one window: the caller and its helpers.
 *
 * <p>Partitions are claimed one by one in ascending order. A helper that the operating system does
 * not let run claims nothing, so nobody waits for it; the caller waits only for partitions that
 * have been begun. Ascending order also means that whoever runs a partition may wait for the lower
 * ones (see {@link Simulation#makeRoom}): these have been claimed, and the lowest waits for nobody.
 *
 * <p>What crosses threads: the window's plan is written before {@link #end} moves on and read after
 * a claim below it; a partition's state is written before its {@link Partition#finished} and read
 * after that. A claim below the end means that the window is not over, so its plan is the present
 * one.
 */
final class Crew {
  private final AtomicLong claimed = new AtomicLong();
  private final AtomicLong end = new AtomicLong();
  private final Hand[] hands;
  private final Parking caller;
  private final BooleanSupplier allFinished = this::allFinished;
  private Partition[] plan = {};
  private int count;
  private long stop;
  private long window;
  private boolean timed;
  private boolean begun;

  /** A helper of the caller. */
  private final class Hand extends Helper {
    Hand(int number, Waiting how) {
      super("lockstep-partitions-" + number, how);
    }

    @Override
    boolean hasWork() {
      return claimed.get() < end.get();
    }

    @Override
    void work() {
      takePart();
      caller.call();
    }
  }

  /**
   * @param helpers threads beside the caller's
   */
  Crew(int helpers, Waiting how) {
    caller = new Parking(how);
    hands = new Hand[helpers];
    for (int i = 0; i < helpers; i++) {
      hands[i] = new Hand(i + 1, how);
    }
  }

  /** Runs partitions up to a tick; what their handlers throw is in {@link Partition#failure}. */
  void run(Partition[] partitions, int active, long until, long number, boolean measure) {
    if (!begun) {
      begun = true;
      for (Hand hand : hands) {
        hand.begin();
      }
    }
    plan = partitions;
    count = active;
    stop = until;
    window = number;
    timed = measure;
    end.set(end.get() + active);
    for (int i = 0; i < hands.length && i < active - 1; i++) {
      hands[i].parking.call();
    }
    takePart();
    if (!allFinished()) {
      caller.await(allFinished);
    }
  }

  private void takePart() {
    long until = end.get();
    long ticket;
    while ((ticket = claimed.get()) < until) {
      if (claimed.compareAndSet(ticket, ticket + 1)) {
        plan[(int) (ticket - (until - count))].runWindow(stop, window, timed);
      }
    }
  }

  private boolean allFinished() {
    for (int i = 0; i < count; i++) {
      if (plan[i].finished() < window) {
        return false;
      }
    }
    return true;
  }

  /** The simulation's run has ended. */
  void end() {
    if (begun) {
      begun = false;
      for (Hand hand : hands) {
        hand.end();
      }
    }
  }

  void close() {
    begun = false;
    for (Hand hand : hands) {
      hand.close();
    }
  }
}
