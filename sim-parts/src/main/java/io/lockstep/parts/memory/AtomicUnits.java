package io.lockstep.parts.memory;

import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/**
 * The units of the slices that perform atomic operations: so many a clock, and those on one place
 * one after the other. Not thread-safe.
 */
final class AtomicUnits extends SavedPart {
  private static final int PLACES = 64; // addresses remembered by slice, a power of two

  private final Rate rate;
  private final long sameAddressTicks;
  private final long backlog;
  private final long[] free;
  private final long[] place;
  private final long[] until;
  private final long[] operations = state.counters(1);

  AtomicUnits(L2Config config, int slices) {
    rate = config.atomics();
    sameAddressTicks = config.sameAddressTicks();
    backlog = Math.max(config.backlogTicks(), config.sameAddressTicks());
    free = state.keep(new long[slices]);
    place = state.keep(new long[slices * PLACES]);
    Arrays.fill(place, -1);
    until = state.keep(new long[slices * PLACES]);
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
    operations[0] += lanes;
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
    return operations[0];
  }
}
