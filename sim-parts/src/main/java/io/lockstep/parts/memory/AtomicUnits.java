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
  private long[] taken = new long[64]; // by request: the tick at which it was taken
  private final long[] operations = state.counters(1);

  AtomicUnits(L2Config config, int units) {
    this.units = units;
    rate = config.atomics();
    sameAddressTicks = config.sameAddressTicks();
    backlog = Math.max(config.backlogTicks(), config.sameAddressTicks());
    free = state.keep(new long[units]);
    lead = state.keep(new long[units]);
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

  /** When a unit takes more for the words of a message, or a tick not after now if it does. */
  long takesFrom(int unit, long now, long first, long second) {
    long ahead = backlog + lead[unit];
    long busy = last(first, second);
    return busy - now > ahead ? busy - ahead + backlog / 2 : now;
  }

  /** When the last of a message's words is free. */
  private long last(long first, long second) {
    long address = Message.address(first);
    if (!Message.namesWords(first)) {
      return words.until(address);
    }
    long last = 0;
    for (int left = Message.operations(first, second); left != 0; left &= left - 1) {
      last = Math.max(last, words.until(address + WORD * Integer.numberOfTrailingZeros(left)));
    }
    return last;
  }

  /** A request has been taken, and its data is under way. */
  void taken(int request, long now) {
    if (request >= taken.length) {
      taken = Arrays.copyOf(taken, 2 * request);
    }
    taken[request] = now;
  }

  /**
   * Performs the operations of one message.
   *
   * @param request that was {@link #taken}
   * @param now the current tick
   * @param ready when the data is there
   * @return the tick at which they are done
   */
  long perform(int unit, int request, long now, long ready, long first, long second) {
    long address = Message.address(first);
    if (!Message.namesWords(first)) {
      int turns = Message.turns(first);
      int lanes = Message.lanes(second);
      long start = begin(unit, request, now, ready, Math.max(turns, lanes));
      operations[0] += lanes;
      return perform(address, now, start, turns);
    }
    int each = Message.operations(first, second);
    int lanes = Integer.bitCount(each);
    long start = begin(unit, request, now, ready, lanes);
    operations[0] += lanes;
    long end = start;
    for (int left = each; left != 0; left &= left - 1) {
      long word = address + WORD * Integer.numberOfTrailingZeros(left);
      end = Math.max(end, perform(word, now, start, 1));
    }
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
    words.book(address, now, end);
    return end;
  }

  /** Operations since the last reset. */
  long operations() {
    return operations[0];
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
