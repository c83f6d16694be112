// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcnAddressMapTest {
  private static DeviceSpec spec(String device, String interleave, String page, int ofStack) {
    DeviceSpec spec = Specs.of(device).with("l2.interleave", interleave);
    return page.isEmpty()
        ? spec
        : spec.with("dram.page", page).with("dram.stack_channels", "" + ofStack);
  }

  @ParameterizedTest
  @CsvSource({
    "mi100, 256B, '', 0", "mi300a, 256B, 4KiB, 16", "mi300a, 128B, 4KiB, 16",
    "mi300a, 256B, 64KiB, 16", "mi300a, 4KiB, 4KiB, 16", "mi300x, 256B, 4KiB, 8",
    "mi300a, 128B, 8KiB, 1", "mi300a, 256B, 4KiB, 3"
  })
  void noTwoBlocksLieInOnePlaceOfTheMemory(
      String device, String interleave, String page, int ofStack) {
    DeviceSpec spec = spec(device, interleave, page, ofStack);
    AddressMap map = GcnAddressMap.of(spec);
    int block = spec.integer("l2.interleave");
    Map<List<Long>, Integer> bytesOfRow = new HashMap<>();
    for (long address = 0; address < 1L << 24; address += block) {
      List<Long> row =
          List.of((long) map.channel(address), (long) map.bank(address), map.row(address));
      bytesOfRow.merge(row, block, Integer::sum);
    }
    int most = Math.max(block, spec.integer("dram.row"));
    assertThat(bytesOfRow.values()).allMatch(bytes -> bytes <= most);
  }

  @Test
  void withoutAHashAPageLiesInOneStackAndTheNextOneInTheNext() {
    AddressMap map =
        GcnAddressMap.of(
            Specs.of("mi300a").with("dram.page", "16KiB").with("dram.mapping", "permutation"));
    for (long address = 0; address < 1 << 20; address += 256) {
      assertThat(map.channel(address) / 16).isEqualTo((int) (address >> 14) % 8);
      assertThat(map.channel(address) % 16).isEqualTo((int) (address >> 8) % 16);
    }
  }
}
