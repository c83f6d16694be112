// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlopeTest {
  private static RowResult row(String series, double size, double published, double simulated) {
    return new RowResult(
        new RowResult.Key(series + size, "mi300a", "all"),
        new RowResult.Publication(published, "ms", 0.1, 1, "", ""),
        simulated > 0 ? RowStatus.OK : RowStatus.FAILED,
        new RowResult.Values(
            simulated > 0 ? OptionalDouble.of(simulated) : OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty()),
        new RowResult.Setting(
            new TreeMap<>(), Map.of(), Optional.of(new SizePoint(series, "n", size))),
        "");
  }

  @Test
  void aSlopeIsThatBetweenTheTwoLargestSizesWithAValue() {
    List<Slope> slopes =
        Slope.of(
            List.of(
                row("fir", 4096, 40, 0), // took longer than the limit
                row("fir", 64, 5, 50),
                row("fir", 2048, 20, 14),
                row("fir", 1024, 10, 7)));
    assertThat(slopes).hasSize(1);
    Slope slope = slopes.get(0);
    assertThat(slope.from()).isEqualTo(1024);
    assertThat(slope.to()).isEqualTo(2048);
    assertThat(slope.time()).isCloseTo(0.7, within(1e-12));
    assertThat(slope.logarithm()).isCloseTo(1, within(1e-12));
    assertThat(slope.isNear()).isFalse();
  }

  @Test
  void aSlopeIsNearFromFourFifthsToFiveFourths() {
    for (double factor : new double[] {0.8001, 1.2499}) {
      assertThat(Slope.of(List.of(row("a", 1, 1, factor), row("a", 2, 2, 2 * factor))))
          .singleElement()
          .matches(Slope::isNear);
    }
    for (double factor : new double[] {0.7999, 1.2501}) {
      assertThat(Slope.of(List.of(row("a", 1, 1, factor), row("a", 2, 2, 2 * factor))))
          .singleElement()
          .matches(slope -> !slope.isNear());
    }
  }

  @Test
  void sizesBetweenWhichThePublishedTimeHardlyGrowsHaveNoSlope() {
    assertThat(Slope.of(List.of(row("a", 1, 4.0, 4), row("a", 2, 4.3, 9)))).isEmpty();
    assertThat(Slope.of(List.of(row("a", 1, 4.0, 4)))).isEmpty();
  }

  @Test
  void theSizeIsTheParameterWithMostValuesAndTheOthersTellSeriesApart(@TempDir Path folder)
      throws Exception {
    Files.writeString(
        folder.resolve("t.csv"),
        """
        id,param,expected
        a,n=8;mask=3;channels=3,1
        b,n=16;mask=3;channels=3,1
        c,n=32;mask=5;channels=3,1
        """);
    Path suite =
        Files.writeString(
            folder.resolve("suite.yaml"),
            "defaults: {device: mi300a, workload: conv.yaml}\nrows: t.csv\n");
    List<SuiteRow> rows = Suite.read(suite).rows();
    SizeSeries series = new SizeSeries(rows);
    assertThat(rows.stream().map(series::of))
        .containsExactly(
            Optional.of(new SizePoint("conv mask=3", "n", 8)),
            Optional.of(new SizePoint("conv mask=3", "n", 16)),
            Optional.of(new SizePoint("conv mask=5", "n", 32)));
  }
}
