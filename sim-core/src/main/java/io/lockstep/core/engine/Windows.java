package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import java.util.function.BooleanSupplier;

/**
 * The windows of a simulation one after the other: where each begins and ends, and whether it may
 * begin.
 *
 * <p>A window begins at the earliest pending event, once mailboxes are empty and the gate is open,
 * and is as long as the look-ahead. One that a limit cuts is finished by the next run, so that
 * limits change no result. Not thread-safe, but for {@link #begun}, {@link #pause} and {@link
 * #stop}.
 */
final class Windows {
  /** Why no further window has begun. */
  enum End {
    /** No event is left. */
    DONE,
    /** The gate is closed. */
    SUSPENDED,
    /** The tick that was asked for is reached. */
    LIMIT,
    /** A handler of the last window has asked for a pause. */
    PAUSED
  }

  /** Most ticks of a window where something has to be asked between windows. */
  private static final long LONGEST = 256;

  private final Partitions partitions;
  private final Ports ports;
  private final WindowRunner runner;
  private final ProgressWatch watch;
  private BooleanSupplier gate; // null without a gate
  private boolean within; // a limit has cut the window
  private long end;
  private long count; // of windows begun
  private final Sequence begun = new Sequence(0); // the same, for other threads
  private volatile boolean pause; // requested by a handler of this window
  private volatile String stop; // reason for a requested end of the run, or null

  Windows(Partitions partitions, Ports ports, WindowRunner runner, ProgressWatch watch) {
    this.partitions = partitions;
    this.ports = ports;
    this.runner = runner;
    this.watch = watch;
  }

  /** Asks before each window whether it may begin. */
  void gate(BooleanSupplier ready) {
    gate = ready;
  }

  /** The most ticks that are executed between two questions. */
  long ticks() {
    return Math.min(ports.lookAhead(), Math.min(LONGEST, watch.interval()));
  }

  /** How many windows have begun; for any thread, a little late. */
  long begun() {
    return begun.get();
  }

  /** Lets no further window begin; for any thread. */
  void stop(String reason) {
    stop = reason;
  }

  /** Ends the run behind the window that runs; for any thread. */
  void pause() {
    pause = true;
  }

  /** Runs windows up to and including a tick. */
  End run(long limit) {
    if (within && gate != null && !gate.getAsBoolean()) {
      return End.SUSPENDED;
    }
    while (true) {
      if (stop != null) {
        throw new StoppedException(stop);
      }
      if (!within) {
        ports.drainMailboxes();
        long start = partitions.nextTick();
        if (start == EventQueue.NEVER) {
          partitions.advanceTo(partitions.now());
          return End.DONE;
        }
        if (start > limit) {
          return End.LIMIT;
        }
        if (gate != null && !gate.getAsBoolean()) {
          return End.SUSPENDED;
        }
        begin(start);
      }
      long stop = Math.min(end, limit + 1);
      runner.run(stop);
      if (stop < end && partitions.nextTick() != EventQueue.NEVER) {
        return End.LIMIT;
      }
      within = false;
      if (pause) {
        pause = false;
        return End.PAUSED;
      }
    }
  }

  private void begin(long start) {
    watch.onTick(partitions.now(), start);
    long most = gate == null && !watch.isActive() ? ports.lookAhead() : ticks();
    end = start + Math.min(most, EventQueue.NEVER - start);
    partitions.advanceTo(start);
    begun.set(++count);
    within = true;
  }

  void save(StateWriter out) {
    out.writeBoolean(within);
    out.writeLong(end);
    out.writeBoolean(pause);
  }

  void load(StateReader in) {
    within = in.readBoolean();
    end = in.readLong();
    pause = in.readBoolean();
  }
}
