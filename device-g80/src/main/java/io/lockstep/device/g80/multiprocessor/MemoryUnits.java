// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.memory.RopTiles;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.MemoryListener;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.spi.path.Path;
import java.util.List;

/** The memory units of a multiprocessor, and its port to the texture unit of its cluster. */
final class MemoryUnits {
  /** Receives the events of the units; the multiprocessor implements it. */
  interface User {
    /** Called when the data of an access is there. */
    void completed(int unit, int warp, int token, long tick);

    /** Called when a fetch's texels are known to be available at a tick, possibly later. */
    void fetched(int warp, int number, long tick, Path path);

    /** Called when a unit accepts an access again after a refusal. */
    void takes(int unit, long tick);

    /** Called when a unit has no outstanding access. */
    void drained(long tick);
  }

  private final MemoryUnit global;
  private final MemoryUnit constant;
  private final MemoryUnit texture;
  private final TexturePort port;
  private final User user;

  MemoryUnits(
      Cluster cluster,
      int index,
      MemorySide side,
      MultiprocessorConfig config,
      TextureUnit textures,
      User user) {
    this.user = user;
    String path = "cu[" + index + "].";
    global =
        new MemoryUnit(
            cluster, path + "memory", index, config.global, side, listener(MemoryPipes.GLOBAL));
    constant =
        new MemoryUnit(
            cluster,
            path + "constant",
            index,
            config.constant,
            side,
            listener(MemoryPipes.CONSTANT));
    texture = textures.unit();
    int line = config.texture.cache().orElseThrow().lineBytes();
    TextureFetch fetch = new TextureFetch(new RopTiles(), line);
    port = new TexturePort(fetch, config, portUser(textures));
  }

  private MemoryListener listener(int unit) {
    return new MemoryListener() {
      @Override
      public void completed(int warp, int token, long tick) {
        user.completed(unit, warp, token, tick);
      }

      @Override
      public void accepting(long tick) {
        user.takes(unit, tick);
      }

      @Override
      public void drained(long tick) {
        user.drained(tick);
      }
    };
  }

  private TexturePort.User portUser(TextureUnit textures) {
    return new TexturePort.User() {
      @Override
      public void asks(long tick) {
        textures.asked(tick);
      }

      @Override
      public void fetched(int warp, int number, long tick, Path path) {
        user.fetched(warp, number, tick, path);
      }

      @Override
      public void takes(long tick) {
        user.takes(MemoryPipes.TEXTURE, tick);
      }

      @Override
      public void drained(long tick) {
        user.drained(tick);
      }
    };
  }

  MemoryUnit global() {
    return global;
  }

  MemoryUnit constant() {
    return constant;
  }

  /** Returns the texture unit's path to memory. */
  MemoryUnit texture() {
    return texture;
  }

  TexturePort port() {
    return port;
  }

  /** Returns the units by number. */
  List<MemoryUnit> all() {
    return List.of(global, constant, texture);
  }
}
