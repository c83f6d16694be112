// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("a setting that multiplies a parameter")
class SweepRelativeTest {
  @TempDir Path folder;

  private String sweep() {
    return folder.resolve("s").toString();
  }

  @BeforeEach
  void makeTheSweep() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "workloads: ['"
                + Cli.workload("vecadd")
                + "']\ndevices: [hd5870, mi100]\nset: {l1.size: ['*1', '*0.5', 8KiB]}\n"
                + "objectives: [{minimise: seconds}]\nconstraints: [l1.size / 1KiB > 3]\n");
    Cli made = Cli.run("sweep", file.toString(), "-o", sweep() + "/");
    assertThat(made.out()).as(made.all()).contains("6 of 6 points done");
  }

  private List<String> best(String where) {
    String[] words = {"sweep", "best", sweep(), "--per", "device,l1.size", "-f", "csv"};
    List<String> all = new java.util.ArrayList<>(List.of(words));
    all.addAll(where.isEmpty() ? List.of() : List.of("--where", where));
    Cli best = Cli.run(all.toArray(String[]::new));
    assertThat(best.code()).as(best.all()).isZero();
    return best.out()
        .lines()
        .skip(1)
        .map(line -> line.substring(0, line.indexOf(',', line.indexOf(',') + 1)))
        .toList();
  }

  @Test
  @DisplayName("is a number in bytes in conditions, constraints and groups")
  void isANumberInConditionsConstraintsAndGroups() {
    assertThat(best(""))
        .containsExactlyInAnyOrder("hd5870,8192", "hd5870,4096", "mi100,16384", "mi100,8192");
    assertThat(best("l1.size / 1KiB < 8")).containsExactly("hd5870,4096");
    assertThat(best("set.l1.size >= 16KiB")).containsExactly("mi100,16384");
  }

  @Test
  @DisplayName("is a number in queries, beside its text")
  void isANumberInQueriesBesideItsText() {
    Cli query =
        Cli.run(
            "sweep",
            "query",
            sweep(),
            "select device, \"set.l1.size\" as s, \"value.l1.size\" + 1 as v from points"
                + " order by point",
            "-f",
            "csv");
    assertThat(query.out().lines().skip(1))
        .as(query.all())
        .containsExactly(
            "hd5870,*1,8193",
            "mi100,*1,16385",
            "hd5870,*0.5,4097",
            "mi100,*0.5,8193",
            "hd5870,8KiB,8193",
            "mi100,8KiB,8193");
    assertThat(Cli.run("sweep", "export", sweep()).out()).doesNotContain("value.l1.size");
  }
}
