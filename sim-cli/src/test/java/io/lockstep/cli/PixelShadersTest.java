// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices without compute shaders, and others that run kernels as pixel shaders on request. */
@Tag("slow")
class PixelShadersTest {
  private static final String R600 = "hd2900xt,hd2400,hd3870";

  private static JsonNode results(String... words) throws IOException {
    Cli cli = Cli.run(words);
    return cli.json().get("results");
  }

  @ParameterizedTest
  @ValueSource(strings = {"vecadd", "mandelbrot", "il_scaleadd_ps", "il_pixels_odd"})
  void kernelsWhoseWorkItemsShareNothingAreVerifiedOnAllThreeDevices(String name)
      throws IOException {
    JsonNode results = results("compare", Cli.workload(name), "-d", R600, "-f", "json");
    assertThat(results).hasSize(3).allMatch(r -> r.get("verified").asBoolean());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "reduce; reduce.ptx:56; uses local memory, which the device lacks: kernels run there as pixel shaders",
        "frontier; frontier.ptx:; uses atomic",
        "il_copy; copy.il:7; is a compute shader (il_cs): the device runs pixel shaders (il_ps)",
      })
  void whatWorkItemsShareIsRefusedWithItsLine(String name, String where, String what) {
    Cli cli = Cli.run("run", Cli.workload(name), "-d", "hd2400");
    assertThat(cli.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(cli.all()).contains(where).contains(what);
  }

  @Test
  void oneKernelRunsAsAComputeShaderAndAsAPixelShader() throws IOException {
    String[] words = {"run", Cli.workload("mandelbrot"), "-d", "hd4870", "-f", "json"};
    JsonNode compute = results(words).get(0);
    JsonNode pixel =
        results(
                "run",
                Cli.workload("mandelbrot"),
                "-d",
                "hd4870",
                "-f",
                "json",
                "--set",
                "dispatch.mode=pixel")
            .get(0);
    assertThat(pixel.get("verified").asBoolean()).isTrue();
    assertThat(lanes(pixel)).isGreaterThan(lanes(compute)); // blocks of 8 x 8 diverge less
    assertThat(pixel.get("statistics").get("memory.transactions").asLong())
        .isGreaterThan(compute.get("statistics").get("memory.transactions").asLong());
  }

  private static double lanes(JsonNode result) {
    JsonNode statistics = result.get("statistics");
    return statistics.get("lanes.active").asDouble() / statistics.get("lanes.issued").asDouble();
  }

  @Test
  void aDeviceOfPixelShadersShowsWhatItDeclares() {
    Cli cli = Cli.run("check", "hd2400", "--failed");
    assertThat(cli.code()).as(cli.all()).isZero();
  }
}
