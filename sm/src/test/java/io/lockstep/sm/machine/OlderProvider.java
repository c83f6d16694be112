// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.sm.SmIssueCause;
import io.lockstep.sm.SmSchema;
import io.lockstep.spi.Device;
import io.lockstep.spi.ShippedDevices;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A GTX 480 and a P100, as proof that older machines can be built of this library. */
@SpiVersion(SpiVersion.CURRENT)
public final class OlderProvider extends ShippedDevices {
  public OlderProvider() {
    super(figures(), List.of("p100", "gtx480"));
  }

  private static SpecSchema figures() {
    SpecSchema.Builder b = SmSchema.builder("older");
    SmSchema.unit(b);
    SmSchema.multiprocessor(b);
    b.without("lds.carve_out", "lds.barrier", "issue.double_converts")
        .key("unit.half", Dimension.FLAG, "whether there is arithmetic on halves")
        .key("issue.dependences", Dimension.CHOICE, "what guards them")
        .oneOf("scoreboard", "control_bits")
        .key("lds.sizes") // a P100 has shared memory apart from the L1
        .optional();
    SmSchema.memory(b);
    return b.build();
  }

  @Override
  protected InputStream resource(String name) {
    return OlderProvider.class.getResourceAsStream(name);
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(SmIssueCause.SCHEME);
  }

  @Override
  public List<Statistic> statistics() {
    return Stream.concat(
            Stream.of(
                    CacheStatistics.TRANSLATION,
                    CacheStatistics.INSTRUCTIONS,
                    TextureCounts.BUSY,
                    MatrixCounts.STATISTICS)
                .flatMap(set -> set.declared().stream()),
            Stream.of(TextureCounts.ROOF, MatrixCounts.ROOF)
                .flatMap(roof -> roof.declared().stream()))
        .toList();
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new OlderDevice(spec);
  }
}
