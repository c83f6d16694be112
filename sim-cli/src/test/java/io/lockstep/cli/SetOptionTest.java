// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code --set} on the command line, over devices of several families. */
class SetOptionTest {
  private static final String WORKLOAD = Cli.workload("matmul");

  @Test
  void aFactorAndAConditionAreOneCommandForDevicesOfAllFamilies() {
    Cli cli =
        Cli.run(
            "compare",
            WORKLOAD,
            "-d",
            "hd5870,mi300a,gtx280",
            "--set",
            "dram.bandwidth=*0.5",
            "--set",
            "mall.size?=64MiB",
            "--set",
            "host.launch=5us",
            "-f",
            "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    Map<String, Map<String, String>> rows = CsvRows.of(cli.out());
    assertThat(rows.values()).map(r -> r.get("set.dram.bandwidth")).containsOnly("*0.5");
    assertThat(rows.get("mi300a")).containsEntry("set.mall.size", "64MiB");
    assertThat(rows.get("gtx280")).doesNotContainKey("set.mall.size");
  }

  @Test
  void aConditionOnAFigureOfAnotherFamilyIsNoErrorAndASlipIsOne() {
    assertThat(Cli.run("devices", "gtx280", "--set", "mall.size?=64MiB").code()).isZero();
    Cli slip = Cli.run("run", WORKLOAD, "-d", "mi300a", "--set", "mall.sise?=64MiB");
    assertThat(slip.code()).isEqualTo(3);
    assertThat(slip.err()).contains("mi300a has no figure 'mall.sise'; did you mean 'mall.size'?");
  }

  @Test
  void devicesPrintsWhatIsSetAndTheDerivedFigure() {
    Cli cli = Cli.run("devices", "gtx280", "--set", "dram.clock=1GHz", "-f", "csv");
    assertThat(cli.out())
        .contains("dram.clock,1GHz,user")
        .contains("dram.bandwidth,128GB/s,derived");
  }

  @Test
  void aSweepOfFactorsNamesThemInItsRows() {
    Cli cli =
        Cli.run(
            "sweep", WORKLOAD, "-d", "hd5870", "--set", "dram.bandwidth=*0.5,*1", "--threads", "1");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains(",*0.5,").contains(",*1,");
  }
}
