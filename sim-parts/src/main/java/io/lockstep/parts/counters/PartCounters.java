// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The counters of a part. The part's constructor registers each array once, for resetting and
 * statistics. The part then accesses the arrays directly, so registration costs nothing while the
 * simulation runs. Not thread-safe.
 *
 * <pre>{@code
 * private static final int HITS = 0; // L1_HITS is its Statistic
 * private final PartCounters own = new PartCounters();
 * private final long[] count = own.counters(1);
 * ... own.statistic(L1_HITS, count, HITS, 1);
 * count[HITS]++;
 * }</pre>
 */
public final class PartCounters implements Counting {
  private record Share(Statistic statistic, long[] counters, int slot, long per) {}

  private record Counters(long[] slots, int from) implements Counting {
    @Override
    public void resetCounters() {
      Arrays.fill(slots, from, slots.length, 0);
    }
  }

  private final List<Counting> all = new ArrayList<>();
  private final List<Share> shares = new ArrayList<>();

  /** Creates an empty set. */
  public PartCounters() {}

  /**
   * Registers a part, whose counters {@link #resetCounters} resets too.
   *
   * @param <T> type of the part
   * @param part the part
   * @return the same object
   */
  public <T extends Counting> T include(T part) {
    all.add(part);
    return part;
  }

  /**
   * Creates and registers counters, initially zero, which {@link #resetCounters} resets.
   *
   * @param slots number of counters
   * @return the array of counters
   */
  public long[] counters(int slots) {
    return scalars(slots, 0);
  }

  /**
   * Creates an array of scalars and counters, initially zero, and registers the counters.
   *
   * @param slots number of slots
   * @param firstCounter first slot that {@link #resetCounters} resets
   * @return the array, scalars first
   */
  public long[] scalars(int slots, int firstCounter) {
    long[] array = new long[slots];
    all.add(new Counters(array, firstCounter));
    return array;
  }

  /**
   * Declares that a slot contributes to a statistic, to which several slots may contribute.
   *
   * @param per divisor: units of the slot per unit of the statistic
   * @param statistic statistic to which the slot contributes
   * @param values array that contains the slot, registered or not
   * @param slot index in the array
   */
  public void statistic(Statistic statistic, long[] values, int slot, long per) {
    shares.add(new Share(statistic, values, slot, per));
  }

  @Override
  public void resetCounters() {
    all.forEach(Counting::resetCounters);
  }

  /**
   * Adds the current statistics, at the end or for a sample of a time series.
   *
   * @param totals receives each slot's value divided by its {@code per}
   */
  public void addTo(Totals totals) {
    for (Share s : shares) {
      totals.count(s.statistic().name(), s.counters()[s.slot()] / s.per());
    }
  }
}
