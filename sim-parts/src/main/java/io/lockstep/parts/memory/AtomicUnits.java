// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.rate.Rate;
import java.util.Arrays;

/**
 * The units that perform atomic operations, each at a limited rate; operations on one word are
 * serialized. A unit accepts no more requests for a word while the operations booked on it extend
 * further than {@link L2Config#backlogTicks} plus the time from acceptance to the begin of an
 * operation. Requests then wait at their ports, but the word does not become idle.
 */
final class AtomicUnits extends CountingPart {
  private static final int WORD = 4;
  private static final int DECAY_SHIFT = 4;

  private final int units;
  private final Rate rate;
  private final long sameAddressTicks;
  private final long backlog;
  private final long[] free;
  private final long[] lead; // by unit: estimated ticks from acceptance to begin of an operation
  private final BusyWords words = new BusyWords();
  private final long[] until; // by unit: end of its booked operations
  private final long[] busy; // by unit: ticks with pending operations
  private long[] taken = new long[64]; // by request: tick of acceptance
  private final byte[] full; // by unit: whether its oldest waiting request needs room in the unit
  private final long[] operations; // by unit: number of operations
  private final long[] inARow = own.counters(1); // most consecutive operations on one word

  AtomicUnits(L2Config config, int units) {
    this.units = units;
    rate = config.atomics();
    sameAddressTicks = config.sameAddressTicks();
    backlog = Math.max(config.backlogTicks(), config.sameAddressTicks());
    free = new long[units];
    lead = new long[units];
    until = new long[units];
    full = new byte[units];
    busy = own.counters(units);
    operations = own.counters(units);
  }

  int count() {
    return units;
  }

  /**
   * Returns the tick from which a unit, and the words that a request changes, accept it; {@code
   * now} if they accept it already.
   */
  long takesFrom(int unit, long now, MemoryRequest request) {
    long busy = rate.tick(free[unit]);
    if (busy - now > backlog) {
      full[unit] = 1;
      return busy - backlog / 2;
    }
    long ahead = backlog + lead[unit];
    busy = last(request);
    return busy - now > ahead ? busy - ahead + backlog / 2 : now;
  }

  /** Whether earlier requests wait for a unit, or for a word of a request. */
  boolean isAwaited(int unit, MemoryRequest request) {
    if (full[unit] != 0) {
      return true;
    }
    if (!request.namesWords()) {
      return words.isAwaited(request.address);
    }
    boolean awaited = false;
    for (int left = request.operations(); left != 0; left &= left - 1) {
      awaited |= words.isAwaited(word(request, left));
    }
    return awaited;
  }

  /** Records that a request begins (1) or ceases (-1) to wait for its words. */
  void await(MemoryRequest request, long now, int more) {
    if (!request.namesWords()) {
      words.await(request.address, now, more);
      return;
    }
    for (int left = request.operations(); left != 0; left &= left - 1) {
      words.await(word(request, left), now, more);
    }
  }

  /** Lets the requests that wait for a unit try again, oldest first. */
  void retries(int unit) {
    full[unit] = 0;
  }

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

  private static long word(MemoryRequest request, int left) {
    return request.address + WORD * Integer.numberOfTrailingZeros(left);
  }

  /** Records the acceptance of a request; its data is fetched next. */
  void taken(int request, long now) {
    if (request >= taken.length) {
      taken = Arrays.copyOf(taken, 2 * request);
    }
    taken[request] = now;
  }

  /** Performs the operations of an accepted request whose data is available; returns their end. */
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

  /** Returns the tick at which a unit begins operations if all their words are free. */
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

  long operations() {
    long sum = 0;
    for (long of : operations) {
      sum += of;
    }
    return sum;
  }

  /** Ends a launch: excludes the time of operations after its end from kernel time. */
  void launchEnds(long tick) {
    for (int u = 0; u < units; u++) {
      busy[u] -= beyond(u, tick);
      until[u] = Math.min(until[u], tick);
    }
  }

  private long beyond(int unit, long tick) {
    return Math.max(0, until[unit] - tick);
  }

  MemorySideStatistics.AtomicWork work(long tick, long ticks) {
    long most = 0;
    long ofBusiest = 0;
    for (int u = 0; u < units; u++) {
      most = Math.max(most, busy[u] - beyond(u, tick));
      ofBusiest = Math.max(ofBusiest, operations[u]);
    }
    return new MemorySideStatistics.AtomicWork(operations(), ofBusiest, inARow[0], most, ticks);
  }
}
