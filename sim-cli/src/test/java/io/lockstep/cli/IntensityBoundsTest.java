// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.inspect.card.CardSummary;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.Claim;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The bounds of {@code inspect}'s sentence on intensity against the devices of the catalogue. */
class IntensityBoundsTest {
  private static final double MOST_ABOVE = 1.25; // of the highest intensity

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));

  @Test
  @DisplayName("kernels bound by compute, or by memory, by intensity are so on every device")
  void kernelsBoundByIntensityAreSoOnEveryDevice() {
    DoubleSummaryStatistics balance =
        catalogue.specs().stream().mapToDouble(this::balance).summaryStatistics();
    assertThat(balance.getCount()).isGreaterThanOrEqualTo(47);
    assertThat((double) CardSummary.MEMORY_BOUND).isLessThanOrEqualTo(balance.getMin());
    assertThat((double) CardSummary.COMPUTE_BOUND)
        .isBetween(balance.getMax(), MOST_ABOVE * balance.getMax());
  }

  /** Returns the single-precision operations in the time that DRAM needs for a byte. */
  private double balance(DeviceSpec spec) {
    return giga(spec.claims().get("peak.f32.fma")) / giga(spec.claims().get("bandwidth.dram"));
  }

  private static double giga(Claim claim) {
    return claim.number().doubleValue() * (claim.unit().startsWith("T") ? 1000 : 1);
  }
}
