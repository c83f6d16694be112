// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.sm.memory.BlockLinear;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.stats.Totals;

/**
 * The texture units of a multiprocessor. They address texels at a rate; a larger texel takes
 * several addresses. A warp looks up each sector of its texels once in the first level, which
 * caches them. Filtering costs no time beyond that.
 */
final class TextureUnits extends CountingPart {
  private static final int WIDTH = 32;

  /** Clocks by which a fetch is later than a load. */
  final int latency;

  private final int sectorBytes;
  private final int rate;
  private final int texelBytes;
  private final TextureCounts counts = own.include(new TextureCounts());
  private TextureFetch fetch; // null until a launch has textures

  TextureUnits(SmConfig config) {
    latency = config.latency("texture.latency");
    rate = config.spec.integer("texture.rate");
    texelBytes = config.spec.integer("texture.texel_size");
    sectorBytes = config.spec.integer("l1.sector");
  }

  void begin(LaunchPlan plan) {
    if (fetch == null && !plan.textures().isEmpty()) {
      fetch = new TextureFetch(new BlockLinear(), sectorBytes);
    }
    if (fetch != null) {
      fetch.begin(plan);
    }
  }

  /** Begins the next fetch or surface access of a warp; returns the clocks for its addresses. */
  int next(Wavefronts wavefronts, int warp, int slot) {
    fetch.next(wavefronts, warp, slot);
    int each = Math.max(1, (fetch.texelBytes() + texelBytes - 1) / texelBytes);
    int clocks = Math.max(1, (fetch.active() * each + rate - 1) / rate);
    counts.busy(clocks);
    return clocks;
  }

  /** Looks up the sectors of the texels that are read. */
  void read(TransactionSink out) {
    fetch.lines(0, WIDTH, out);
    counts.fetched(fetch);
  }

  /** Converts a store to an access by lane. */
  void store(Access out, int bytes) {
    fetch.store(out, WIDTH, bytes);
  }

  /** Bytes that the active lanes access. */
  long bytes() {
    return (long) fetch.active() * fetch.texelBytes();
  }

  void statistics(Totals out) {
    counts.addTo(out);
    TextureCounts.BUSY.write(counts, out);
  }
}
