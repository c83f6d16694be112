// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.plugin.FamilyStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterMeasureTest {
  private final FamilyStatistics cdna =
      new Catalogue(Plugins.providers(List.of())).statistics("cdna");

  @ParameterizedTest
  @CsvSource({
    "%,wavefronts * 100",
    "warp,wavefronts",
    "'',wavefronts",
    "byte,wavefronts / 1",
    "Kbyte,wavefronts / 1e3",
    "Gbyte,wavefronts / 1e9",
    "nsecond,wavefronts / 1e3",
    "us,wavefronts / 1e6",
    "second,wavefronts / 1e12"
  })
  void aStatisticIsExpressedInTheUnitOfTheProfiler(String unit, String expression) {
    assertThat(CounterMeasure.of(cdna, "SQ_WAVES", unit)).contains(expression);
  }

  @Test
  void aNumberThatTurnsTheCounterIntoTheStatisticIsTurnedRound() {
    assertThat(CounterMeasure.of(cdna, "FetchSize", "")).contains("l2.fetched_bytes / 1024");
  }

  @Test
  void aHitRateOfAllLookUpsIsTheVendorsOfBothHalves() {
    FamilyStatistics nvidia = new Catalogue(Plugins.providers(List.of())).statistics("nvidia");
    assertThat(CounterMeasure.of(nvidia, "lts__t_sector_hit_rate.pct", "%"))
        .contains("l2.all_hit_rate * 100");
    assertThat(CounterMeasure.of(nvidia, "lts__t_sectors_op_read.sum", "sector"))
        .contains("l2.all_reads");
  }

  @Test
  void onlyACounterThatTheFamilyNamesIsKnown() {
    assertThat(CounterMeasure.of(cdna, "sm__ctas_launched.sum", "")).isEmpty();
    assertThat(CounterMeasure.of(cdna, "MeanOccupancyPerActiveCU", "")).isEmpty();
  }
}
