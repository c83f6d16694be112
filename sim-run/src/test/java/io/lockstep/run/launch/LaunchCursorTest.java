// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.file.HeldProgram;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Reads launches of a recorded program in any order. */
class LaunchCursorTest {
  private int replays;

  private LaunchCursor cursor(int launches) {
    List<ProgramItem> items = new ArrayList<>();
    for (int l = 0; l < launches; l++) {
      Geometry geometry = new Geometry(l + 1, 1, 1, 32, 1, 1);
      HostStep.Launch launch = new HostStep.Launch(l, 0, geometry, 0, List.of(0L, 0L), 1, 0);
      items.add(launch);
      for (int g = 0; g <= l; g++) {
        items.add(new WorkGroupRecord(g, List.of()));
      }
      items.add(LaunchEnd.of(launch));
    }
    Program program =
        new Program(
            "p",
            List.of(Kernels.copy(false)),
            List.of(),
            new TreeMap<>(),
            0,
            Program.Timing.KERNELS,
            ProgramStreams.NONE);
    HeldProgram held = new HeldProgram(program, items, new Outcome(null, "", List.of(), 0));
    return new LaunchCursor(
        () -> {
          replays++;
          return held.replay();
        });
  }

  private static int groups(WorkGroupSource source) {
    int groups = 0;
    while (source.next() == WorkGroupSource.Status.RECORD) {
      groups++;
    }
    return groups;
  }

  @Test
  void launchesComeInOrderAndThenNone() {
    LaunchCursor cursor = cursor(3);
    for (int l = 0; l < 3; l++) {
      assertThat(cursor.next().geometry().groups()).isEqualTo(l + 1);
    }
    assertThat(cursor.next()).isNull();
    assertThat(replays).isEqualTo(1);
  }

  @Test
  void aLaterLaunchIsReachedByReadingOnAnEarlierOneFromTheStart() {
    LaunchCursor cursor = cursor(4);
    assertThat(groups(cursor.seek(1).groups())).isEqualTo(2);
    assertThat(groups(cursor.seek(3).groups())).isEqualTo(4);
    assertThat(replays).isEqualTo(1);
    assertThat(groups(cursor.seek(0).groups())).isEqualTo(1);
    assertThat(replays).isEqualTo(2);
    assertThat(groups(cursor.seek(0).groups())).as("again").isEqualTo(1);
    assertThat(replays).isEqualTo(3);
  }

  @Test
  void aLaunchBehindTheLastIsAnError() {
    LaunchCursor cursor = cursor(2);
    assertThatThrownBy(() -> cursor.seek(2)).hasMessageContaining("ends before launch 2");
  }
}
