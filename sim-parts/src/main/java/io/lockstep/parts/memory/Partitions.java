// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.rate.WindowedRate;

/**
 * Partitions of slices. Reads ask the partition near to their compute unit. If the address has its
 * home in another one, a miss goes there, and the near slice keeps a copy of the answer. The home
 * performs writes and atomics, which end the copies. It does not keep data that only other
 * partitions have read. A slice evicts copies before data whose home it is.
 */
final class Partitions {
  private final AddressMap map;
  private final int each; // slices of a partition
  private final long farTicks;
  private final WindowedRate[] links; // by partition; null if not limited

  Partitions(L2Config config, AddressMap map) {
    this.map = map;
    each = map.slices() / map.partitions();
    farTicks = config.farTicks();
    links =
        config
            .link()
            .map(
                rate -> {
                  WindowedRate[] all = new WindowedRate[map.partitions()];
                  for (int p = 0; p < all.length; p++) {
                    all[p] = new WindowedRate(rate);
                  }
                  return all;
                })
            .orElse(null);
  }

  /** Whether an address has its home in another partition than a slice's. */
  boolean isCopy(int s, long address) {
    return map.home(0, address) != s;
  }

  int home(long address) {
    return map.home(0, address);
  }

  /** Returns the ticks that a request spends between partitions. */
  long between(int unit, int s) {
    return map.slice(unit, 0) / each == s / each ? 0 : farTicks;
  }

  /** Books the way of data to the partition of a slice; returns the tick of its arrival. */
  long crosses(int s, long now, long ready, int bytes) {
    long there = links == null ? ready : links[s / each].book(now, Math.max(now, ready), bytes);
    return there + farTicks;
  }

  /** Returns the slices of a partition. */
  int each() {
    return each;
  }
}
