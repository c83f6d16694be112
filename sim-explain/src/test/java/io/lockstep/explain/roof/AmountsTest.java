// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.SmallRuns;
import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.stats.Resource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Amounts and peaks in words. */
class AmountsTest {
  @Test
  void amountsHaveTheUnitOfTheirSize() {
    assertThat(Amounts.bytes(999_949)).isEqualTo("999.9 kB");
    assertThat(Amounts.bytes(1e6)).isEqualTo("1.00 MB");
    assertThat(Amounts.bytes(1_234_567_890)).isEqualTo("1,234.57 MB");
    assertThat(Amounts.cycles(2_500)).isEqualTo("2.5 k cycles");
    assertThat(Amounts.cycles(1e6)).isEqualTo("1.00 M cycles");
    assertThat(Amounts.count(12_345.4)).isEqualTo("12,345");
    assertThat(Amounts.each(1_234.567)).isEqualTo("1,234.57");
    assertThat(Amounts.percent(0.1234)).isEqualTo("12.3 %");
  }

  private static BindingPeak peak(Optional<String> trial) {
    Figure clock = SmallRuns.side("gtx280").spec().figure("dram.clock");
    List<UncertainFigure> figures =
        List.of(
            new UncertainFigure("gtx280", clock, "1GHz", "2GHz", 0.5, 2),
            new UncertainFigure("gtx280", clock, "1GHz", "2GHz", 0.8, 1.5));
    Roof roof = new Roof(Resource.DRAM, "", "DRAM bandwidth", 0.876, 10, 4, "B");
    return new BindingPeak("gtx280", roof, figures, trial);
  }

  @Test
  void thePeakOfAllRangesIsTheProductOfEach() {
    assertThat(peak(Optional.empty()).least()).isCloseTo(0.4, within(1e-12));
    assertThat(peak(Optional.empty()).most()).isCloseTo(3, within(1e-12));
    assertThat(peak(Optional.empty()).sentence())
        .startsWith("gtx280: limited by DRAM bandwidth (at 88 % of its peak)")
        .contains("dram.clock ")
        .endsWith("the peak is 0.400 to 3.00 times the modelled one.");
  }

  @Test
  void aFigureThatCanBeTriedIsTriedFirst() {
    assertThat(peak(Optional.empty()).tests()).isEqualTo("lockstep compare --uncertainty");
    assertThat(peak(Optional.of("a=1,2")).tests())
        .isEqualTo(
            "lockstep whatif WORKLOAD -d gtx280 a=1,2; all ranges at once: compare --uncertainty");
  }
}
