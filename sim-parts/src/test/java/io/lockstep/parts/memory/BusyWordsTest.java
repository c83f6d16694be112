// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusyWordsTest {
  @Test
  void countsRequestsThatWaitForMoreWordsThanTheTableHeld() {
    BusyWords words = new BusyWords();
    for (int k = 0; k < 5000; k++) {
      words.await(4L * k, 0, 1);
      words.await(4L * k, 0, k % 2);
    }
    for (int k = 0; k < 5000; k++) {
      assertThat(words.isAwaited(4L * k)).isTrue();
      words.await(4L * k, 0, -1);
      assertThat(words.isAwaited(4L * k)).isEqualTo(k % 2 == 1);
    }
  }

  @Test
  void keepsTheEndOfABusyWordWhileTheTableGrows() {
    BusyWords words = new BusyWords();
    words.book(64, 0, 1_000_000, 3);
    for (int k = 100; k < 1000; k++) {
      words.book(4L * k, 0, 500, 1);
    }
    assertThat(words.until(64)).isEqualTo(1_000_000);
    assertThat(words.book(64, 10, 2_000_000, 2)).isEqualTo(5);
  }
}
