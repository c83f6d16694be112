// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims that parameters contradict: which parameter to change, and to what. */
class ClaimedMisfitsTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static List<Misfit> of(DeviceSpec spec, String claim) {
    return ClaimedMisfits.of(CATALOGUE, spec).stream()
        .filter(m -> m.why().startsWith(claim + " is claimed to be "))
        .toList();
  }

  @ParameterizedTest(name = "{0} with {1} {2}: {3}")
  @CsvSource({
    "a100, unit.count, *0.5, peak.f32.fma, raise",
    "a100, unit.count, *2, peak.f32.fma, lower",
    "gtx280, issue.multiply24, *2, rate.i32.multiply24, lower",
    "mi300x, unit.count, *0.5, bandwidth.l1, raise",
    "mi300x, l1.latency, *0.5, latency.l1, raise",
    "mi300x, l2.latency, *1.5, latency.l2, lower",
    "gtx280, dram.clock, *0.5, bandwidth.dram, raise",
    "a100, dram.clock, *0.5, bandwidth.dram, raise",
    "mi100, l1.size, *2, size.l1, lower",
    "mi300x, mall.latency, *1.3, latency.mall, lower",
    "hd5870, host.pageable, *0.5, transfer.pageable, raise",
  })
  void aClaimThatParametersContradictNamesTheOneToChange(
      String device, String parameter, String change, String claim, String way) {
    DeviceSpec board = CATALOGUE.spec(device);
    assertThat(of(board, claim)).isEmpty();
    DeviceSpec spec = board.with(parameter, change);
    List<Misfit> found = of(spec, claim);
    assertThat(found).hasSize(1);
    Misfit misfit = found.get(0);
    assertThat(misfit.text()).endsWith("; " + way + " " + misfit.value());
    assertThat(of(spec.with(misfit.parameter(), misfit.needed() + misfit.unit()), claim)).isEmpty();
  }

  @Test
  @DisplayName("the sentence has both values")
  void theSentenceHasBothValues() {
    DeviceSpec spec = CATALOGUE.spec("a100").with("unit.count", "54");
    assertThat(of(spec, "peak.f32.fma"))
        .extracting(Misfit::text)
        .containsExactly(
            "peak.f32.fma is claimed to be 19500 GFLOPS, and by its parameters is 9746 GFLOPS;"
                + " raise unit.count to 108");
  }
}
