// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lockstep address}, as users call it. */
class AddressTest {
  @TempDir private Path folder;

  @Test
  @DisplayName("an answer in JSON has kind, inputs with defaults, result and steps")
  void anAnswerInJSONHasKindInputsWithDefaultsResultAndSteps() throws IOException {
    Cli cli =
        Cli.run(
            "address",
            "scratch_swizzle",
            "flat_scratch=0x7f5a00000000",
            "private_addr=12",
            "lane=17",
            "-f",
            "json");
    JsonNode answer = new ObjectMapper().readTree(cli.out());
    assertThat(answer.get("kind").asText()).isEqualTo("scratch_swizzle");
    assertThat(answer.get("inputs").get("private_addr").asInt()).isEqualTo(12);
    assertThat(answer.get("inputs").get("wave").asInt()).isEqualTo(64);
    assertThat(answer.get("result").get("global_addr").asText()).isEqualTo("0x7f5a00000344");
    assertThat(answer.get("result").get("offset").asInt()).isEqualTo(836);
    assertThat(answer.get("steps")).hasSize(5);
    assertThat(answer.get("steps").get(0).get("source").asText()).contains("LLVM AMDGPUUsage");
  }

  @Test
  @DisplayName("a table shows the steps, then the result by name")
  void aTableShowsTheStepsThenTheResultByName() {
    Cli cli = Cli.run("address", "lds_b32_cycles", "20 active lanes", "addr=lane*128");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("bank_cycles").endsWith("\nbank_cycles = 21\n");
  }

  @Test
  @DisplayName("without a kind all are listed, without inputs those of the kind, with an example")
  void withoutAKindAllAreListedWithoutInputsThoseOfTheKindWithAnExample() {
    assertThat(Cli.run("address").out()).contains("vsharp_swizzled", "s_waitcnt_encode");
    assertThat(Cli.run("address", "ds_read2").out())
        .contains("offset1", "must be given")
        .endsWith("\nlockstep address ds_read2 addr=0x40 offset0=1 offset1=3 size=4 st64=1\n");
  }

  @Test
  @DisplayName("2^48 is a power of two alone, in a sum and in an address by lane")
  void aPowerIsAPowerAloneInASumAndInAnAddressByLane() {
    for (String address : List.of("2^48+16", "16 + 2^48", "0x1000000000010")) {
      Cli cli = Cli.run("address", "aperture", "flat_addr=" + address);
      assertThat(cli.out())
          .as(address)
          .contains("\nsegment = local\n", "\nsegment_offset = 0x10\n");
    }
    String lanes = "addr=lane * 2^7";
    assertThat(Cli.run("address", "lds_b32_cycles", "20 active lanes", lanes).out())
        .endsWith("\nbank_cycles = 21\n");
  }

  @Test
  @DisplayName("an unknown kind or input is answered in one line with the nearest name")
  void anUnknownKindOrInputIsAnsweredInOneLineWithTheNearestName() {
    Cli kind = Cli.run("address", "vsharp_swizled");
    assertThat(kind.code()).isEqualTo(3);
    assertThat(kind.err())
        .isEqualTo(
            "lockstep: address: unknown kind 'vsharp_swizled'; did you mean 'vsharp_swizzled'?\n");
    Cli input = Cli.run("address", "smem", "base=8");
    assertThat(input.code()).isEqualTo(3);
    assertThat(input.err()).contains("unknown input 'base'; did you mean 'sbase'?");
  }

  @Test
  @DisplayName(
      "the page holds the steps and a picture of the layout with the cell that was asked for")
  void thePageHoldsTheStepsAndAPictureOfTheLayoutWithTheCellThatWasAskedFor() throws IOException {
    Path page = folder.resolve("page.html");
    Cli.run(
        "address",
        "vsharp_swizzled",
        "base=0x1000",
        "stride=32",
        "num_records=128",
        "index=70",
        "offset=20",
        "element=4",
        "index_stride=64",
        "--report",
        page.toString());
    String text = Files.readString(page);
    assertThat(text).contains("offset div element", "record 70, bytes 20 to 23").contains("<svg");
    assertThat(text.split("class=\"c0\"", -1)).as("one cell is filled").hasSize(2);
  }
}
