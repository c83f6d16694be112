// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code lockstep advise}. */
@Tag("slow")
class AdviseTest {
  private static Cli advise(String... more) {
    String[] words = new String[more.length + 1];
    words[0] = "advise";
    System.arraycopy(more, 0, words, 1, more.length);
    return Cli.run(words);
  }

  @Test
  void printsFindingChangeRangeAndPageOfEachFinding() {
    String structs = "../validation/advice/dev/structs_slow.yaml";
    Cli cli = advise(structs, "-p", "n=16384", "-d", "hd5870", "--phases", "2");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .containsPattern("1\\. \\d+\\.\\d\\d ×, ")
        .contains("uncoalesced access: structs_slow, line 6")
        .contains(" over launch phases; ")
        .contains("docs/advice/")
        .contains("Gains are those of simulated programs and devices");
  }

  @Test
  void compareEndsWithTheSlowestAndTheFastestDeviceAndTheCommandForMore() {
    String workload = Cli.workload("transpose");
    Cli cli = Cli.run("compare", workload, "-d", "gtx280,mi300a");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().lines().reduce((one, next) -> next).orElseThrow())
        .startsWith("slowest: gtx280 (")
        .contains("); fastest: mi300a (")
        .endsWith("More: lockstep advise transpose.yaml -d gtx280,mi300a");
    Cli json = Cli.run("compare", workload, "-d", "gtx280", "--format", "json");
    assertThat(json.out()).doesNotContain("lockstep advise");
  }

  @Test
  void answersBadInputAsOtherCommandsDo() {
    Cli device = advise(Cli.workload("transpose"), "-d", "hd5871");
    assertThat(device.code()).isEqualTo(3);
    assertThat(device.err()).contains("hd5871").contains("hd5870");
    Cli workload = advise("none.yaml", "-d", "hd5870");
    assertThat(workload.code()).isEqualTo(3);
    assertThat(workload.err()).contains("none.yaml");
    assertThat(workload.out()).isEmpty();
    assertThat(advise(Cli.workload("transpose")).code()).isEqualTo(2);
  }
}
