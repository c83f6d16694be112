// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.rate.Rate;

/** The port between each die and the memory side, shared by all slices of the die. */
final class DiePorts {
  private final Rate rate;
  private final int slicesOfDie;
  private final long[] free;

  DiePorts(Rate rate, AddressMap map) {
    this.rate = rate;
    slicesOfDie = map.slices() / map.dies();
    free = new long[map.dies()];
  }

  long backlog(int s, long now) {
    return rate.tick(free[s / slicesOfDie]) - now;
  }

  long book(int s, long now, int bytes) {
    int die = s / slicesOfDie;
    free[die] = rate.reserve(free[die], now, bytes);
    return rate.tick(free[die]);
  }
}
