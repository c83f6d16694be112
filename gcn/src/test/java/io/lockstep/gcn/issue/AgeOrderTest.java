// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Wavefronts by age. */
class AgeOrderTest {
  private final AgeOrder ages = new AgeOrder(4, 3);

  private static int[] of(AgeOrder ages, int s) {
    return IntStream.range(0, ages.count(s)).map(k -> ages.order[ages.first(s) + k]).toArray();
  }

  @Test
  @DisplayName("slots of a SIMD lie together")
  void slotsOfASimdLieTogether() {
    assertThat(ages.first(2)).isEqualTo(6);
    assertThat(IntStream.range(0, 12).map(ages::simdOf))
        .containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
  }

  @Test
  @DisplayName("who came first stands first, whatever its slot, also after others have left")
  void oldestFirst() {
    ages.add(1, 4);
    ages.add(1, 3);
    ages.add(1, 5);
    ages.add(2, 6);
    assertThat(of(ages, 1)).containsExactly(4, 3, 5);
    ages.remove(1, 3);
    assertThat(of(ages, 1)).containsExactly(4, 5);
    ages.add(1, 3);
    assertThat(of(ages, 1)).containsExactly(4, 5, 3);
    ages.remove(1, 4);
    ages.remove(1, 3);
    assertThat(of(ages, 1)).containsExactly(5);
    assertThat(of(ages, 2)).containsExactly(6);
    assertThat(of(ages, 0)).isEmpty();
  }

  @Test
  @DisplayName("the least occupied SIMD, of several the next in turn; none where all are full")
  void leastOccupied() {
    assertThat(ages.leastOccupied(2)).isEqualTo(2);
    ages.add(2, 6);
    ages.add(3, 9);
    assertThat(ages.leastOccupied(2)).isEqualTo(0);
    ages.add(0, 0);
    ages.add(0, 1);
    assertThat(ages.leastOccupied(0)).isEqualTo(1);
    ages.add(1, 3);
    assertThat(ages.leastOccupied(0)).isEqualTo(1);
    assertThat(ages.leastOccupied(3)).isEqualTo(3);
    for (int s = 0; s < 4; s++) {
      while (ages.count(s) < 3) {
        ages.add(s, ages.first(s) + ages.count(s));
      }
    }
    assertThat(ages.leastOccupied(1)).isEqualTo(-1);
  }
}
