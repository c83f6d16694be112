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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels of Triton 3.8 ({@code kernels.py}), launched as the files beside them say. */
class TritonKernelTest {
  private static final Path MADE = Path.of("src/test/resources/triton");

  /** The sum of each row of a softmax is 1, and equal values share it equally. */
  private static final String WORKLOAD =
      """
      name: softmax
      kernels: {file: softmax_kernel_80.ptx, triton: softmax_kernel_80.json}
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
    try (Stream<Path> files = Files.list(MADE)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
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

  /** Buffers, the launch and the result of each kernel. */
  private static final Map<String, String> RUNS =
      Map.of(
          "add_kernel",
              """
              buffers:
                x: {type: f32, count: 1000, init: {expression: "i"}}
                y: {type: f32, count: 1000, init: {expression: "2 * i"}}
                out: {type: f32, count: 1000}
              steps:
                - {launch: add_kernel, grid: [4], args: [x, y, out, {i32: 1000}]}
              expect:
                out: {expression: "3 * i"}
              """,
          "softmax_kernel", WORKLOAD.substring(WORKLOAD.indexOf("buffers:")),
          "norm_kernel", // the mean of a row is 0, its variance 1
              """
              buffers:
                x: {type: f32, count: 800, init: {expression: "i % 2 * 2 - 1"}}
                w: {type: f32, count: 200, init: {expression: "3"}}
                y: {type: f32, count: 800}
              steps:
                - {launch: norm_kernel, grid: [4], args: [y, x, w, {i32: 200}, {f32: 0.0}]}
              expect:
                y: {expression: "i % 2 * 6 - 3", relative: 1.0e-6}
              """,
          "count_kernel",
              """
              buffers:
                x: {type: i32, count: 1000, init: {expression: "i % 10"}}
                y: {type: i32, count: 10}
              steps:
                - {launch: count_kernel, grid: [4], args: [y, x, {i32: 1000}]}
              expect:
                y: {expression: "100"}
              """,
          "matmul_kernel", // the right factor is twice the identity
              """
              buffers:
                a: {type: f16, count: 4096, init: {expression: "i % 7"}}
                b: {type: f16, count: 4096, init: {expression: "select(i % 65 == 0, 2, 0)"}}
                c: {type: f32, count: 4096}
              steps:
                - {launch: matmul_kernel, grid: [2, 2], args: [a, b, c, {i32: 64}]}
              expect:
                c: {expression: "i % 7 * 2"}
              """);

  static Stream<Arguments> madeKernels() {
    return RUNS.keySet().stream()
        .sorted()
        .flatMap(name -> Stream.of(80, 90).map(target -> Arguments.of(name, target)));
  }

  @ParameterizedTest(name = "{0}, compute capability {1}")
  @MethodSource("madeKernels")
  void runsTheKernelsOfTriton(String name, int target) {
    String file = name + "_" + target;
    String head =
        "name: %s\nkernels: {file: %s.ptx, triton: %s.json}\n".formatted(name, file, file);
    try (WorkloadExecution run = start(head + RUNS.get(name))) {
      ProgramItem item = run.next();
      while (item != ProgramItem.END) {
        item = run.next();
      }
      assertThat(run.outcome().message()).isEmpty();
      assertThat(run.outcome().verified()).isTrue();
    }
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
    String json = Files.readString(folder.resolve("softmax_kernel_80.json"));
    for (String key : List.of("global_scratch_size", "num_ctas")) {
      Files.writeString(
          folder.resolve("softmax_kernel_80.json"),
          json.replaceAll("\"" + key + "\": \\d+", "\"" + key + "\": 8"));
      assertThatThrownBy(() -> start(WORKLOAD))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("softmax_kernel_80.json:")
          .hasMessageContaining(
              key.equals("num_ctas") ? "clusters of work-groups" : "scratch memory")
          .hasMessageContaining("of Triton kernels are not supported");
    }
  }
}
