// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where nine of ten draws lie. */
class IntervalTest {
  @Test
  @DisplayName("of 0 to 100 the interval is 5 to 95 around 50, in any order")
  void ofZeroToAHundredTheIntervalIsFiveToNinetyFive() {
    double[] down = IntStream.rangeClosed(0, 100).mapToDouble(i -> 100 - i).toArray();
    assertThat(Interval.of(down)).isEqualTo(new Interval(5, 50, 95));
  }

  @Test
  @DisplayName("between two values it is interpolated")
  void betweenTwoValuesItIsInterpolated() {
    Interval two = Interval.of(10, 20);
    assertThat(two).isEqualTo(new Interval(10.5, 15, 19.5));
    assertThat(two.spread()).isEqualTo(19.5 / 10.5);
  }

  @Test
  @DisplayName("one value is a point, and none is a defect")
  void oneValueIsAPointAndNoneIsADefect() {
    assertThat(Interval.of(7)).isEqualTo(new Interval(7, 7, 7));
    assertThat(Interval.of(0, 0).spread()).isEqualTo(1);
    assertThatThrownBy(Interval::of).isInstanceOf(IllegalArgumentException.class);
  }
}
