// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Versions;
import io.lockstep.trace.record.Geometry;
import org.junit.jupiter.api.Test;

class SegmentRecorderTest {
  private static final int CLASS_BYTES = 12;

  @Test
  void segmentsHoldTheWordsOfTheirPathsAlsoWhileTheseAreNotAppended() {
    SegmentRecorder recorder =
        new SegmentRecorder(0, new Geometry(1, 1, 1, 8, 1, 1), new Versions(), null);
    recorder.reset();
    ActiveLanes lanes = new ActiveLanes(8);
    lanes.setAll(8, 1);
    Trail trail = new Trail(lanes);
    recorder.paths().open(trail, 0);
    assertHolds(recorder, CLASS_BYTES);
    for (int n = 1; n <= 130; n++) {
      recorder.paths().block(trail);
      recorder.paths().outcome(trail, n & 1, 1);
      assertHolds(recorder, CLASS_BYTES + Long.BYTES * ((n + 63) / 64));
    }
  }

  private static void assertHolds(SegmentRecorder recorder, long bytes) {
    assertThat(recorder.holds(bytes)).isTrue();
    assertThat(recorder.holds(bytes + 1)).isFalse();
  }
}
