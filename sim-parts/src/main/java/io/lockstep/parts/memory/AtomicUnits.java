package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.rate.Rate;
import java.util.Arrays;

/**
 * The units of the slices that perform atomic operations: so many a clock, and those on one place
 * one after the other. Not thread-safe.
 */
final class AtomicUnits implements Stateful {
  private static final int PLACES = 64; // addresses remembered by slice, a power of two

  private final Rate rate;
  private final long sameAddressTicks;
  private final long backlog;
  private final long[] free;
  private final long[] place;
  private final long[] until;
  private long operations;

  AtomicUnits(L2Config config, int slices) {
    rate = config.atomics();
    sameAddressTicks = config.sameAddressTicks();
    backlog = Math.max(config.backlogTicks(), config.sameAddressTicks());
    free = new long[slices];
    place = new long[slices * PLACES];
    Arrays.fill(place, -1);
    until = new long[slices * PLACES];
  }

  /** When a slice takes more, or a tick not after now if it does. */
  long takesFrom(int slice, long now) {
    long busy = rate.tick(free[slice]);
    return busy - now > backlog ? busy - backlog / 2 : now;
  }

  /**
   * Performs the operations of one message.
   *
   * @param now the current tick
   * @param ready when the data is there
   * @param turns most lanes on one place
   * @param lanes operations altogether
   * @return the tick at which they are done
   */
  long perform(int slice, long now, long ready, long address, int turns, int lanes) {
    operations += lanes;
    free[slice] = rate.reserve(free[slice], now, Math.max(turns, lanes));
    int at = slice * PLACES + (int) (address >>> 2 & PLACES - 1);
    long start = Math.max(ready, rate.tick(free[slice]));
    if (place[at] == address) {
      start = Math.max(start, until[at]);
    }
    long end = start + turns * sameAddressTicks;
    place[at] = address;
    until[at] = end;
    return end;
  }

  /** Operations since the last reset. */
  long operations() {
    return operations;
  }

  void resetCounters() {
    operations = 0;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLongs(free);
    out.writeLongs(place);
    out.writeLongs(until);
    out.writeLong(operations);
  }

  @Override
  public void load(StateReader in) {
    in.readInto(free);
    in.readInto(place);
    in.readInto(until);
    operations = in.readLong();
  }
}
