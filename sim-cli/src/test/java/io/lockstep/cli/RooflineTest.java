// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rooflines of report pages: the work and the roof are in one unit. */
@Tag("slow")
class RooflineTest {
  private static final Pattern CELL = Pattern.compile("<t[dh][^>]*>([^<]*)</t[dh]>");

  @TempDir Path folder;

  private static List<String> cells(String row) {
    return CELL.matcher(row).results().map((MatchResult m) -> m.group(1)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"matmul"})
  void noMarkLiesAboveItsRoofOnAnyDevice(String example) throws IOException {
    check(example, 30, "-d", "all");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bfs", "kmeans", "life", "nbody", "spmv", "transpose", "vecadd"})
  void noMarkLiesAboveItsRoofOnADeviceOfEachFamily(String example) throws IOException {
    check(example, 5, "-d", "hd5870,hd6970,mi300a,gtx280,a100");
  }

  private void check(String example, int least, String... devices) throws IOException {
    Path page = folder.resolve("page.html");
    Path workload = Shell.REPOSITORY.resolve("examples/" + example + ".yaml");
    List<String> words =
        new ArrayList<>(List.of("compare", workload.toString(), "--report", page.toString()));
    words.addAll(List.of(devices));
    Cli cli = Cli.run(words.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    String table = Files.readString(page).split("<table id=\"roofs0\"")[1].split("</table>")[0];
    List<String> rows = List.of(table.split("<tr"));
    List<String> heads = cells(rows.get(1));
    List<String> above = new ArrayList<>();
    int marks = 0;
    for (String row : rows.subList(2, rows.size())) {
      List<String> cells = cells(row);
      for (int i = 1; i < cells.size(); i++) {
        if (heads.get(i).endsWith("of peak %") && !cells.get(i).isEmpty()) {
          marks++;
          if (Double.parseDouble(cells.get(i)) > 100) {
            above.add(cells.get(0) + ": " + heads.get(i) + " " + cells.get(i));
          }
        }
      }
    }
    assertThat(marks).isGreaterThan(least);
    assertThat(above).isEmpty();
  }
}
