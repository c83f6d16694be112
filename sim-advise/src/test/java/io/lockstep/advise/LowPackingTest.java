// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.advise.rule.LowPacking;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** When bundles with free slots are worth a proposal, and how much of the time it promises. */
class LowPackingTest {
  private static final Path VECADD = Path.of("../examples/vecadd.yaml");

  private static List<Proposal> proposals(double packing, double busy, int dramPercent) {
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    statistics.put("vliw.packing", BigDecimal.valueOf(packing));
    statistics.put("ports.alu.busy", BigDecimal.valueOf(busy));
    statistics.put("dram.busy", BigDecimal.valueOf(dramPercent, 2));
    statistics.put("dram.bytes", BigDecimal.valueOf(dramPercent));
    statistics.put("dram.bytes_at_peak", BigDecimal.valueOf(100));
    return RuleTrial.proposals(new LowPacking(), VECADD, statistics);
  }

  @Test
  void promisesTheTimeOfTheSlotsThatGoodPackingSaves() {
    // Bundles at 95 % instead of 38 % take 0.4 of the issue cycles, which are 0.9 of the time.
    assertThat(proposals(0.38, 0.9, 10).get(0).promise()).isCloseTo(0.9 * 0.6, within(1e-9));
  }

  @Test
  void promisesNoMoreThanTheNextResourceAllows() {
    // DRAM is busy for 0.6 of the time.
    assertThat(proposals(0.38, 0.9, 60).get(0).promise()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void proposesNothingForFullBundlesAnIdlePortOrAFullerResource() {
    assertThat(proposals(0.8, 0.9, 10)).isEmpty();
    assertThat(proposals(0.38, 0.5, 10)).isEmpty();
    assertThat(proposals(0.38, 0.8, 90)).isEmpty();
  }
}
