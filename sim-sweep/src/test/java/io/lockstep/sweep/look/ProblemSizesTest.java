// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.plan.Sweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProblemSizesTest {
  /** Only n changes the number of elements of a buffer. */
  private static final String WORKLOAD =
      """
      name: sizes
      kernels: %s
      parameters: {n: 256, m: 256, seed: 1}
      buffers:
        a: {type: f32, count: n, init: {uniform: {seed: seed}}}
        b: {type: f32, count: "m * 0 + 256", init: {fill: 0}}
        c: {type: f32, count: n}
      steps:
        - {launch: vecadd, grid: [1], block: [256], args: [a, a, c, {i32: n}]}
      """;

  @TempDir private Path folder;

  private List<String> groups(List<String> named, String... lines) throws IOException {
    Path file = folder.resolve("sizes.yaml");
    Files.writeString(file, WORKLOAD.formatted(Sweeps.EXAMPLES.resolve("kernels/vecadd.ptx")));
    String[] all = new String[lines.length + 2];
    all[0] = "workloads: " + file;
    all[1] = "devices: hd5870";
    System.arraycopy(lines, 0, all, 2, lines.length);
    return ProblemSizes.groups(SweepPlan.of(Sweeps.file(all), Sweeps.CATALOGUE), named);
  }

  @Test
  @DisplayName("a parameter with two values that change a buffer's count sets the problem size")
  void aParameterOfACountSetsTheSize() throws IOException {
    assertThat(groups(List.of(), "parameters: {n: [64, 128]}")).containsExactly("workload", "n");
    assertThat(groups(List.of(), "parameters: {n?: [64, 128, 256], seed: [1, 2]}"))
        .containsExactly("workload", "n");
  }

  @Test
  @DisplayName("a parameter that changes no count sets none, nor does one with a single value")
  void otherParametersSetNoSize() throws IOException {
    assertThat(groups(List.of(), "parameters: {m: [64, 128], seed: [1, 2, 3]}"))
        .containsExactly("workload");
    assertThat(groups(List.of(), "parameters: {n: [64]}")).containsExactly("workload");
    assertThat(groups(List.of(), "set: {l1.size: [8KiB, 16KiB]}")).containsExactly("workload");
  }

  @Test
  @DisplayName("a size that an objective reads, by itself or through a name of let, groups nothing")
  void aSizeThatAnObjectiveReadsGroupsNothing() throws IOException {
    String two = "parameters: {n: [64, 128]}";
    assertThat(groups(List.of("n", "seconds"), two)).containsExactly("workload");
    assertThat(groups(List.of("rate"), two, "let: {rate: elements / 2, elements: n * 4}"))
        .containsExactly("workload");
    assertThat(groups(List.of("other"), two, "let: {rate: n / 2, other: 1}"))
        .containsExactly("workload", "n");
  }

  @Test
  @DisplayName("a workload that is no longer there sets no size")
  void aWorkloadThatIsGoneSetsNoSize() throws IOException {
    Path file = folder.resolve("gone.yaml");
    Files.writeString(file, WORKLOAD.formatted(Sweeps.EXAMPLES.resolve("kernels/vecadd.ptx")));
    SweepPlan plan =
        SweepPlan.of(
            Sweeps.file("workloads: " + file, "devices: hd5870", "parameters: {n: [64, 128]}"),
            Sweeps.CATALOGUE);
    Files.delete(file);
    assertThat(ProblemSizes.groups(plan, List.of())).containsExactly("workload");
  }
}
