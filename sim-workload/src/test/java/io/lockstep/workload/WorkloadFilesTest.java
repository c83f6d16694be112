// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload we have parses strictly: OpenCL C, CUDA, AMD IL and the large ones. */
class WorkloadFilesTest {
  /** The workloads that the tests of the commands run; others, of this module, are only read. */
  static final Path FOLDER = Path.of("../sim-cli/src/test/resources/workloads");

  static List<Path> files() throws IOException {
    try (Stream<Path> run = Files.walk(FOLDER);
        Stream<Path> read = Files.walk(Path.of("src/test/resources/workloads"))) {
      return Stream.concat(run, read).filter(p -> p.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void parsesAndBinds(Path file) {
    Workload workload = Workload.read(file);
    assertThat(workload.name()).isEqualTo(file.getFileName().toString().replace(".yaml", ""));
    assertThat(workload.steps()).isNotEmpty();
    BoundWorkload bound = workload.bind();
    assertThat(bound.buffers()).hasSameSizeAs(workload.buffers());
    assertThat(bound.warmups()).isZero();
    assertThat(bound.values()).isEqualTo(workload.parameters());
  }

  @org.junit.jupiter.api.Test
  void lastCountsBindingsTexturesSymbolsAndOutputAreRead() throws IOException {
    assertThat(files()).hasSize(90);
    Workload spmv = Workload.read(FOLDER.resolve("spmv.yaml"));
    assertThat(spmv.buffers().get(1).last()).isEqualTo("row");
    assertThat(spmv.expectations().get(0).comparison().tolerance().orElseThrow().relative())
        .isEqualTo(1e-4);
    assertThat(spmv.header().source()).contains("../kernels/spmv.cl");
    Step.Launch il =
        (Step.Launch) Workload.read(FOLDER.resolve("il_scaleadd_ps.yaml")).steps().get(0);
    assertThat(il.domain()).isTrue();
    assertThat(il.isBound()).isTrue();
    assertThat(il.bindings().keySet()).containsExactly("o0", "cb0", "i0", "i1");
    Workload wrap = Workload.read(FOLDER.resolve("cu_texconst_wrap.yaml"));
    Argument.Texture texture =
        (Argument.Texture) ((Step.Launch) wrap.steps().get(0)).arguments().get(0);
    assertThat(texture.address()).isEqualTo(Argument.AddressMode.WRAP);
    assertThat(texture.filter()).isEqualTo(Argument.Filter.LINEAR);
    assertThat(texture.normalized()).isTrue();
    assertThat(wrap.memory().symbols().get(0).name()).isEqualTo("tab");
    assertThat(Workload.read(FOLDER.resolve("cu_call.yaml")).expected().output().orElseThrow())
        .hasSize(2);
  }
}
