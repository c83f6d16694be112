// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AMD IL workloads on every device of the catalogue: verified, or refused with the reason. */
@Tag("slow")
class IlWorkloadsTest {
  private static final String FNV_OF_256_AND_0 = "0xe3757ca7d64666ea";

  private static int count(String what, String text) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  @ParameterizedTest
  @DisplayName("verified on all devices that can run them, the others refused by capability")
  @CsvSource({"il_copy, 39", "il_matmul, 39", "il_reduce_lds, 38", "il_scaleadd_ps, 42"})
  void verifiedOnAllDevicesThatCanRunThem(String name, int devices) {
    Cli cli = Cli.run("compare", Cli.workload(name), "-d", "all", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).isEqualTo(devices);
    assertThat(count("\"status\" : \"ok\"", cli.out())).isEqualTo(devices);
    assertThat(count("\"status\" : \"refused\"", cli.out())).isEqualTo(47 - devices);
    assertThat(count("uses texture fetches, which the device lacks", cli.out())).isEqualTo(5);
  }

  @Test
  @DisplayName(
      "R700's local memory: its own listing runs where work-groups do, Evergreen's not on HD 4870")
  void ownerWrites() {
    Cli own = Cli.run("compare", Cli.workload("il_share_r700"), "-d", "all", "-f", "json");
    assertThat(own.code()).as(own.all()).isZero();
    assertThat(count("\"verified\" : true", own.out())).as(own.out()).isEqualTo(44);
    Cli other = Cli.run("compare", Cli.workload("il_reduce_lds"), "-d", "hd4870", "-f", "json");
    assertThat(other.out())
        .contains(
            "reduce_lds.il:17:1: writes local memory in parts of 4 bytes a work-item",
            "writes only the part that it owns");
  }

  @Test
  @DisplayName("the trace of an IL kernel gives the same figures as the kernel itself")
  void theTraceOfAnIlKernelGivesTheSameFiguresAsTheKernelItself(@TempDir Path folder) {
    String file = folder.resolve("m.lkt").toString();
    assertThat(Cli.run("record", Cli.workload("il_matmul"), "-o", file).code()).isZero();
    Cli direct = Cli.run("run", Cli.workload("il_matmul"), "-d", "hd5870,gtx280", "-f", "json");
    Cli replayed = Cli.run("run", file, "-d", "hd5870,gtx280", "-f", "json");
    assertThat(replayed.out()).isEqualTo(direct.out());
  }

  @Test
  @DisplayName("a wrong text is one line with its place and exit code 3")
  void aWrongTextIsOneLineWithItsPlaceAndExitCode3(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("k.il"), "il_cs_2_0\ndcl_num_thread_per_group 64\nmovv r0, r1\nend\n");
    Files.writeString(
        folder.resolve("k.yaml"),
        "name: k\nkernels: k.il\nbuffers:\n  d: {type: f32, count: 64}\n"
            + "steps:\n  - {launch: k, grid: [1], bind: {g: d}}\n");
    Cli cli = Cli.run("run", folder.resolve("k.yaml").toString(), "-d", "hd5870");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.err()).contains("k.il:3:1: unknown operation 'movv'; did you mean 'mov'?");
  }

  @Test
  @DisplayName("a resource that the launch does not bind is named")
  void aResourceThatTheLaunchDoesNotBindIsNamed(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("k.il"),
        "il_cs_2_0\ndcl_num_thread_per_group 64\ndcl_cb cb0[1]\nmov g[0], cb0[0]\nend\n");
    Files.writeString(
        folder.resolve("k.yaml"),
        "name: k\nkernels: k.il\nbuffers:\n  d: {type: f32, count: 64}\n"
            + "steps:\n  - {launch: k, grid: [1], bind: {g: d}}\n");
    Cli cli = Cli.run("run", folder.resolve("k.yaml").toString(), "-d", "hd5870");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.err()).contains("cb0");
  }

  @Test
  @DisplayName("views are bound by name and atomics on them add up")
  void viewsAreBoundByNameAndAtomicsOnThemAddUp(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("k.il"),
        """
        il_cs_2_0
        dcl_num_thread_per_group 64
        dcl_raw_uav_id(3)
        dcl_literal l0, 0, 1, 2, 3
        uav_add_id(3) l0.x, l0.y
        end
        """);
    Files.writeString(
        folder.resolve("k.yaml"),
        """
        name: k
        kernels: k.il
        buffers:
          d: {type: u32, count: 2}
        steps:
          - {launch: k, grid: [4], bind: {uav3: d}}
        expect:
          d: {fnv1a64: "%s"}
        """
            .formatted(FNV_OF_256_AND_0));
    Cli cli =
        Cli.run(
            "run",
            folder.resolve("k.yaml").toString(),
            "-d",
            "hd5870,hd6970,mi300a,gtx280,a100",
            "-f",
            "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).isEqualTo(5);
  }
}
