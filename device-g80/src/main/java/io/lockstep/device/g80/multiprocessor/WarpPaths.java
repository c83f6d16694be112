// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.Pipe;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.WavefrontPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.List;

/**
 * Records critical paths of warps: a row depends on the warp's previous row, its registers, space
 * in a memory unit, and arbitration for the port. Created only when critical paths are requested.
 */
final class WarpPaths extends WarpProbe {
  private static final int SHARED = Pipe.SHARED.ordinal();

  private final WavefrontPaths paths;
  private final List<MemoryUnit> units; // by index of the memory unit
  private final TexturePort textures; // the texture unit starts fetches later than the issue
  private final Scoreboard scoreboard;
  private final Path[] roomMade;

  private WarpPaths(
      WavefrontPaths paths, List<MemoryUnit> units, TexturePort textures, Scoreboard scoreboard) {
    this.paths = paths;
    this.units = units;
    this.textures = textures;
    this.scoreboard = scoreboard;
    roomMade = new Path[units.size()];
  }

  static WarpProbe of(
      WavefrontPaths wanted, List<MemoryUnit> units, TexturePort textures, Scoreboard scoreboard) {
    return new WarpPaths(wanted, units, textures, scoreboard);
  }

  @Override
  void accepts(int unit) {
    roomMade[unit] = units.get(unit).cause();
  }

  @Override
  void turn(int warp, int row, int pipe, long tick) {
    paths.needs(warp, scoreboard.path(warp, row));
    int unit = MemoryPipes.unit(IssueResources.of(pipe));
    if (unit >= 0) {
      paths.needs(warp, roomMade[unit]);
    }
    paths.to(warp, tick, PathResource.PORT, row);
    if (unit == MemoryPipes.TEXTURE) {
      textures.issuer(paths.at(warp));
    } else if (unit >= 0) {
      units.get(unit).issuer(paths.at(warp));
    }
  }

  @Override
  void fetches(int warp, int row, long tick, long there) {
    paths.needs(warp, scoreboard.path(warp, row));
    paths.to(warp, tick, PathResource.PORT, row);
    paths.to(warp, there, PathResource.FIRST_LEVEL, row);
  }

  @Override
  void results(int warp, int row, int pipe, int token, long portFree) {
    long tick = scoreboard.result(warp, row);
    if (tick == 0 || tick >= Scoreboard.PENDING) {
      return;
    }
    Path path = paths.at(warp);
    PathResource spent = pipe == SHARED ? PathResource.LOCAL_MEMORY : PathResource.DEPENDENCY;
    int unit = MemoryPipes.unit(IssueResources.of(pipe));
    if (unit >= 0) {
      Path data = units.get(unit).path(token);
      path = data == null ? path : data;
      spent = PathResource.FIRST_LEVEL;
    } else {
      path = path.to(Math.min(tick, portFree), PathResource.ISSUE);
    }
    scoreboard.path(warp, row, path.to(tick, spent));
  }

  @Override
  void goesOn(int warp, int pipe, long portFree, long floor) {
    int row = paths.at(warp).row();
    paths.to(warp, portFree, PathResource.ISSUE, row);
    paths.to(
        warp, floor, pipe == SHARED ? PathResource.LOCAL_MEMORY : PathResource.DEPENDENCY, row);
  }

  @Override
  void passes(int warp, int row, long floor) {
    paths.to(warp, floor, PathResource.BARRIER, row);
  }

  @Override
  void leaves(int warp, long tick) {
    paths.to(warp, tick, PathResource.PORT, paths.at(warp).row());
  }

  @Override
  Path data(int unit, int token) {
    return units.get(unit).path(token);
  }
}
