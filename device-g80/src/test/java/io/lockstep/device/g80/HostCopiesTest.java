// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rates of copies between host and device. */
class HostCopiesTest {
  private static double gigabytes(String board, String figure, String... overrides) {
    return new Board(board, overrides).device.spec().value(figure) / 1e9;
  }

  @Test
  @DisplayName("page-locked on PCIe 1.x: 128 of 152 bytes at 4 GB/s")
  void aPinnedCopyPaysForTheFramingOfPackets() {
    assertThat(gigabytes("8800gtx", "host.pinned")).isEqualTo(4.0 * 128 / 152, within(0.001));
  }

  @Test
  @DisplayName("page-locked on PCIe 2.0: answers to reads, 64 of 84 bytes at 8 GB/s")
  void aReadIsAnsweredBySmallPackets() {
    for (String id : new String[] {"8800gt", "9800gtx"}) {
      assertThat(gigabytes(id, "host.pinned")).isEqualTo(8.0 * 64 / 84, within(0.001));
    }
  }

  @Test
  @DisplayName("pageable: the host copies at 5 GB/s into a page-locked buffer, then the device")
  void aPageableCopyIsTwoCopies() {
    assertThat(gigabytes("8800gtx", "host.pageable", "host.pinned=3.2GB/s"))
        .isEqualTo(1 / (1 / 3.2 + 1 / 5.0), within(1e-6)); // 1.95
    assertThat(gigabytes("gtx280", "host.pageable")).isEqualTo(2.619, within(0.001));
    assertThat(new Board("gtx280").device.hostCosts().pageableBytesPerSecond() / 1e9)
        .isEqualTo(2.619, within(0.001));
  }

  @Test
  @DisplayName("a pageable rate that is set gives the host's copy; as fast as page-locked, none")
  void aPageableRateThatIsSetGivesTheHostsCopy() {
    assertThat(gigabytes("gtx280", "host.memcpy", "host.pageable=2.5GB/s"))
        .isEqualTo(1 / (1 / 2.5 - 1 / 5.5), within(1e-6));
    assertThat(gigabytes("gtx280", "host.pageable", "host.pageable=5.5GB/s"))
        .isEqualTo(5.5, within(0.002));
    assertThat(gigabytes("gtx280", "host.pageable", "host.memcpy=17000GB/s"))
        .isEqualTo(5.5, within(0.002));
  }
}
