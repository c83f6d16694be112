// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.texture;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/** Counts the texture fetches of a compute unit since the last reset. Not thread-safe. */
public final class TextureCounts extends CountingPart {
  /** The statistics of texture fetches, under the names that all families use. */
  public static final StatisticSet<TextureCounts> STATISTICS =
      StatisticSet.<TextureCounts>of("texture units")
          .count("texture.requests", "Texture fetches of lanes.", TextureCounts::requests)
          .count("texture.texels", "Texels that they read, by filter.", TextureCounts::texels)
          .build();

  private static final String CYCLES = "texture.busy_cycles";

  /** The time that texture units were busy, for families that measure it. */
  public static final StatisticSet<TextureCounts> BUSY =
      StatisticSet.<TextureCounts>of("texture units")
          .count(
              CYCLES,
              "cycles",
              "Cycles that texture units worked on fetches.",
              TextureCounts::busyCycles)
          .build();

  /** Utilization of texture units: share of the kernels' time in which they were busy. */
  public static final CycleRoof ROOF =
      new CycleRoof(Resource.TEXTURE, "texture units", "texture", CYCLES, "texture units");

  private static final int REQUESTS = 0;
  private static final int TEXELS = 1;
  private static final int BUSY_CYCLES = 2;

  private final long[] count = own.counters(3);

  /** Creates zero counts. */
  public TextureCounts() {}

  /**
   * Counts the fetches of one instruction of a wavefront.
   *
   * @param fetch the lanes' fetches
   */
  public void fetched(TextureFetch fetch) {
    count[REQUESTS] += fetch.active();
    count[TEXELS] += fetch.texels();
  }

  /** {@return the number of fetches, counted per lane} */
  public long requests() {
    return count[REQUESTS];
  }

  /** {@return the number of texels read, including those between which a filter interpolates} */
  public long texels() {
    return count[TEXELS];
  }

  /**
   * Adds cycles for which fetches occupy the texture units.
   *
   * @param cycles cycles of the unit's clock
   */
  public void busy(long cycles) {
    count[BUSY_CYCLES] += cycles;
  }

  /** {@return the cycles in which the units worked on fetches} */
  public long busyCycles() {
    return count[BUSY_CYCLES];
  }

  /**
   * Adds the current statistics.
   *
   * @param totals receives the counts
   */
  public void addTo(Totals totals) {
    STATISTICS.write(this, totals);
  }
}
