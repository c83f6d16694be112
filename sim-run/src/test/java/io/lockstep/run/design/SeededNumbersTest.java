// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SeededNumbersTest {
  @Test
  @DisplayName("bits are those of the JDK's SplitMix64, whatever the seed")
  void bitsAreThoseOfSplitMix64() {
    for (long seed : new long[] {0, 1, -7, 1234567}) {
      SeededNumbers numbers = new SeededNumbers(seed);
      SplittableRandom reference = new SplittableRandom(seed);
      long[] expected = reference.longs(100).toArray();
      assertThat(LongStream.generate(numbers::bits).limit(100).toArray()).isEqualTo(expected);
    }
  }

  @Test
  @DisplayName("shares lie from 0 to below 1, as many in each tenth")
  void sharesAreUniform() {
    SeededNumbers numbers = new SeededNumbers(5);
    int[] tenths = new int[10];
    for (int i = 0; i < 100_000; i++) {
      tenths[(int) (10 * numbers.share())]++;
    }
    assertThat(Arrays.stream(tenths)).allMatch(n -> n > 9_600 && n < 10_400);
  }

  @Test
  @DisplayName("an order is a permutation, and each number comes to each place equally often")
  void anOrderIsAPermutation() {
    SeededNumbers numbers = new SeededNumbers(11);
    int[][] counts = new int[6][6];
    boolean isPermutation = true;
    for (int i = 0; i < 12_000; i++) {
      int[] order = numbers.order(6);
      isPermutation &= Arrays.stream(order).distinct().count() == 6;
      IntStream.range(0, 6).forEach(place -> counts[place][order[place]]++);
    }
    assertThat(isPermutation).isTrue();
    assertThat(Arrays.stream(counts).flatMapToInt(Arrays::stream))
        .allMatch(n -> n > 1_800 && n < 2_200);
    assertThat(numbers.order(0)).isEmpty();
  }
}
