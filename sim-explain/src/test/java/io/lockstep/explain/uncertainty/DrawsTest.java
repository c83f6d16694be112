// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.SmallRuns;
import io.lockstep.explain.figures.LegalValues;
import io.lockstep.run.LaunchPhase;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Devices that are drawn together. */
class DrawsTest {
  private static final DeviceSpec ONE = SmallRuns.side("gtx280").spec();
  private static final DeviceSpec OTHER = SmallRuns.side("gtx285").spec();
  private static final int COUNT = 8;

  private final Draws draws = new Draws(List.of(ONE, OTHER), COUNT, 3);

  @Test
  void theLaunchPhaseComesFirstAndItsQuantileIsThatOfTheDelay() {
    DrawnFigure phase = draws.coordinates().get(0);
    assertThat(phase.name()).isEqualTo(DrawnFigure.PHASE);
    assertThat(phase.devices()).containsExactly(ONE.id(), OTHER.id());
    List<Integer> byDelay =
        IntStream.rangeClosed(1, COUNT)
            .boxed()
            .sorted(Comparator.comparing(LaunchPhase::picos))
            .toList();
    for (int d = 0; d < COUNT; d++) {
      double quantile = phase.quantiles().get(d);
      assertThat(quantile).isBetween(0.0, 1.0);
      assertThat(byDelay.indexOf(draws.phase(d))).isEqualTo((int) Math.floor(quantile * COUNT));
    }
  }

  @Test
  void aSobolSequenceTakesEachPhaseOnce() {
    assertThat(IntStream.range(0, COUNT).map(draws::phase).sorted().toArray())
        .containsExactly(IntStream.rangeClosed(1, COUNT).toArray());
  }

  @Test
  void figuresOfOneNameAreOneCoordinateOfAllTheirDevices() {
    List<String> one = new LegalValues(ONE).drawn();
    List<String> other = new LegalValues(OTHER).drawn();
    assertThat(draws.figures(0)).isEqualTo(one.size()).isPositive();
    assertThat(draws.figures(1)).isEqualTo(other.size());
    assertThat(draws.coordinates().stream().skip(1).map(DrawnFigure::name))
        .doesNotHaveDuplicates()
        .isSorted();
    for (DrawnFigure figure : draws.coordinates().subList(1, draws.coordinates().size())) {
      boolean both = one.contains(figure.name()) && other.contains(figure.name());
      assertThat(figure.isShared()).as(figure.name()).isEqualTo(both);
    }
  }

  @Test
  void aDrawnDeviceIsTheSameAgainAndOfAnotherSeedAnotherOne() {
    DeviceSpec drawn = draws.drawn(SmallRuns.INSTALLED.catalogue(), 0, 2).spec();
    assertThat(
            new Draws(List.of(ONE, OTHER), COUNT, 3).drawn(SmallRuns.INSTALLED.catalogue(), 0, 2))
        .extracting(v -> v.spec().hash())
        .isEqualTo(drawn.hash());
    assertThat(drawn.hash())
        .isNotEqualTo(ONE.hash())
        .isNotEqualTo(draws.drawn(SmallRuns.INSTALLED.catalogue(), 0, 3).spec().hash());
    Draws others = new Draws(List.of(ONE, OTHER), COUNT, 4);
    assertThat(others.coordinates()).isNotEqualTo(draws.coordinates());
  }
}
