// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Totals;
import org.junit.jupiter.api.Test;

class PartCountersTest {
  private static final int HITS = 0;
  private static final int BYTES = 1;
  private static final int MISSES = 1;

  /** A part inside another one: a scalar and a counter in one array. */
  private static final class Port extends CountingPart {
    final long[] at = own.scalars(2, MISSES);
  }

  private static final class Cache extends CountingPart {
    final long[] count = own.counters(2);
    final long[] deep = new long[1];
    final Port port = own.include(new Port());

    Cache() {
      own.statistic(counted("hits"), count, HITS, 1);
      own.statistic(counted("lines"), count, BYTES, 64);
      own.statistic(counted("lines"), deep, 0, 1);
    }

    void addTo(Totals totals) {
      own.addTo(totals);
    }
  }

  private static Statistic counted(String name) {
    return new Statistic(name, Statistic.Kind.COUNT, "1", "counted by the test", "cache", "");
  }

  private static Cache used() {
    Cache cache = new Cache();
    cache.count[HITS] = 11;
    cache.count[BYTES] = 640;
    cache.deep[0] = 10;
    cache.port.at[0] = 7;
    cache.port.at[MISSES] = 8;
    return cache;
  }

  @Test
  void aResetClearsCountersAlsoThoseOfIncludedPartsAndKeepsScalars() {
    Cache cache = used();
    cache.resetCounters();
    assertThat(cache.count).containsExactly(0, 0);
    assertThat(cache.port.at).containsExactly(7, 0);
    assertThat(cache.deep).containsExactly(10);
  }

  @Test
  void severalSlotsOfSeveralPartsAddToOneStatistic() {
    Totals totals = new Totals();
    used().addTo(totals);
    used().addTo(totals);
    assertThat(totals.get("hits")).isEqualTo(22);
    assertThat(totals.get("lines")).isEqualTo(2 * (10 + 10));
  }
}
