// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code --first-phase} and {@code --phases}. */
class PhasesTest {
  private static final String VECADD =
      Path.of("").toAbsolutePath().getParent().resolve("examples/vecadd.yaml").toString();

  private static String json(String... more) {
    List<String> words = new ArrayList<>(List.of("compare", VECADD, "-d", "hd5870,mi300a"));
    words.addAll(List.of("--format", "json"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new)).out();
  }

  private static List<Long> values(String json, String name) {
    Matcher m = Pattern.compile('"' + Pattern.quote(name) + "\" : (\\d+)").matcher(json);
    List<Long> found = new ArrayList<>();
    while (m.find()) {
      found.add(Long.parseLong(m.group(1)));
    }
    return found;
  }

  @Test
  @DisplayName("at several phases results are those of the first, with mean and bounds over all")
  void atSeveralPhasesResultsAreThoseOfTheFirstWithMeanAndBoundsOverAll() {
    String plain = json();
    String several = json("--phases", "3");
    assertThat(several.replaceAll("\\s*\"phases.*", "")).isEqualTo(plain);
    assertThat(values(several, "phases")).containsExactly(3L, 3L);
    List<List<Long>> each = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      each.add(values(json("--first-phase", "" + k), "time.kernels"));
    }
    for (int device = 0; device < 2; device++) {
      int d = device;
      long sum = each.stream().mapToLong(at -> at.get(d)).sum();
      assertThat(values(several, "phases.kernels.mean").get(d)).isEqualTo(Math.round(sum / 3.0));
      assertThat(values(several, "phases.kernels.least").get(d))
          .isEqualTo(each.stream().mapToLong(at -> at.get(d)).min().getAsLong());
      assertThat(values(several, "phases.kernels.most").get(d))
          .isEqualTo(each.stream().mapToLong(at -> at.get(d)).max().getAsLong());
    }
  }

  @Test
  @DisplayName("what a phase adds before the first launch is in no time and no statistic")
  void notCounted() {
    // Without refreshes, which come when they come.
    String none = json("-p", "n=256", "--set", "dram.trefi=0ns");
    String third = json("-p", "n=256", "--set", "dram.trefi=0ns", "--first-phase", "3");
    for (String name : List.of("issue.memory", "cycles")) {
      List<Long> were = values(none, name);
      List<Long> are = values(third, name);
      assertThat(are).hasSameSizeAs(were);
      for (int i = 0; i < were.size(); i++) {
        // a phase is up to 40 us; what remains is a cycle of rounding
        assertThat((double) Math.abs(are.get(i) - were.get(i))).isLessThan(0.01 * were.get(i) + 2);
      }
    }
  }

  @Test
  @DisplayName("compare says whose difference is noise")
  void compareSaysWhoseDifferenceIsNoise() {
    Cli table = Cli.run("compare", VECADD, "-d", "hd5870,mi300a", "--phases", "3");
    assertThat(table.out()).contains("kernels, 3 launch phases").contains("± 95 %");
  }

  @Test
  @DisplayName("phases that cannot be are a usage error")
  void phasesThatCannotBeAreAUsageError() {
    assertThat(Cli.run("run", VECADD, "-d", "hd5870", "--phases", "0").code()).isEqualTo(2);
    assertThat(Cli.run("run", VECADD, "-d", "hd5870", "--first-phase", "-1").code()).isEqualTo(2);
  }
}
