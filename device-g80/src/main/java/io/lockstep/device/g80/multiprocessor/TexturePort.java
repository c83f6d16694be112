// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.RopTiles;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;
import java.util.function.LongConsumer;

/**
 * A multiprocessor's port to the texture unit of its cluster. It holds the lines and addresses of
 * one fetch until the unit accepts the fetch. A quad of lanes requests each line once.
 *
 * <p>A texel of up to {@code texture.texel_size} takes one address, and a texel of twice this size
 * takes two. Bilinear filtering costs no time: per clock, the unit filters twice as many texels as
 * it addresses on G80, and as many on G92 and GT200 (NVIDIA GeForce GTX 200 Technical Brief, p.
 * 15).
 */
final class TexturePort extends CountingPart implements TransactionSink {
  private static final int QUAD = 4;
  private static final int MOST_LINES = 8; // per lane

  private static final int ASKED = 0; // tick of the waiting fetch, or NONE
  private static final int WARP = 1;
  private static final int NUMBER = 2;
  private static final int ADDRESSES = 3;
  private static final int COUNT = 4; // number of lines
  private static final int REFUSED = 5; // 1 if another fetch was refused
  private static final int IN_USE = 6; // number of fetches in use
  private static final long NONE = -1;

  static final StatisticSet<TexturePort> OWN =
      StatisticSet.<TexturePort>of("texture units")
          .count(
              "texture.lines",
              "Lines of these, once for the lanes that work together.",
              t -> t.requested[0])
          .build();

  private final TextureFetch fetch;
  private final LongConsumer asks; // tells the unit that a fetch waits from a tick on
  private final MemoryListener listener; // tokens are numbers of fetches; texels may come later
  private final int lineBytes;
  private final int texelBytes;
  private final int width;
  private final long[] lines;
  private final long[] at = new long[IN_USE + 1];
  private final int[] numbers; // free numbers, from index IN_USE
  private Path issuer; // null unless critical paths are requested
  private Path fetched; // that of the texels whose arrival is being reported

  private final TextureCounts counts = own.include(new TextureCounts());
  private final long[] requested = own.counters(1); // lines

  TexturePort(MultiprocessorConfig config, LongConsumer asks, MemoryListener listener) {
    this.asks = asks;
    this.listener = listener;
    lineBytes = config.texture.cache().orElseThrow().lineBytes();
    fetch = new TextureFetch(new RopTiles(), lineBytes);
    texelBytes = config.texelBytes;
    width = config.unit.width();
    lines = new long[width * MOST_LINES];
    numbers = new int[fetches(config)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    at[ASKED] = NONE;
  }

  /** Returns the maximum number of outstanding fetches: the unit's fetches and a waiting one. */
  static int fetches(MultiprocessorConfig config) {
    return config.texture.tokens() + 1;
  }

  TextureFetch fetch() {
    return fetch;
  }

  /** Whether a fetch may be issued. If not, the listener is notified as soon as it may. */
  boolean accepts() {
    boolean accepts = at[ASKED] == NONE;
    if (!accepts) {
      at[REFUSED] = 1;
    }
    return accepts;
  }

  /** Places a warp's fetch at the port and returns the number of the fetch. */
  int access(long now, int warp, Wavefronts wavefronts, int slot) {
    fetch.next(wavefronts, warp, slot);
    at[COUNT] = 0;
    for (int from = 0; from < width; from += QUAD) {
      fetch.lines(from, QUAD, this);
    }
    requested[0] += at[COUNT];
    counts.fetched(fetch);
    at[ADDRESSES] = (long) fetch.active() * Math.max(1, fetch.texelBytes() / texelBytes);
    at[ASKED] = now;
    at[WARP] = warp;
    at[NUMBER] = numbers[(int) at[IN_USE]++];
    asks.accept(now);
    return (int) at[NUMBER];
  }

  @Override
  public void transaction(long address, int bytes) {
    lines[(int) at[COUNT]++] = address;
  }

  /** Sets the critical path to the issue of the next fetch. */
  void issuer(Path path) {
    issuer = path;
  }

  Path issuer() {
    return issuer;
  }

  /** Returns the critical path of the texels whose arrival is being reported. */
  Path path() {
    return fetched;
  }

  /** Whether a fetch that was issued before a tick waits. */
  boolean waits(long tick) {
    return at[ASKED] != NONE && at[ASKED] < tick;
  }

  int warp() {
    return (int) at[WARP];
  }

  int number() {
    return (int) at[NUMBER];
  }

  long addresses() {
    return at[ADDRESSES];
  }

  void reads(MemoryUnit from, long tick, int token) {
    for (int i = 0; i < at[COUNT]; i++) {
      from.read(tick, token, lines[i], lineBytes);
    }
  }

  void busy(long clocks) {
    counts.busy(clocks);
  }

  void taken(long tick) {
    at[ASKED] = NONE;
    if (at[REFUSED] != 0) {
      at[REFUSED] = 0;
      listener.accepting(tick);
    }
  }

  void fetched(int warp, int number, long tick, Path path) {
    numbers[(int) --at[IN_USE]] = number;
    fetched = path;
    listener.completed(warp, number, tick);
  }

  void drained(long tick) {
    listener.drained(tick);
  }

  void statistics(Totals out) {
    counts.addTo(out);
    OWN.write(this, out);
    TextureCounts.BUSY.write(counts, out);
  }
}
