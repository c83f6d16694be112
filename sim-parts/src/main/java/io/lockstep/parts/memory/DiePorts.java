package io.lockstep.parts.memory;

import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.state.SavedPart;

/**
 * The ports between the slices of each die and the memory side; all slices of a die share one for
 * fetches and writes.
 */
final class DiePorts extends SavedPart {
  private final Rate rate;
  private final int slicesOfDie;
  private final long[] free;

  DiePorts(Rate rate, AddressMap map) {
    this.rate = rate;
    slicesOfDie = map.slices() / map.dies();
    free = state.keep(new long[map.dies()]);
  }

  /** Returns the ticks of work booked ahead at the port of a slice. */
  long backlog(int s, long now) {
    return rate.tick(free[s / slicesOfDie]) - now;
  }

  /** Books bytes of a slice from now on; returns the end of the transfer. */
  long book(int s, long now, int bytes) {
    int die = s / slicesOfDie;
    free[die] = rate.reserve(free[die], now, bytes);
    return rate.tick(free[die]);
  }
}
