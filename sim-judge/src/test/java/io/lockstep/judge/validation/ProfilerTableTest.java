// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerTableTest {
  private static final String BY_COUNTER =
      """
      ==PROF== Connected to process 4711
      ==PROF== Disconnected
      "ID","Process Name","Kernel Name","Grid Size","Metric Name","Metric Unit","Metric Value"
      "4","app","add(float *, int)","(8, 1, 1)","dram__bytes.sum","Kbyte","1,536.5"
      "4","app","add(float *, int)","(8, 1, 1)","lts__t_sector_hit_rate.pct","%","50.25"
      "9","app","scale(float *)","(8, 1, 1)","dram__bytes.sum","byte","96"
      "9","app","scale(float *)","(8, 1, 1)","dram__bytes.sum","byte","96"
      """;

  private static final String BY_LAUNCH =
      """
      "ID","Kernel Name","dram__bytes.sum","lts__t_sector_hit_rate.pct"
      "","","Mbyte","%"
      "0","add(float *, int)","1.5","50.25"
      "1","scale(float *)","","12"
      """;

  @TempDir Path folder;

  private List<SuiteRow> rows(String csv) throws IOException {
    Files.writeString(folder.resolve("ncu.csv"), csv);
    Path suite =
        Files.writeString(
            folder.resolve("suite.yaml"),
            "defaults: {device: mi300a, workload: w.yaml}\nrows: ncu.csv\n");
    return Suite.read(suite).rows();
  }

  @Test
  void eachCounterOfALaunchIsARowOnce() throws IOException {
    List<SuiteRow> rows = rows(BY_COUNTER);
    assertThat(rows).extracting(SuiteRow::problem).containsOnly("");
    assertThat(rows)
        .extracting(SuiteRow::id)
        .containsExactly("0.dram__bytes.sum", "0.lts__t_sector_hit_rate.pct", "1.dram__bytes.sum");
    assertThat(rows).extracting(SuiteRow::group).containsExactly("add", "add", "scale");
    assertThat(rows).extracting(SuiteRow::expected).containsExactly(1536.5, 50.25, 96.0);
    assertThat(rows).extracting(r -> r.publication().unit()).containsExactly("Kbyte", "%", "byte");
  }

  @Test
  void launchesAreNumberedInTheOrderOfTheFileWhateverTheirIds() throws IOException {
    assertThat(rows(BY_COUNTER))
        .extracting(r -> r.quantity().launch())
        .containsExactly(OptionalInt.of(0), OptionalInt.of(0), OptionalInt.of(1));
  }

  @Test
  void theLayoutWithALineForEachLaunchTakesUnitsFromItsSecondLine() throws IOException {
    List<SuiteRow> rows = rows(BY_LAUNCH);
    assertThat(rows)
        .extracting(SuiteRow::id)
        .containsExactly(
            "0.dram__bytes.sum", "0.lts__t_sector_hit_rate.pct", "1.lts__t_sector_hit_rate.pct");
    assertThat(rows).extracting(r -> r.publication().unit()).containsExactly("Mbyte", "%", "%");
  }

  @Test
  void aProblemOfARowNamesItsLineOfTheFile() throws IOException {
    List<SuiteRow> rows = rows(BY_LAUNCH.replace("50.25", "n/a"));
    assertThat(rows.get(1).problem()).contains("ncu.csv:3:").contains("a number");
    assertThat(rows.get(0).problem()).isEmpty();
  }

  @Test
  void aFileWithoutTheLineOfUnitsIsRefused() {
    assertThatThrownBy(() -> rows(BY_LAUNCH.replace("\"\",\"\",\"Mbyte\",\"%\"\n", "")))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("ncu.csv:2:1: expected a line of units below the header");
  }

  @Test
  void aQuotedCellThatDoesNotEndIsRefusedWithItsLine() {
    assertThatThrownBy(() -> rows("id,expected\na,\"1\nb,2\n"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("ncu.csv:2:1: a quoted cell does not end");
  }

  @Test
  void aShortLineIsRefusedWithItsNumber() {
    assertThatThrownBy(() -> rows("id,expected\na,1\nb\n"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("ncu.csv:3:1: expected 2 cells, as the header has, found 1");
  }
}
