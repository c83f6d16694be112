// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Amounts that are spread over intervals lose nothing. */
class IntervalSumTest {
  @Test
  void whatIsSpreadAddsUpAndLiesWhereItsTimeIs() {
    Random random = new Random(9);
    for (int round = 0; round < 200; round++) {
      long interval = 1 + random.nextInt(30);
      IntervalSum sum = new IntervalSum(interval);
      double[] exact = new double[400];
      for (int k = 0; k < 5; k++) {
        int start = random.nextInt(100);
        int length = 1 + random.nextInt(200);
        long amount = random.nextInt(1_000_000);
        sum.add(start, start + length, amount);
        for (int t = start; t < start + length; t++) {
          exact[(int) (t / interval)] += (double) amount / length;
        }
      }
      long value = 0;
      long given = 0;
      for (int n = 0; n < exact.length; n++) {
        value = sum.next() == n ? sum.take(n) : value;
        assertThat((double) value).isBetween(exact[n] - 11, exact[n] + 5 * 400);
        given += value;
      }
      assertThat(given).isEqualTo(Math.round(DoubleStream.of(exact).sum()));
      assertThat(sum.next()).isEqualTo(IntervalSum.NEVER);
    }
  }

  @Test
  void anIntervalHasWhatItsPartOfTheTimeCarries() {
    IntervalSum sum = new IntervalSum(10);
    sum.add(5, 45, 400);
    assertThat(sum.next()).isZero();
    assertThat(sum.take(0)).isEqualTo(50);
    assertThat(sum.take(1)).isEqualTo(100);
    assertThat(sum.next()).as("the same until then").isEqualTo(4);
    assertThat(sum.take(4)).isEqualTo(50);
    assertThat(sum.take(5)).isZero();
    assertThat(sum.next()).isEqualTo(IntervalSum.NEVER);
  }

  @Test
  void neitherTheLargestAmountNorTheLongestTimeIsTooMuch() {
    IntervalSum sum = new IntervalSum(1000);
    sum.add(0, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(sum.take(0)).isEqualTo(1000);
    assertThat(sum.take(1)).isEqualTo(1000);
    assertThat(sum.next()).isEqualTo(Long.MAX_VALUE / 1000);
  }
}
