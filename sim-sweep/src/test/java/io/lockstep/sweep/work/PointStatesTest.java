// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.store.Build;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointStatesTest {
  private static final Build WAS = new Build("0.1.0", "aa", "");
  private static final Build NOW = new Build("0.1.0", "bb", "");

  @TempDir Path root;
  private SweepFolder sweep;

  @BeforeEach
  void makeTheFolder() {
    sweep = Outcomes.folder(root, 4);
    write(
        "a",
        Outcomes.ok(0).by(WAS, 0), // of the other build
        Outcomes.ok(1).by(WAS, 0), // of both builds at once
        Outcomes.ok(2, 222).by(NOW, 1), // replaced
        Outcomes.ok(3)); // of an unknown build
    write("b", Outcomes.ok(1).by(NOW, 0), Outcomes.ok(2).by(WAS, 0));
  }

  private void write(String shard, PointOutcome... outcomes) {
    try (SegmentFile file = new SegmentFile(sweep, shard)) {
      for (PointOutcome outcome : outcomes) {
        file.add(outcome);
      }
    }
  }

  private PointStates states(ExistingRows existing) {
    PointStates states = new PointStates(sweep, SweepPart.all("test"), existing);
    states.refresh(damage -> {});
    assertThat(states.contradicted().isEmpty()).isTrue();
    return states;
  }

  private static BitSet points(int... points) {
    BitSet set = new BitSet();
    for (int point : points) {
      set.set(point);
    }
    return set;
  }

  @Test
  void pointsWithAnyRowOfAnotherBuildAreMissingUntilALaterRevisionComes() {
    PointStates states = states(ExistingRows.of(NOW));
    assertThat(states.missing()).isEqualTo(points(0, 1, 3));
    assertThat(states.replaced()).isEqualTo(3);
    assertThat(states.next(Outcomes.ok(0))).isEqualTo(Outcomes.ok(0).by(NOW, 1));
    assertThat(states.next(Outcomes.ok(2))).isEqualTo(Outcomes.ok(2).by(NOW, 1));
    write("c", states.next(Outcomes.ok(0)), states.next(Outcomes.ok(1)));
    states.refresh(damage -> {});
    assertThat(states.missing()).isEqualTo(points(3));
    assertThat(states(ExistingRows.of(WAS)).missing()).isEqualTo(points(0, 1, 2, 3));
  }

  @Test
  void allRowsCountIfOldOnesAreKept() {
    PointStates states = states(ExistingRows.of(NOW).all());
    assertThat(states.missing()).isEqualTo(points());
    assertThat(states.replaced()).isZero();
  }

  @Test
  void twoResultsOfOneBuildThatDifferContradictEachOther() {
    write("c", Outcomes.ok(2, 333).by(NOW, 1));
    PointStates states = new PointStates(sweep, SweepPart.all("test"), ExistingRows.of(NOW));
    states.refresh(damage -> {});
    assertThat(states.contradicted()).isEqualTo(points(2));
  }
}
