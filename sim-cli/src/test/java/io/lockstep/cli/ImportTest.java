// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code import}: a workload's skeleton from a kernel file. */
@Tag("slow")
class ImportTest {
  /**
   * What local or three-dimensional arrays, structures or locks of these hold cannot be guessed.
   */
  private static final String[] BEYOND = {
    "barloop.ptx", "cu_structs.ptx", "fnlocal.ptx", "stencil.ptx", "waits.ptx"
  };

  @TempDir private Path folder;

  private static Path kernel(String name) {
    return Path.of(Cli.workload("matmul")).resolveSibling("../kernels/" + name).normalize();
  }

  @Test
  @DisplayName("names and types come from the source beside the PTX")
  void namesAndTypesComeFromTheSourceBesideThePTX() {
    Cli cli = Cli.run("import", kernel("matmul.ptx").toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .contains("name: matmul\n", "/matmul.ptx\n", "/matmul.cl\n", "  n: 64   # fill in")
        .contains("  A: {type: f32, count: \"n * n\", init: {uniform: {seed: 1}}}   # read by")
        .contains("  C: {type: f32, count: \"n * n\"}   # written by matmul\n")
        .contains("block: [16, 16], args: [A, B, C, {i32: n}]}");
  }

  @Test
  @DisplayName("buffers are as large as the launch where a kernel takes one element for each index")
  void buffersAreAsLargeAsTheLaunchWhereAKernelTakesOneElementForEachIndex() throws IOException {
    Cli line = Cli.run("import", kernel("vecadd.ptx").toString());
    assertThat(line.code()).as(line.all()).isZero();
    assertThat(line.out().lines().filter(l -> l.contains("{type: ")))
        .hasSize(3)
        .allMatch(l -> l.contains(", count: n"));
    Cli rows = Cli.run("import", kernel("spmv.ptx").toString());
    assertThat(rows.out()).contains("count: \"n * n\"");
  }

  @Test
  @DisplayName("the file that Triton writes beside its PTX tells the kernel and its launch")
  void theFileThatTritonWritesBesideItsPtxTellsTheKernelAndItsLaunch() throws IOException {
    Path triton = Path.of("../frontend-ptx/src/test/resources/triton");
    for (String name : List.of("add", "count", "matmul", "norm", "softmax")) {
      Path made = triton.resolve(name + "_kernel_80.json");
      Path metadata = Files.copy(made, folder.resolve(name + ".json"));
      Path ptx = made.resolveSibling(name + "_kernel_80.ptx");
      Files.copy(ptx, folder.resolve(name + ".ptx"));
      Path workload = folder.resolve(name + ".yaml");
      Cli cli = Cli.run("import", metadata.toString(), "-o", workload.toString());
      assertThat(cli.code()).as(cli.all()).isZero();
      assertThat(workload)
          .content()
          .contains("kernels: {file: %s.ptx, triton: %s.json}".formatted(name, name))
          .contains("{launch: " + name + "_kernel, grid: ")
          .doesNotContain("block:", "shared:");
      Cli run = Cli.run("record", workload.toString(), "-o", folder.resolve("t.lkt").toString());
      assertThat(run.code()).as(run.all()).isZero();
    }
    Path other = Files.writeString(folder.resolve("other.json"), "{\"name\": \"k\"}\n");
    Cli cli = Cli.run("import", other.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("other.json:1").contains("num_warps");
  }

  @Test
  @DisplayName("without a source, accesses tell buffers, local memory and their types")
  void withoutSource() throws IOException {
    Path ptx = Files.copy(kernel("cu_texconst.ptx"), folder.resolve("k.ptx"));
    Cli cli = Cli.run("import", ptx.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .contains("{texture: {buffer: param_0, width: n, height: n, channels: 1}}")
        .contains("  param_1: {type: f32, ", "read by cu_texconst", "{i32: n}")
        .contains("#   tab: {type: u8, count: 1024}");
    Path halfs = Files.copy(kernel("consts.ptx"), folder.resolve("c.ptx"));
    assertThat(Cli.run("import", halfs.toString()).out()).doesNotContain("{type: u8, count: \"n");
  }

  @Test
  @DisplayName("AMD IL's resources are bound, its group is left to the text")
  void amdiLsResourcesAreBoundItsGroupIsLeftToTheText() {
    Cli cli = Cli.run("import", kernel("scaleadd_ps.il").toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .contains("{launch: scaleadd_ps, domain: [n, n], bind: {", "o0: o0")
        .contains("i0: {texture: {buffer: i0, width: n, height: n, channels: 4}}")
        .doesNotContain("block:");
  }

  @Test
  @DisplayName("images and samplers of OpenCL C become arguments; what the kernel asks of them not")
  void imagesAndSamplersOfOpenCLCBecomeArgumentsWhatTheKernelAsksOfThemNot() {
    Cli cli = Cli.run("import", kernel("img_sample.ptx").toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .containsPattern("args: \\[\\{image: \\{buffer: \\w+, width: n, height: n, channels: 4}}, ")
        .contains("{sampler: {address: clamp_to_edge, filter: nearest}}");
  }

  @Test
  @DisplayName("every kernel of the tests becomes a workload that runs, or whose fault is named")
  void everyKernelOfTheTestsBecomesAWorkloadThatRunsOrWhoseFaultIsNamed() throws IOException {
    Map<String, String> failed = new TreeMap<>();
    try (Stream<Path> files = Files.list(kernel("."))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".ptx") && !name.endsWith(".il")) {
          continue;
        }
        String yaml = folder.resolve(name + ".yaml").toString();
        Cli made = Cli.run("import", file.toString(), "-o", yaml);
        assertThat(made.code()).as(made.all()).isZero();
        Cli ran = Cli.run("compare", yaml, "-d", "hd5870", "-f", "csv");
        if (ran.code() == ExitCode.BAD_INPUT) {
          failed.put(name, ran.err());
        } else {
          assertThat(ran.code()).as(name + ran.all()).isIn(ExitCode.DONE, ExitCode.REFUSED);
        }
      }
    }
    assertThat(failed).containsOnlyKeys(BEYOND);
    assertThat(failed.values())
        .allSatisfy(
            e ->
                assertThat(e)
                    .containsPattern("out of bounds|lies in no buffer|deadlock")
                    .hasLineCount(1));
  }

  @Test
  @DisplayName("with --streams a draft has a stream for each kernel, and no race between them")
  void withStreamsADraftHasAStreamForEachKernelAndNoRaceBetweenThem() throws IOException {
    Path yaml = folder.resolve("s.yaml");
    Cli made = Cli.run("import", kernel("srad.ptx").toString(), "--streams", "-o", yaml.toString());
    assertThat(made.code()).as(made.all()).isZero();
    assertThat(Files.readString(yaml))
        .contains("streams: [sums, coefficients, update]\n")
        .contains("{upload: {buffer: image, pinned: true}, stream: sums, event: image_there}")
        .contains("stream: coefficients, after: [image_there], event: coefficients_done}")
        .contains("stream: update, after: [coefficients_done, image_there]}")
        .contains("{download: {buffer: c, pinned: true}, stream: coefficients}");
    Cli cli = Cli.run("inspect", yaml.toString(), "--check", "races");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("check: nothing found");
    Files.writeString(
        yaml, Files.readString(yaml).replace("after: [coefficients_done, ", "after: ["));
    assertThat(Cli.run("inspect", yaml.toString(), "--check", "races").code())
        .as("the check sees a missing event")
        .isEqualTo(ExitCode.WRONG);
  }

  @Test
  @DisplayName("one kernel of several; unknown names, endings and files that are there are refused")
  void oneKernelOfSeveralUnknownNamesEndingsAndFilesThatAreThereAreRefused() throws IOException {
    String several = kernel("barloop.ptx").toString();
    assertThat(Cli.run("import", several).out()).contains("{launch: bl,", "{launch: early,");
    assertThat(Cli.run("import", several, "-k", "bl").out())
        .contains("{launch: bl,")
        .doesNotContain("{launch: early,");
    Cli unknown = Cli.run("import", several, "-k", "earlz");
    assertThat(unknown.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(unknown.err()).contains("no kernel 'earlz'; did you mean 'early'?");
    Path there = Files.writeString(folder.resolve("w.yaml"), "mine");
    Cli exists = Cli.run("import", several, "-o", there.toString());
    assertThat(exists.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(exists.err()).contains("w.yaml: already exists");
    assertThat(there).hasContent("mine");
    Cli workload = Cli.run("import", there.toString());
    assertThat(workload.err())
        .contains("is not a kernel file; expected one of .cl, .cu, .il, .ptx");
  }
}
