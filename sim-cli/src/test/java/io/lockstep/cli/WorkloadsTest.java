// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every functional workload, verified against outputs of a real OpenCL runtime, on one device of
 * each module.
 */
@Tag("slow")
class WorkloadsTest {
  private static final String DEVICES = "hd5870,hd6970,mi300a,gtx280";

  @ParameterizedTest
  @DisplayName("verified on a device of each module, with accounts that add up")
  @ValueSource(
      strings = {
        "aeslut", "bitonic", "blackscholes", "chase", "conv2d", "diverge", "floyd", "histogram",
        "ldsstride", "mandelbrot", "matmul", "montecarlo", "nbody", "reduce", "saxpy4", "scan",
        "spmv", "stencil", "transpose", "vecadd"
      })
  void workloadsAreVerified(String name) {
    Cli cli = Cli.run("run", Cli.workload(name), "-d", DEVICES, "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).isEqualTo(4);
    assertThat(count("\"status\" : \"ok\"", cli.out())).isEqualTo(4);
    // Width changes wavefronts and their instructions, never the work-items' own.
    assertThat(values("work_item_instructions", cli.out()))
        .hasSize(4)
        .containsOnly(values("work_item_instructions", cli.out()).get(0));
    assertThat(values("lanes.active", cli.out()))
        .isEqualTo(values("work_item_instructions", cli.out()));
  }

  private static int count(String what, String text) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  private static java.util.List<String> values(String name, String json) {
    Matcher m = Pattern.compile("\"" + Pattern.quote(name) + "\" : ([0-9.]+)").matcher(json);
    java.util.List<String> found = new java.util.ArrayList<>();
    while (m.find()) {
      found.add(m.group(1));
    }
    return found;
  }
}
