// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the setup of a worker process")
class WorkerSetupTest {
  @Test
  @DisplayName("comes back from its one line as it was")
  void comesBackFromItsOneLineAsItWas() throws Exception {
    RunOptions run =
        RunOptions.defaults()
            .with()
            .perUnit(true)
            .perLaunch(true)
            .byCause(true)
            .recordingBytes(1 << 20)
            .memoryBytes(2 << 20)
            .instructionBudget(12345)
            .phase(2)
            .phases(3)
            .limits(new WallLimits(Optional.of(Duration.ofMillis(1500)), Duration.ofSeconds(7)))
            .progressTimeout(OptionalLong.of(99))
            .shuffleTies(OptionalLong.of(5))
            .build();
    WorkerSetup setup =
        new WorkerSetup(
            run, List.of("l1.*", "a \"b\"\n"), Optional.of(Path.of("/a folder/ü")), true);
    assertThat(setup.line()).doesNotContain("\n");
    WorkerSetup again = WorkerSetup.read(setup.line());
    assertThat(again.line()).isEqualTo(setup.line());
    assertThat(again.run().perUnit()).isTrue();
    assertThat(again.run().perLaunch()).isTrue();
    assertThat(again.run().byCause()).isTrue();
    assertThat(again.run().recordingBytes()).isEqualTo(1 << 20);
    assertThat(again.run().memoryBytes()).isEqualTo(2 << 20);
    assertThat(again.run().instructionBudget()).isEqualTo(12345);
    assertThat(again.run().phase()).isEqualTo(2);
    assertThat(again.run().phases()).isEqualTo(3);
    assertThat(again.run().limits()).isEqualTo(run.limits());
    assertThat(again.run().progressTimeout()).hasValue(99);
    assertThat(again.run().shuffleTies()).hasValue(5);
    assertThat(again.kept()).isEqualTo(setup.kept());
    assertThat(again.traces()).isEqualTo(setup.traces());
    assertThat(again.keyed()).isTrue();
  }

  @Test
  @DisplayName("has no limit, store or keys unless they are given")
  void hasNoLimitStoreOrKeysUnlessTheyAreGiven() throws Exception {
    WorkerSetup setup = new WorkerSetup(RunOptions.defaults(), List.of(), Optional.empty(), false);
    WorkerSetup again = WorkerSetup.read(setup.line());
    assertThat(again.run().limits()).isEqualTo(WallLimits.defaults());
    assertThat(again.run().progressTimeout()).isEmpty();
    assertThat(again.traces()).isEmpty();
    assertThat(again.keyed()).isFalse();
  }
}
