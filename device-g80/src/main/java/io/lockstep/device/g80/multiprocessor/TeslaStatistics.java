// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.CycleRoof;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.spi.stats.Statistic;
import java.util.List;
import java.util.stream.Stream;

public final class TeslaStatistics {
  static final List<CycleRoof> ROOFS =
      List.of(TextureCounts.ROOF, SlowPipes.SPECIAL_ROOF, SlowPipes.DOUBLE_ROOF);

  public static final List<Statistic> ALL =
      Stream.concat(
              Stream.of(
                      TexturePort.OWN,
                      TextureCounts.BUSY,
                      SlowPipes.STATISTICS,
                      CacheStatistics.INSTRUCTIONS,
                      CacheStatistics.TRANSLATION,
                      ConstantMemory.BEHIND)
                  .flatMap(s -> s.declared().stream()),
              ROOFS.stream().flatMap(roof -> roof.declared().stream()))
          .toList();

  private TeslaStatistics() {}
}
