// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthTest {
  private volatile long result; // so that the loops are not removed

  private void work(long steps) {
    long x = 0;
    for (long k = 0; k < steps; k++) {
      x += k ^ x * 7;
    }
    result = x;
  }

  @Test
  void quadraticTimeGrowsBeyondTheLimit() {
    assertThat(Growth.ofFive(300, n -> n, n -> work((long) n * n))).isGreaterThan(Growth.LINEAR);
  }

  @Test
  void aConstantStepBetweenTheSizesIsNotGrowth() {
    assertThat(Growth.ofFive(1_000, n -> n, n -> work(n * (n > 2_000 ? 2_000L : 1_000L))))
        .isLessThan(Growth.LINEAR);
  }
}
