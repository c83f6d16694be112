package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/**
 * The units that perform atomic operations: each so many a clock, and those on one word one after
 * the other. A word belongs to one unit. Not thread-safe.
 *
 * <p>A unit takes no more for a word when more work than {@link L2Config#backlogTicks} is booked on
 * it beyond the time that an operation takes to begin: requests wait at their ports, and the word
 * does not idle.
 */
final class AtomicUnits extends SavedPart {
  private static final int WORD = 4;
  private static final int DECAY_SHIFT = 4;

  private final int units;
  private final Rate rate;
  private final long sameAddressTicks;
  private final long backlog;
  private final long[] free;
  private final long[] lead; // of each unit: from taking an operation to its begin, about
  private final BusyWords words = state.keep(new BusyWords());
  private final long[] until; // of each unit: up to when it has operations
  private final long[] busy; // of each unit: ticks in which it had any
  private long[] taken = new long[64]; // by request: the tick at which it was taken
  private final long[] operations; // of each unit
  private final long[] inARow = state.counters(1); // most operations on one word in a row

  AtomicUnits(L2Config config, int units) {
    this.units = units;
    rate = config.atomics();
    sameAddressTicks = config.sameAddressTicks();
    backlog = Math.max(config.backlogTicks(), config.sameAddressTicks());
    free = state.keep(new long[units]);
    lead = state.keep(new long[units]);
    until = state.keep(new long[units]);
    busy = state.counters(units);
    operations = state.counters(units);
  }

  /** How many there are. */
  int count() {
    return units;
  }

  /** When a unit begins more, or a tick not after now if it does. */
  long takesFrom(int unit, long now) {
    long busy = rate.tick(free[unit]);
    return busy - now > backlog ? busy - backlog / 2 : now;
  }

  /** When a unit takes more for the words of a request, or a tick not after now if it does. */
  long takesFrom(int unit, long now, MemoryRequest request) {
    long ahead = backlog + lead[unit];
    long busy = last(request);
    return busy - now > ahead ? busy - ahead + backlog / 2 : now;
  }

  /** When the last of a request's words is free. */
  private long last(MemoryRequest request) {
    if (!request.namesWords()) {
      return words.until(request.address);
    }
    long last = 0;
    for (int left = request.operations(); left != 0; left &= left - 1) {
      last = Math.max(last, words.until(word(request, left)));
    }
    return last;
  }

  /** The address of the first of a request's words that are left. */
  private static long word(MemoryRequest request, int left) {
    return request.address + WORD * Integer.numberOfTrailingZeros(left);
  }

  /** A request has been taken, and its data is under way. */
  void taken(int request, long now) {
    if (request >= taken.length) {
      taken = Arrays.copyOf(taken, 2 * request);
    }
    taken[request] = now;
  }

  /**
   * Performs the operations of a request.
   *
   * @param p its number, which was {@link #taken}
   * @param now the current tick
   * @param ready when the data is there
   * @return the tick at which they are done
   */
  long perform(int unit, int p, long now, long ready, MemoryRequest request) {
    long end;
    if (request.namesWords()) {
      int lanes = Integer.bitCount(request.operations());
      operations[unit] += lanes;
      long start = begin(unit, p, now, ready, lanes);
      end = start;
      for (int left = request.operations(); left != 0; left &= left - 1) {
        end = Math.max(end, perform(word(request, left), now, start, 1));
      }
    } else {
      operations[unit] += request.lanes();
      long start = begin(unit, p, now, ready, Math.max(request.turns(), request.lanes()));
      end = perform(request.address, now, start, request.turns());
    }
    busy[unit] += Math.max(0, end - Math.max(ready, until[unit]));
    until[unit] = Math.max(until[unit], end);
    return end;
  }

  /** When a unit begins, were all words free. */
  private long begin(int unit, int request, long now, long ready, int lanes) {
    free[unit] = rate.reserve(free[unit], now, lanes);
    long start = Math.max(ready, rate.tick(free[unit]));
    lead[unit] = Math.max(start - taken[request], lead[unit] - (lead[unit] >> DECAY_SHIFT));
    return start;
  }

  private long perform(long address, long now, long start, int turns) {
    long end = Math.max(start, words.until(address)) + turns * sameAddressTicks;
    inARow[0] = Math.max(inARow[0], words.book(address, now, end, turns));
    return end;
  }

  /** Operations since the last reset. */
  long operations() {
    long sum = 0;
    for (long of : operations) {
      sum += of;
    }
    return sum;
  }

  /** A launch has ended: no operation beyond its end is of any kernel's time. */
  void launchEnds(long tick) {
    for (int u = 0; u < units; u++) {
      busy[u] -= beyond(u, tick);
      until[u] = Math.min(until[u], tick);
    }
  }

  private long beyond(int unit, long tick) {
    return Math.max(0, until[unit] - tick);
  }

  /** What the units have done up to now, in so many ticks of kernels. */
  MemorySideStatistics.AtomicWork work(long tick, long ticks) {
    long most = 0;
    long ofBusiest = 0;
    for (int u = 0; u < units; u++) {
      most = Math.max(most, busy[u] - beyond(u, tick));
      ofBusiest = Math.max(ofBusiest, operations[u]);
    }
    return new MemorySideStatistics.AtomicWork(operations(), ofBusiest, inARow[0], most, ticks);
  }

  @Override
  public void save(StateWriter out) {
    super.save(out);
    out.writeLongs(taken);
  }

  @Override
  public void load(StateReader in) {
    super.load(in);
    taken = in.readLongs();
  }
}
