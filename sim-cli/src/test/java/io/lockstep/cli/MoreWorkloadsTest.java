// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels of all kinds, compiled from OpenCL C by clang-19 for nvptx64 (those that end in _32 for
 * nvptx, _fast with -cl-fast-relaxed-math) and verified against outputs of pocl, a real OpenCL
 * runtime: graph search, hashes, sorts, conversions, narrow and wide integers, halves, private
 * arrays behind generic pointers, functions that are not inlined, constant tables, atomics,
 * structures by value (cu_structs: nvcc 13, against exact arithmetic).
 */
@Tag("slow")
class MoreWorkloadsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @DisplayName("verified when recorded")
  @ValueSource(
      strings = {
        "atomics",
        "barloop",
        "bfs",
        "consts",
        "cu_structs",
        "conv",
        "fft",
        "fixed",
        "fnlocal",
        "halfs",
        "knn",
        "md5",
        "narrow",
        "nested",
        "noinl",
        "privptr",
        "privptr_32",
        "radix",
        "radix_32",
        "relational",
        "rngwalk",
        "sha256",
        "softmax",
        "softmax_fast",
        "structarr",
        "structs",
        "switches",
        "vecint"
      })
  void verifiedWhenRecorded(String name) {
    Cli cli = Cli.run("record", Cli.workload(name), "-o", folder.resolve(name + ".lkt").toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("verified: yes");
  }

  @ParameterizedTest
  @DisplayName("run on a device of each module")
  @ValueSource(
      strings = {
        "atomics",
        "barloop",
        "bfs",
        "consts",
        "cu_structs",
        "fixed",
        "fnlocal",
        "knn",
        "md5",
        "narrow",
        "noinl",
        "privptr",
        "radix",
        "radix_32",
        "rngwalk",
        "softmax_fast",
        "structarr",
        "structs",
        "vecint"
      })
  void onDevices(String name) {
    Cli cli =
        Cli.run("run", Cli.workload(name), "-d", "hd5870,hd6970,mi300a,gtx280,a100", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().split("\"status\" : \"ok\"", -1)).hasSize(6);
    assertThat(cli.out().split("\"verified\" : true", -1)).hasSize(6);
  }
}
