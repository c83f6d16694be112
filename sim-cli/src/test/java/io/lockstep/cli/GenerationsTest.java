// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Product;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Devices by vendor and date, a device of each generation, and the table that compares them. */
class GenerationsTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  @Test
  void everyShippedDeviceStatesItsVendorGenerationAndMonth() {
    assertThat(CATALOGUE.specs())
        .hasSize(47)
        .extracting(DeviceSpec::product)
        .allMatch(p -> !p.vendor().isEmpty() && !p.generation().isEmpty())
        .allMatch(p -> p.released().matches("20\\d\\d-[01]\\d"))
        .isSortedAccordingTo(Product.ORDER);
  }

  @Test
  void compareTakesADeviceOfEachGenerationInOrderOfVendorAndDate() {
    assertThat(CATALOGUE.representatives())
        .extracting(DeviceSpec::id)
        .containsExactly(
            "hd4870",
            "hd5870",
            "hd6970",
            "mi100",
            "mi210",
            "mi300a",
            "8800gtx",
            "gtx280",
            "v100",
            "t4",
            "a100",
            "rtx3080",
            "rtx4090",
            "h100_sxm",
            "rtx5090");
    String table = Cli.run("compare", Cli.workload("vecadd"), "-f", "csv").out();
    assertThat(table.lines().skip(1).map(l -> l.split(",")[1]))
        .isEqualTo(CATALOGUE.representatives().stream().map(DeviceSpec::id).toList());
  }

  @Test
  void deviceAllIsTheCatalogueAndFitsItsTable() {
    Cli all = Cli.run("compare", Cli.workload("vecadd"), "-d", "all", "--columns", "device,us");
    assertThat(all.code()).as(all.all()).isZero();
    assertThat(all.out().lines().filter(l -> l.matches("\\w+ .*\\d\\.\\d\\d"))).hasSize(47);
  }

  @Test
  void refusalsOfOneReasonAreOneLine() {
    Cli cli = Cli.run("compare", Cli.workload("matmul"), "-d", "hd2900xt,hd2400,hd4870,hd5870");
    assertThat(cli.out())
        .containsPattern("(?m)^hd2900xt, hd2400 refused: kernel 'matmul'.* lacks")
        .containsPattern("(?m)^hd4870 refused: kernel 'matmul'.* owns");
  }

  @Test
  void kernelsComeFirstThenTheHostThenTheSum() {
    Cli cli = Cli.run("compare", Cli.workload("matmul"), "-d", "hd5870");
    assertThat(cli.out()).containsPattern("device +verified +kernels µs +host µs +total µs");
    String row = cli.out().lines().filter(l -> l.startsWith("hd5870")).findFirst().orElseThrow();
    String[] cells = row.split(" +");
    double kernels = Double.parseDouble(cells[2]);
    double host = Double.parseDouble(cells[3]);
    assertThat(kernels + host).isEqualTo(Double.parseDouble(cells[4]));
  }
}
