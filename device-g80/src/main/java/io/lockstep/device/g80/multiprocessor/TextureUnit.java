package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.unit.CycleRoof;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/**
 * A multiprocessor's share of its cluster's texture unit: quads of lanes address texels at the
 * unit's rate and read their lines through the first-level texture cache.
 *
 * <p>A texel of up to {@code texture.texel_size} takes one address, one of twice as much two.
 * Bilinear filtering is free: the unit filters twice as many texels as it addresses on G80, as many
 * on G92 and GT200 (NVIDIA GeForce GTX 200 Technical Brief, p. 15). Not thread-safe.
 */
final class TextureUnit extends SavedPart implements TransactionSink {
  private static final int QUAD = 4;
  private static final int LINES = 0;
  private static final int BUSY = 1;

  /** What other families' texture units do not count. */
  static final StatisticSet<TextureUnit> OWN =
      StatisticSet.<TextureUnit>of("texture units")
          .count(
              "texture.lines",
              "Lines of these, once for the lanes that work together.",
              t -> t.count[LINES])
          .count(
              "texture.busy_cycles",
              "cycles",
              "Cycles that texture units worked on fetches.",
              t -> t.count[BUSY])
          .counter("TEX busy")
          .build();

  /** Share of the kernels' time in which texture units worked. */
  static final CycleRoof ROOF =
      new CycleRoof(
          Resource.TEXTURE, "texture units", "texture", "texture.busy_cycles", "texture units");

  private final TextureFetch fetch;
  private final MemoryUnit unit;
  private final Rate rate;
  private final int texelBytes;
  private final int width;
  private long tick;
  private int token;
  private long free;

  private final TextureCounts counts = state.keep(new TextureCounts());
  private final long[] count = state.counters(2);

  TextureUnit(TextureFetch fetch, MemoryUnit unit, MultiprocessorConfig config, int width) {
    this.fetch = fetch;
    this.unit = unit;
    rate = config.textureRate;
    texelBytes = config.texelBytes;
    this.width = width;
  }

  boolean accepts() {
    return unit.canAccept();
  }

  TextureFetch fetch() {
    return fetch;
  }

  /** Reads a warp's texels at the current tick; the token. */
  int access(long now, int warp, Wavefronts wavefronts, int slot) {
    fetch.next(wavefronts, warp, slot);
    tick = now;
    token = unit.begin(warp);
    for (int from = 0; from < width; from += QUAD) {
      fetch.lines(from, QUAD, this);
    }
    counts.fetched(fetch);
    int perLane = Math.max(1, fetch.texelBytes() / texelBytes);
    long clocks = rate.duration((long) fetch.active() * perLane);
    count[BUSY] += clocks;
    free = now + clocks;
    return token;
  }

  /** The tick from which the unit takes another instruction. */
  long free() {
    return free;
  }

  /** The tick of the data, or {@link MemoryUnit#PENDING}. */
  long end() {
    return unit.end(token);
  }

  @Override
  public void transaction(long address, int bytes) {
    count[LINES]++;
    unit.read(tick, token, address, bytes);
  }

  void statistics(Totals out) {
    counts.addTo(out);
    OWN.write(this, out);
    CacheStatistics.TEXTURE.write(unit.cache(), out);
  }
}
