// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare --timing --sort --columns}. */
@Tag("slow")
class TableOptionsTest {
  private static final String DEVICES = "hd5870,mi100,gtx280";

  @TempDir private Path folder;

  private static Cli compare(String... more) {
    List<String> words = new ArrayList<>(List.of("compare", Cli.workload("reduce"), "-d", DEVICES));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  /** Cells of a column, from the top; the header's words lie over the cells' ends. */
  private static List<String> column(Cli cli, String name) {
    assertThat(cli.code()).as(cli.all()).isZero();
    List<String> lines = cli.out().lines().toList();
    int rule = 0;
    while (!lines.get(rule).startsWith("---")) {
      rule++;
    }
    String header = lines.get(rule - 1);
    int from = 0;
    for (String dashes : lines.get(rule).split("  ")) {
      int to = from + dashes.length();
      if (header
          .substring(Math.min(from, header.length()), Math.min(to, header.length()))
          .strip()
          .equals(name)) {
        int begin = from;
        return lines.subList(rule + 1, rule + 4).stream()
            .map(l -> l.substring(Math.min(begin, l.length()), Math.min(to, l.length())).strip())
            .toList();
      }
      from = to + 2;
    }
    throw new AssertionError("no column " + name + " in\n" + cli.out());
  }

  @Test
  void aRemarkOfSeveralDevicesIsSaidOnce() {
    String example = "../examples/double_buffer.yaml";
    Cli cli = Cli.run("compare", example, "-d", "v100,a100,mi100");
    assertThat(cli.out())
        .contains("v100, a100, mi100: transfers that waited for other streams: 8 (2 copy engines)");
  }

  @Test
  @DisplayName("--timing kernels: cycles, µs, the fastest and the order are of the kernels alone")
  void timingKernelsCyclesSTheFastestAndTheOrderAreOfTheKernelsAlone() {
    Cli whole = compare();
    Cli kernels = compare("--timing", "kernels");
    assertThat(column(kernels, "kernels µs")).isEqualTo(column(whole, "kernels µs"));
    assertThat(kernels.out()).doesNotContain("total µs", "host µs");
    assertThat(column(kernels, "cycles")).isNotEqualTo(column(whole, "cycles"));
    assertThat(kernels.out()).contains("* fastest by kernels µs");
    Cli csv = compare("-f", "csv", "--columns", "");
    String[] header = csv.out().split("\n")[0].split(",");
    int field = Arrays.asList(header).indexOf("kernel_cycles");
    List<String> cycles = csv.out().lines().skip(1).map(l -> l.split(",")[field]).toList();
    assertThat(column(kernels, "cycles").stream().map(c -> c.replace(",", ""))).isEqualTo(cycles);
  }

  @Test
  @DisplayName("--sort: by columns, aliases and statistics, '-' for the largest first")
  void sortByColumnsAliasesAndStatisticsForTheLargestFirst() {
    List<String> slow = column(compare("--sort", "-us"), "device");
    List<String> fast = new ArrayList<>(slow);
    java.util.Collections.reverse(fast);
    assertThat(column(compare("--sort", "µs"), "device")).isEqualTo(fast);
    assertThat(column(compare("--sort", "device"), "device"))
        .containsExactly("gtx280", "hd5870", "mi100");
    assertThat(column(compare("--sort", "-bound by,device"), "device")).isNotNull();
    // vliw.packing: the others have none and come last in both directions
    for (String sort : List.of("vliw.packing", "-packing")) {
      assertThat(column(compare("--sort", sort), "device")).first().isEqualTo("hd5870");
    }
    Cli csv = compare("--sort", "-device", "-f", "csv");
    assertThat(csv.out().lines().skip(1).map(l -> l.split(",")[1]))
        .containsExactly("mi100", "hd5870", "gtx280");
  }

  @Test
  @DisplayName("--columns: chosen and ordered, any statistic, sets of them added")
  void columnsChosenAndOrderedAnyStatisticSetsOfThemAdded() {
    Cli cli = compare("--columns", "bound by,device,l2.hits,us");
    assertThat(cli.out().lines().skip(2).findFirst().orElseThrow().strip().split(" {2,}"))
        .containsExactly("bound by", "device", "l2.hits", "total µs");
    Cli more = compare("--columns", "+dram,launches");
    assertThat(column(more, "launches")).doesNotContain("");
    assertThat(column(more, "dram.row_hits")).doesNotContain("");
    assertThat(column(more, "cycles")).isEqualTo(column(compare(), "cycles"));
    assertThat(compare("--columns", "device,mall.hits").out())
        .contains("\nno device here has: mall.hits\n");
  }

  @Test
  @DisplayName("unknown names are wrong usage before anything runs, with the nearest one")
  void unknownNamesAreWrongUsageBeforeAnythingRunsWithTheNearestOne() {
    for (String[] wrong :
        new String[][] {
          {"--sort", "cycels", "--sort: no column 'cycels'; did you mean 'cycles'?"},
          {"--sort", "-l1.hit_rat", "no column 'l1.hit_rat'; did you mean 'l1.hit_rate'?"},
          {"--columns", "device,zzzzzzzz", "--columns: no column 'zzzzzzzz'; columns: device, "},
          {"--sort", "dram", "--sort: several statistics begin with 'dram'; name one"},
          {"--timing", "kernel", "expected one of [workload, kernels]"}
        }) {
      Cli cli = Cli.run("compare", folder.resolve("none.yaml").toString(), wrong[0], wrong[1]);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains(wrong[2]);
    }
    assertThat(compare("-f", "json", "--columns", "device").code()).isEqualTo(ExitCode.USAGE);
  }
}
