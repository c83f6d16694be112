// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("compare --summary of a folder of workloads")
class SuiteSummaryTest {
  private static final String COPY =
      "name: NAME\nbuffers: {a: {type: i32, count: 4, init: {fill: 7}}, b: {type: i32, count: 4}}\n"
          + "steps: [{copy: {from: a, to: b}}]\n";

  @TempDir Path folder;

  @BeforeEach
  void writeWorkloads() throws IOException {
    write("one/right.yaml", COPY + "expect: {b: {expression: 7}}\n");
    write("one/unknown.yaml", COPY);
    write("one/kept/notes.yaml", "title: no workload\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    String stem = file.getFileName().toString().replace(".yaml", "");
    Files.writeString(file, text.replace("NAME", stem));
  }

  private Cli summary(String... more) {
    String[] words = {"compare", folder.toString(), "--summary", "-d", "hd5870,gtx280"};
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return Cli.run(all);
  }

  @Test
  @DisplayName("counts verified and not verified rows apart, and exits with 0")
  void countsVerifiedAndNotVerifiedRowsApart() {
    Cli run = summary("-f", "csv");
    assertThat(run.code()).as(run.all()).isEqualTo(ExitCode.DONE);
    assertThat(run.out())
        .isEqualTo(
            "folder,workloads,rows,verified,not_verified,wrong,refused,failed\n"
                + folder.resolve("one")
                + ",2,4,2,2,0,0,0\n");
  }

  @Test
  @DisplayName("names what is wrong, refused by reason, and failed, and goes on")
  void namesWhatIsWrongRefusedAndFailed() throws IOException {
    write("one/wrong.yaml", COPY + "expect: {b: {expression: 8}}\n");
    write("two/broken.yaml", COPY.replace("copy:", "cpoy:"));
    Cli run = summary("-f", "json");
    assertThat(run.code()).as(run.all()).isEqualTo(ExitCode.FAILED);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.get("workloads").asInt()).isEqualTo(4);
    assertThat(json.get("wrong").asInt()).isEqualTo(2);
    assertThat(json.get("failed").asInt()).isEqualTo(2);
    assertThat(json.get("folders")).hasSize(2);
    assertThat(json.get("complaints").toString())
        .contains("b: 4 of 4 elements wrong", "broken.yaml:3:10: ", "wrong.yaml", "gtx280");
    Files.delete(folder.resolve("two/broken.yaml"));
    Cli table = summary();
    assertThat(table.code()).as(table.all()).isEqualTo(ExitCode.WRONG);
    assertThat(table.out()).contains("not verified", "WRONG: ", " on hd5870: b: 4 of 4");
  }

  @Test
  @DisplayName("counts refused rows apart from failed ones, with the reason")
  void countsRefusedRows() throws IOException {
    write(
        "three/k.ptx",
        """
        .version 8.0
        .target sm_60
        .address_size 64
        .visible .entry k(.param .u64 p)
        {
          .reg .b64 %a;
          .reg .f64 %d;
          ld.param.u64 %a, [p];
          ld.global.f64 %d, [%a];
          add.rn.f64 %d, %d, %d;
          st.global.f64 [%a], %d;
          ret;
        }
        """);
    write(
        "three/doubles.yaml",
        "name: NAME\nkernels: k.ptx\nbuffers: {a: {type: f64, count: 1, init: {fill: 3}}}\n"
            + "steps: [{launch: k, grid: [1], block: [1], args: [a]}]\n"
            + "expect: {a: {expression: 6}}\n");
    String three = folder.resolve("three").toString();
    Cli run = Cli.run("compare", three, "--summary", "-d", "hd5870,8800gtx", "-f", "json");
    assertThat(run.code()).as(run.all()).isEqualTo(ExitCode.DONE);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.get("verified").asInt()).isEqualTo(1);
    assertThat(json.get("refused").asInt()).isEqualTo(1);
    assertThat(json.get("failed").asInt()).isZero();
    Cli table = Cli.run("compare", three, "--summary", "-d", "hd5870,8800gtx");
    assertThat(table.out()).contains("double precision, which the device lacks");
  }

  @Test
  @DisplayName("of a folder without workloads, and beside other views, is a usage or input error")
  void isRefusedWhereItHasNoMeaning() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    assertThat(Cli.run("compare", empty.toString(), "--summary").all())
        .startsWith("exit 3")
        .contains("has no workload in it");
    assertThat(summary("--by-line").code()).isEqualTo(ExitCode.USAGE);
    assertThat(summary("--chart").code()).isEqualTo(ExitCode.USAGE);
  }
}
