// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.record.WaitRecorder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalBarriersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 8, 9, 16, 17, 33})
  void keepsTheChangesOfAnyNumberOfBarriers(int count) {
    LocalBarriers barriers = new LocalBarriers(new WaitRecorder());
    for (int b = 0; b < count; b++) {
      barriers.made(place(b));
    }
    for (int b = 0; b < count; b++) {
      for (int change = 1; change <= b; change++) {
        barriers.change(place(b), change == b);
      }
    }
    assertThat(barriers.count()).isEqualTo(count);
    for (int b = 0; b < count; b++) {
      assertThat(barriers.needed(place(b))).as("barrier %s", b).isEqualTo(b);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 9, 17})
  void aBarrierMayBeTestedBeforeAnythingElseIsKnownOfIt(int count) {
    LocalBarriers barriers = new LocalBarriers(new WaitRecorder());
    for (int b = 0; b < count; b++) {
      assertThat(barriers.needed(place(b))).isZero();
    }
  }

  private static int place(int barrier) {
    return barrier * LocalBarriers.BYTES;
  }
}
