// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Totals;
import org.junit.jupiter.api.Test;

/** What is registered once is saved, loaded, reset and counted. */
class PartStateTest {
  private static final int HITS = 0;
  private static final int BYTES = 1;

  /** A part with one array, one part inside and two counters. */
  private static final class Cache {
    final PartState state = new PartState();
    final long[] tags = state.keep(new long[3]);
    final int[] ways = state.keep(new int[2]);
    final byte[] dirty = state.keep(new byte[2]);
    final boolean[] valid = state.keep(new boolean[2]);
    long free;
    boolean full;
    final PartState inside = state.keep(new PartState());
    final long[] deep = inside.keep(new long[1]);
    final long[] count = state.counters(2);

    Cache() {
      state.value(() -> free, v -> free = v);
      state.flag(() -> full, v -> full = v);
      state.statistic(counted("hits"), count, HITS, 1);
      state.statistic(counted("lines"), count, BYTES, 64);
      state.statistic(counted("lines"), deep, 0, 1);
    }
  }

  private static Statistic counted(String name) {
    return new Statistic(name, Statistic.Kind.COUNT, "1", "counted by the test", "cache", "");
  }

  private static Cache used() {
    Cache cache = new Cache();
    cache.tags[2] = 7;
    cache.ways[1] = 8;
    cache.dirty[0] = 9;
    cache.deep[0] = 10;
    cache.valid[1] = true;
    cache.free = Long.MIN_VALUE;
    cache.full = true;
    cache.count[HITS] = 11;
    cache.count[BYTES] = 640;
    return cache;
  }

  @Test
  void whatIsSavedIsLoaded() {
    StateWriter out = new StateWriter();
    used().state.save(out);
    Cache other = new Cache();
    other.state.load(new StateReader(out.toBytes()));
    assertThat(other.tags).containsExactly(0, 0, 7);
    assertThat(other.ways).containsExactly(0, 8);
    assertThat(other.dirty).containsExactly(9, 0);
    assertThat(other.deep).containsExactly(10);
    assertThat(other.valid).containsExactly(false, true);
    assertThat(other.free).isEqualTo(Long.MIN_VALUE);
    assertThat(other.full).isTrue();
    assertThat(other.count).containsExactly(11, 640);
  }

  @Test
  void countersStartAnewAndStateStays() {
    Cache cache = used();
    cache.state.resetCounters();
    assertThat(cache.count).containsExactly(0, 0);
    assertThat(cache.tags[2]).isEqualTo(7);
  }

  @Test
  void severalSlotsOfSeveralPartsAddToOneStatistic() {
    Totals totals = new Totals();
    used().state.addTo(totals);
    used().state.addTo(totals);
    assertThat(totals.get("hits")).isEqualTo(22);
    assertThat(totals.get("lines")).isEqualTo(2 * (10 + 10));
  }

  @Test
  void whatCannotBeSavedIsRefused() {
    assertThatThrownBy(() -> new PartState().keep("text")).hasMessageContaining("cannot be saved");
  }
}
