// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.study.StudyProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WallTimeTest {
  private final List<String> heard = new ArrayList<>();
  private final StudyProgress listener = (done, all, name) -> heard.add(done + "/" + all + name);

  @Test
  void batchesAreCountedAsOne() {
    WallTime time = new WallTime(Optional.empty(), listener);
    time.at(0, 2, "");
    time.at(1, 2, " a");
    time.at(2, 2, " b");
    time.at(0, 3, "");
    time.at(1, 3, " c");
    assertThat(heard).containsExactly("0/2", "1/2 a", "2/2 b", "2/5", "3/5 c");
    assertThat(time.done()).isEqualTo(3);
  }

  @Test
  void aLimitEndsABatchButNotItsLastSimulation() throws InterruptedException {
    WallTime late = new WallTime(Optional.of(Duration.ZERO), listener);
    Thread.sleep(1);
    late.at(0, 1, "");
    late.at(1, 1, "");
    late.at(0, 2, "");
    assertThatThrownBy(() -> late.at(1, 2, ""))
        .isInstanceOf(UnexplainedException.class)
        .hasMessage(
            "time limit: 2 of 3 simulations done; fewer --phases, or a smaller workload, take less")
        .extracting(e -> ((UnexplainedException) e).why())
        .isEqualTo(UnexplainedException.Why.TIME);
    WallTime early = new WallTime(Optional.of(Duration.ofHours(1)), listener);
    early.at(0, 2, "");
    early.at(1, 2, "");
    assertThat(early.done()).isEqualTo(1);
  }
}
