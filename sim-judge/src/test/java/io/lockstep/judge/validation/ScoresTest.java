// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static RowResult row(
      String group, double published, OptionalDouble simulated, double weight, double model) {
    return new RowResult(
        new RowResult.Key("id", "device", group),
        new RowResult.Publication(published, "us", 0.1, weight, "", ""),
        simulated.isPresent() ? RowStatus.OK : RowStatus.FAILED,
        new RowResult.Values(simulated, OptionalDouble.of(model), OptionalDouble.empty()),
        new RowResult.Setting(new TreeMap<>(), Map.of(), Optional.empty()),
        "");
  }

  private static RowResult row(String group, double published, double simulated, double model) {
    return row(group, published, OptionalDouble.of(simulated), 1, model);
  }

  @Test
  @DisplayName("too large and too small cancel in the bias and add up in the error, group by group")
  void tooLargeAndTooSmallCancelInTheBiasAndAddUpInTheErrorGroupByGroup() {
    Scores scores =
        Scores.of(
            List.of(
                row("a", 10, 20, 10), row("a", 10, 5, 10), row("b", 8, 8, 8), row("b", 2, 2, 4)));
    assertThat(scores.parts().groups().get(0).errors().error().getAsDouble())
        .isCloseTo(2, within(1e-12));
    assertThat(scores.parts().groups().get(0).errors().bias().getAsDouble())
        .isCloseTo(1, within(1e-12));
    assertThat(scores.errors().error().getAsDouble()).isCloseTo(1.5, within(1e-12));
    assertThat(scores.errors().wmape().getAsDouble()).isCloseTo(15.0 / 30, within(1e-12));
    assertThat(scores.within().tolerance()).hasValue(0.5);
    assertThat(scores.within().factor15()).hasValue(0.5);
    Scores.NullModel model = scores.parts().nullModels().get(0);
    assertThat(model.error().getAsDouble()).isCloseTo((1 + Math.sqrt(2)) / 2, within(1e-12));
    assertThat(model.nearer()).hasValue(0.5);
  }

  @Test
  @DisplayName("a row of weight 0 is in no score, and its group needs another row")
  void aRowOfWeight0IsInNoScoreAndItsGroupNeedsAnotherRow() {
    Scores scores =
        Scores.of(
            List.of(
                row("a", 10, OptionalDouble.of(20), 1, 1),
                row("a", 10, OptionalDouble.of(10), 0, 1),
                row("b", 10, OptionalDouble.of(10), 0, 1)));
    assertThat(scores.rows()).isEqualTo(1);
    assertThat(scores.errors().median().getAsDouble()).isCloseTo(2, within(1e-12));
    assertThat(scores.parts().groups()).extracting(Scores.Group::name).containsExactly("a");
  }

  @Test
  @DisplayName("rows without a value count as rows, not in shares; weights count in means")
  void rowsWithoutAValueCountAsRowsNotInSharesWeightsCountInMeans() {
    Scores scores =
        Scores.of(
            List.of(
                row("a", 10, OptionalDouble.empty(), 1, 1),
                row("a", 10, OptionalDouble.of(10), 3, 1),
                row("a", 10, OptionalDouble.of(40), 1, 1)));
    assertThat(scores.rows()).isEqualTo(3);
    assertThat(scores.simulated()).isEqualTo(2);
    assertThat(scores.within().tolerance()).hasValue(0.75);
    assertThat(scores.errors().error().getAsDouble()).isCloseTo(Math.sqrt(2), within(1e-12));
  }

  @Test
  @DisplayName(
      "the median is the middle factor, whichever of the two values is larger, without weights")
  void theMedianIsTheMiddleFactorWhicheverOfTheTwoValuesIsLargerWithoutWeights() {
    RowResult half = row("a", 10, OptionalDouble.of(5), 7, 1);
    RowResult four = row("b", 10, 40, 1);
    RowResult eight = row("b", 10, 80, 1);
    Scores three = Scores.of(List.of(half, four, eight));
    assertThat(three.errors().median().getAsDouble()).isCloseTo(4, within(1e-12));
    assertThat(three.parts().groups().get(1).errors().median().getAsDouble())
        .isCloseTo(Math.sqrt(4 * 8), within(1e-12));
    Scores none = Scores.of(List.of(row("a", 0, 0, 1)));
    assertThat(none.errors().median()).isEmpty();
  }

  @Test
  @DisplayName("a published 0 is hit by 0 alone, and has no error otherwise")
  void aPublished0IsHitBy0AloneAndHasNoErrorOtherwise() {
    assertThat(row("a", 0, 0, 1).isWithin()).isTrue();
    assertThat(row("a", 0, 1, 1).isWithin()).isFalse();
    assertThat(row("a", 0, 1, 1).error()).isEmpty();
    assertThat(Scores.of(List.of(row("a", 0, 0, 1))).errors().error()).isEmpty();
  }

  @Test
  @DisplayName("sums and correlations exist within one unit only, in a group and over all rows")
  void sumsAndCorrelationsExistWithinOneUnitOnly() {
    List<RowResult> times =
        List.of(row("a", 10, 20, 10), row("a", 20, 15, 10), row("a", 30, 31, 10));
    List<RowResult> rates = new ArrayList<>();
    times.forEach(t -> rates.add(inUnit(t, "GB/s")));
    List<RowResult> mixed = new ArrayList<>(times);
    mixed.addAll(rates);
    Scores one = Scores.of(times);
    assertThat(one.errors().wmape()).isPresent();
    assertThat(one.correlation().pearson()).isPresent();
    Scores two = Scores.of(mixed);
    assertThat(two.errors().wmape()).isEmpty();
    assertThat(two.correlation().pearson()).isEmpty();
    assertThat(two.correlation().spearman()).isEmpty();
    assertThat(two.parts().groups().get(0).errors().wmape()).isEmpty();
    assertThat(two.parts().nullModels().get(0).correlation().pearson()).isEmpty();
    assertThat(two.errors().error()).as("a factor has no unit").isEqualTo(one.errors().error());
  }

  private static RowResult inUnit(RowResult r, String unit) {
    return new RowResult(
        r.key(),
        new RowResult.Publication(
            r.expected(), unit, r.tolerance(), r.weight(), r.relativeTo(), r.source()),
        r.status(),
        r.values(),
        r.setting(),
        r.note());
  }
}
