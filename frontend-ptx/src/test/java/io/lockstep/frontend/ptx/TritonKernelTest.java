// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel of Triton, launched as the file beside it says. */
class TritonKernelTest {
  private static final Path MADE = Path.of("src/test/resources/triton");

  /** The sum of each row of a softmax is 1, and equal values share it equally. */
  private static final String WORKLOAD =
      """
      name: softmax
      kernels: {file: softmax_kernel.ptx, triton: softmax_kernel.json}
      buffers:
        x: {type: f32, count: 800, init: {expression: "i / 200"}}
        y: {type: f32, count: 800}
      steps:
        - {launch: softmax_kernel, grid: [4], args: [y, x, {i32: 200}]}
      expect:
        y: {expression: "0.005", relative: 1.0e-6}
      """;

  @TempDir Path folder;

  @BeforeEach
  void copyTheFilesOfTheKernel() throws IOException {
    for (String name : List.of("softmax_kernel.ptx", "softmax_kernel.json")) {
      Files.copy(MADE.resolve(name), folder.resolve(name));
    }
  }

  private WorkloadExecution start(String workload) {
    Workload read = Workload.read("softmax.yaml", workload, folder);
    return new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()));
  }

  @Test
  @DisplayName("the block, dynamic local memory and scratch arguments come from Triton's file")
  void takesTheLaunchFromTheFileOfTriton() {
    List<Geometry> launched = new ArrayList<>();
    try (WorkloadExecution run = start(WORKLOAD)) {
      for (ProgramItem item = run.next(); item != ProgramItem.END; item = run.next()) {
        if (item instanceof HostStep.Launch launch) {
          launched.add(launch.geometry());
        }
      }
      assertThat(run.outcome().message()).isEmpty();
      assertThat(run.outcome().verified()).isTrue();
    }
    assertThat(launched).extracting(Geometry::groupSize).containsExactly(128);
  }

  @Test
  @DisplayName("a launch may state its own block, which the kernel's required size refuses")
  void refusesABlockOfAnotherSize() {
    assertThatThrownBy(() -> start(WORKLOAD.replace("args:", "block: [64], args:")).next())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("128");
  }

  @Test
  @DisplayName("clusters and scratch memory are refused by name, with the file's position")
  void refusesClustersAndScratchMemoryByName() throws IOException {
    String json = Files.readString(folder.resolve("softmax_kernel.json"));
    for (String key : List.of("global_scratch_size", "num_ctas")) {
      Files.writeString(
          folder.resolve("softmax_kernel.json"),
          json.replaceAll("\"" + key + "\": \\d+", "\"" + key + "\": 8"));
      assertThatThrownBy(() -> start(WORKLOAD))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("softmax_kernel.json:")
          .hasMessageContaining(
              key.equals("num_ctas") ? "clusters of work-groups" : "scratch memory")
          .hasMessageContaining("of Triton kernels are not supported");
    }
  }
}
