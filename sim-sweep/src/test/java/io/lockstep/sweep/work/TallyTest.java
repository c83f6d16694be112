// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Verdict;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final SweepPart SOME =
      SweepPart.of("some", List.of(new Range(2, 5), new Range(8, 8)));

  private final Tally tally = new Tally(10, SOME);

  private void expect(long verified, long aside, long missing) {
    Count count = tally.count();
    assertThat(count.of(Verdict.VERIFIED)).isEqualTo(verified);
    assertThat(count.aside()).isEqualTo(aside);
    assertThat(count.missing()).isEqualTo(missing);
    assertThat(tally.missing().cardinality()).isEqualTo((int) missing);
  }

  @Test
  @DisplayName("only points of the part are missing at first")
  void onlyPointsOfThePartAreMissing() {
    expect(0, 0, 5);
    assertThat(tally.missing().stream()).containsExactly(2, 3, 4, 5, 8);
    assertThat(tally.isMissing(8)).isTrue();
    assertThat(tally.isMissing(7)).isFalse();
  }

  @Test
  @DisplayName("a repeatable outcome is kept whatever comes later")
  void aRepeatableOutcomeIsKept() {
    tally.row(3, Verdict.VERIFIED, true);
    tally.row(3, Verdict.FAILED, false);
    tally.row(3, Verdict.WRONG, true);
    expect(1, 0, 4);
    assertThat(tally.count().of(Verdict.WRONG)).isZero();
  }

  @Test
  @DisplayName("a failure of this machine is set aside until an outcome or a retry")
  void aFailureOfTheMachineIsSetAside() {
    tally.row(2, Verdict.FAILED, false);
    tally.row(4, Verdict.FAILED, false);
    expect(0, 2, 3);
    assertThat(tally.count().of(Verdict.FAILED)).isZero();
    tally.row(2, Verdict.VERIFIED, true);
    expect(1, 1, 3);
    tally.retry();
    expect(1, 0, 4);
    assertThat(tally.isMissing(4)).isTrue();
    assertThat(tally.isMissing(2)).isFalse();
  }

  @Test
  @DisplayName("points of other parts are never counted")
  void pointsOfOtherPartsAreNotCounted() {
    tally.miss(7);
    tally.row(7, Verdict.VERIFIED, true);
    expect(0, 0, 5);
    tally.row(8, Verdict.VERIFIED, true);
    tally.miss(8);
    expect(0, 0, 5);
  }
}
