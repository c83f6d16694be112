// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.host.HostCosts;
import org.junit.jupiter.api.Test;

/** Transfers over PCIe 2.0, from pinned and from pageable memory. */
class HostTransfersTest {
  private static final double LANES = 8e9; // bytes a second of 16 lanes after their code

  private final HostCosts costs = Catalogue.device("hd5870").hostCosts();

  @Test
  void pinnedTransfersKeepBelowThePayloadOfPackets() {
    assertThat(costs.pinnedBytesPerSecond() / LANES).isBetween(0.5, 128.0 / 152);
  }

  @Test
  void largePageableTransfersHaveTheMeasuredRate() {
    assertThat(costs.pageableBytesPerSecond((32 << 10) + 1)).isEqualTo(3_610_000_000L);
  }

  @Test
  void pageableTransfersUpTo32KilobytesAreCopiedThroughABuffer() {
    double copied = 1 / (1 / 8e9 + 1.0 / costs.pinnedBytesPerSecond());
    assertThat((double) costs.pageableBytesPerSecond(32 << 10))
        .isBetween(0.95 * copied, 1.05 * copied);
  }
}
