// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Products of matrices have the bits of each chip (docs/tensor-numerics.md). */
class TensorNumericsTest {
  private static final Path ROOT = Path.of("..");
  private static final String WORKLOAD =
      ROOT.resolve("validation/workloads/mma_product.yaml").toString();
  @TempDir private Path folder;

  private byte[] result(String device) throws IOException {
    Path file = folder.resolve(device + ".bin");
    Cli run = Cli.run("run", WORKLOAD, "-d", device, "--dump", "d=" + file);
    assertThat(run.code()).as(run.all()).isZero();
    return Files.readAllBytes(file);
  }

  /** Elements of 32 bits that differ. */
  private static int differences(byte[] a, byte[] b) {
    int count = 0;
    for (int at = 0; at < a.length; at += Float.BYTES) {
      boolean same = true;
      for (int k = at; k < at + Float.BYTES; k++) {
        same &= a[k] == b[k];
      }
      count += same ? 0 : 1;
    }
    return count;
  }

  @Test
  void chipsOfOneRuleGiveTheSameBitsAndOthersDoNot() throws IOException {
    byte[] ampere = result("a100");
    assertThat(ampere).hasSize(64 * 64 * Float.BYTES);
    assertThat(result("rtx3080")).isEqualTo(ampere);
    assertThat(differences(ampere, result("h100_sxm"))).isEqualTo(209); // as the page says
    assertThat(ROOT.resolve("docs/tensor-numerics.md"))
        .content()
        .contains("Of the 4,096 results", "209 differ");
  }

  @Test
  void aComparisonOfChipsWithSeveralRulesVerifiesEach() {
    Cli run = Cli.run("compare", WORKLOAD, "-d", "a100,rtx3080,h100_sxm", "-f", "json");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out().split("\"verified\" : true")).hasSize(4);
    String remark = "other bits than on a100: 209 of 4,096 elements of d";
    assertThat(run.out().split(remark)).as("h100_sxm's alone").hasSize(2);
  }

  @Test
  @DisplayName("results are compared with the first device that runs the program, at any threads")
  void resultsAreComparedWithTheFirstDeviceThatRuns() {
    for (String threads : new String[] {"1", "2"}) {
      Cli run =
          Cli.run(
              "compare", WORKLOAD, "-d", "v100,a100,h100_sxm", "--threads", threads, "-f", "json");
      assertThat(run.code()).as(run.all()).isZero();
      assertThat(run.out())
          .contains("\"status\" : \"refused\"")
          .contains("other bits than on a100: 209 of 4,096 elements of d")
          .doesNotContain("on v100");
    }
  }

  @Test
  void exactSumsAreTheSameOnAllChips() {
    Cli run =
        Cli.run("compare", WORKLOAD, "-d", "a100,h100_sxm", "--numerics", "ieee", "-f", "json");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out()).doesNotContain("other bits").contains("\"verified\" : true");
  }
}
