// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.WorkGroupSource.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupPlanTest {
  @TempDir Path dir;

  @BeforeEach
  void kernels() throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add");
  }

  private WorkloadExecution start(String steps) {
    String text =
        """
        name: g
        kernels: k.toy
        parameters: {n: 4}
        buffers:
          a: {type: u32, count: 64, init: {iota: {}}}
        steps:
        """;
    return new WorkloadExecution(
        Workload.read("g.yaml", text + steps, dir).bind(),
        List.of(new ToyFrontend()),
        ExecutionOptions.defaults());
  }

  @Test
  @DisplayName("loops are walked: as many work-groups are planned as are executed")
  void loopsAreWalkedAsManyWorkGroupsArePlannedAsAreExecuted() {
    WorkloadExecution execution =
        start(
            """
              - {launch: add, grid: ["n / 2"], block: [8], args: [a, {i32: 1}]}
              - for: {var: i, from: 1, below: n}
                steps:
                  - {launch: add, grid: [i, 2], block: [4], args: [a, {i32: i}]}
            """);
    long pulled = 0;
    assertThat(execution.plannedGroups()).hasValue(2 + 2 * (1 + 2 + 3));
    ProgramReader reader = new ProgramReader(execution);
    while (reader.next() == Status.RECORD) {
      while (reader.groups().next() == Status.RECORD) {
        pulled++;
      }
    }
    assertThat(pulled).isEqualTo(14);
    assertThat(execution.outcome().verified()).isNull();
  }

  @Test
  @DisplayName("a loop on what kernels compute: nobody knows, and nothing is executed to find out")
  void aLoopOnWhatKernelsComputeNobodyKnowsAndNothingIsExecutedToFindOut() {
    WorkloadExecution execution =
        start(
            """
              - repeat_until: {buffer: a, index: 0, equals: 3, at_most: 9}
                steps:
                  - {launch: add, grid: [1], block: [4], args: [a, {i32: 1}]}
            """);
    assertThat(execution.plannedGroups()).isEmpty();
    byte[] first = new byte[4];
    execution.memory().read(0, 0, first, 0, 4);
    assertThat(first).containsOnly(0);
  }

  @Test
  @DisplayName("a size that is wrong is told when its launch is reached, not before")
  void aSizeThatIsWrongIsToldWhenItsLaunchIsReachedNotBefore() {
    assertThat(
            start("  - {launch: add, grid: [\"n - 4\"], block: [4], args: [a, {i32: 1}]}\n")
                .plannedGroups())
        .isEmpty();
  }
}
