// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Figures that an interval comes from. */
class FigureInfluencesTest {
  private static DrawnFigure figure(String name, double... quantiles) {
    return new DrawnFigure(name, List.of("d"), DoubleStream.of(quantiles).boxed().toList());
  }

  @Test
  @DisplayName("a rank correlation is that of the ranks: known for five draws, with its sign")
  void aRankCorrelationIsThatOfTheRanks() {
    // ranks 1 2 3 4 5 against 2 1 4 3 5: 1 - 6 * 4 / (5 * 24) = 0.8
    DrawnFigure up = figure("up", 0.1, 0.2, 0.3, 0.4, 0.9);
    DrawnFigure down = figure("down", 0.9, 0.7, 0.5, 0.3, 0.1);
    DrawnFigure none = figure("none", 0.1, 0.2, 0.5, 0.2, 0.1);
    double[] values = {20, 10, 4000, 30, 1e9};
    List<FigureInfluence> found =
        FigureInfluences.of(List.of(none, up, down), List.of(0, 1, 2, 3, 4), values);
    assertThat(found).extracting(FigureInfluence::name).containsExactly("down", "up", "none");
    assertThat(found.get(1).correlation()).isCloseTo(0.8, within(1e-12));
    assertThat(found.get(0).correlation()).isCloseTo(-0.8, within(1e-12));
  }

  @Test
  @DisplayName("only draws that have a value count")
  void onlySamplesThatHaveAValueCount() {
    DrawnFigure one = figure("one", 0.1, 0.9, 0.2, 0.3, 0.4);
    List<FigureInfluence> found =
        FigureInfluences.of(List.of(one), List.of(0, 2, 3, 4), new double[] {1, 2, 3, 4});
    assertThat(found.get(0).correlation()).isEqualTo(1);
  }

  @Test
  @DisplayName("what never changes, or was hardly drawn, nothing carries")
  void whatNeverChangesNothingCarries() {
    DrawnFigure one = figure("one", 0.1, 0.9, 0.2, 0.3);
    List<Integer> all = List.of(0, 1, 2, 3);
    assertThat(FigureInfluences.of(List.of(one), all, new double[] {5, 5, 5, 5})).isEmpty();
    assertThat(FigureInfluences.of(List.of(one), List.of(0, 1, 2), new double[] {1, 2, 3}))
        .isEmpty();
  }

  @Test
  @DisplayName(
      "of a hundred figures that do not matter one is beyond chance in one of twenty cases")
  void ofFiguresThatDoNotMatterFewAreBeyondChance() {
    Random random = new Random(1);
    List<Integer> all = IntStream.range(0, 64).boxed().toList();
    int cases = 100;
    int beyond = 0;
    for (int k = 0; k < cases; k++) {
      List<DrawnFigure> figures = new ArrayList<>();
      for (int f = 0; f < 100; f++) {
        figures.add(figure("f" + f, random.doubles(64).toArray()));
      }
      List<FigureInfluence> found = FigureInfluences.of(figures, all, random.doubles(64).toArray());
      assertThat(found).hasSize(FigureInfluences.MOST);
      beyond += found.get(0).beyondChance() ? 1 : 0;
    }
    assertThat(beyond).isBetween(1, 12);
    assertThat(FigureInfluences.chance(64, 1)).isCloseTo(0.246, within(0.001));
  }
}
