// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * The texture unit of a cluster (TPC) with its first-level cache. It serves the fetches of its
 * multiprocessors one at a time, in round-robin order, at the rate at which it addresses texels.
 *
 * <p>Each multiprocessor's {@link TexturePort} holds one waiting fetch. The fetches of a clock are
 * served from the next clock on, independently of the order in which multiprocessors are simulated.
 * This clock is part of the published latency. Not thread-safe.
 */
public final class TextureUnit implements MemoryListener {
  private final MemoryUnit unit;
  private final Cluster cluster;
  private final int component;
  private final EventKind serve;
  private final TexturePort[] ports;
  private final int warps;
  private final Rate rate;
  private final int[] number; // by token: number of the fetch at its port
  private int joined;
  private long free; // in fractions of a tick
  private long servedAt = -1;
  private long nextAt = -1;
  private int last;
  private Path roomMade; // null unless critical paths are requested

  /**
   * @param first index of the first multiprocessor that uses the unit
   */
  public TextureUnit(Cluster cluster, int first, MemorySide side, MultiprocessorConfig config) {
    this.cluster = cluster;
    ports = new TexturePort[config.textureSharing];
    warps = config.unit.wavefronts();
    rate = config.textureRate;
    unit = new MemoryUnit(cluster, "cu[" + first + "].texture", first, config.texture, side, this);
    number = new int[config.texture.tokens()];
    component = cluster.component("cu[" + first + "].texture.queue", this);
    serve =
        cluster.kind(
            "texture.serve", Phase.WORK, (TextureUnit u, long tick, int x) -> u.onServe(tick));
  }

  /** Returns the path to memory through the first-level cache. */
  MemoryUnit unit() {
    return unit;
  }

  /** Adds a port; returns whether it is the first port, whose multiprocessor owns the unit. */
  boolean join(TexturePort port) {
    ports[joined++] = port;
    return joined == 1;
  }

  void asked(long tick) {
    look(tick + 1);
  }

  private void look(long tick) {
    long at = Math.max(tick, rate.tick(free));
    if (nextAt < tick || at < nextAt) {
      nextAt = at;
      cluster.partition().at(at, serve, component, 0);
    }
  }

  private void onServe(long tick) {
    if (servedAt == tick) {
      return;
    }
    servedAt = tick;
    for (int p = next(tick); p >= 0; p = next(tick)) {
      if (rate.tick(free) > tick) {
        look(tick + 1);
        return;
      }
      if (!unit.canAccept()) {
        return; // continues when the memory unit accepts accesses again
      }
      last = p;
      serve(p, tick);
    }
  }

  /** Returns the next port in turn with a fetch from before a tick; -1 if there is none. */
  private int next(long tick) {
    for (int i = 1; i <= joined; i++) {
      int p = (last + i) % joined;
      if (ports[p].waits(tick)) {
        return p;
      }
    }
    return -1;
  }

  private void serve(int p, long tick) {
    TexturePort port = ports[p];
    Path path = Path.later(port.issuer(), port.issuer() == null ? null : roomMade);
    unit.issuer(path == null ? null : path.to(tick, PathResource.FIRST_LEVEL, port.issuer().row()));
    int token = unit.begin(p * warps + port.warp());
    number[token] = port.number();
    port.reads(unit, tick, token);
    long from = Math.max(tick, rate.tick(free));
    free = rate.reserve(free, tick, port.addresses());
    for (int i = 0; i < joined; i++) {
      ports[i].busy(rate.tick(free) - from);
    }
    long data = unit.end(token);
    int warp = port.warp();
    port.taken(tick);
    if (data != MemoryUnit.PENDING) {
      port.fetched(warp, number[token], data, unit.path(token));
    }
  }

  @Override
  public void completed(int owner, int token, long tick) {
    ports[owner / warps].fetched(owner % warps, number[token], tick, unit.path(token));
  }

  @Override
  public void accepting(long tick) {
    roomMade = unit.cause();
    look(tick + 1);
  }

  @Override
  public void drained(long tick) {
    ports[0].drained(tick);
  }
}
