// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.WorkloadEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void createFiles() throws IOException {
    for (String name : List.of("b.yaml", "a.yml", "t.lkt", "notes.txt", "x/m.yaml", "y/m.yaml")) {
      Files.createDirectories(folder.resolve(name).getParent());
      Files.writeString(folder.resolve(name), "");
    }
    Files.createDirectory(folder.resolve("z.yaml"));
  }

  private List<String> found(String pattern) {
    Item item = new Item(pattern, "s.yaml:1");
    return WorkloadFiles.of(new WorkloadEntry(item, folder, SweepSection.NONE)).stream()
        .map(file -> folder.toAbsolutePath().normalize().relativize(file).toString())
        .toList();
  }

  @Test
  @DisplayName("a pattern finds workloads and traces in order, no other files and no folders")
  void aPatternFindsWorkloads() {
    assertThat(found("*")).containsExactly("a.yml", "b.yaml", "t.lkt");
    assertThat(found("?.yaml")).containsExactly("b.yaml");
    assertThat(found("*/m.yaml")).containsExactly("x/m.yaml", "y/m.yaml");
    assertThat(found("x/*")).containsExactly("x/m.yaml");
    assertThat(found("./x/../b.yaml")).containsExactly("b.yaml");
  }

  @Test
  @DisplayName("a file that is there is taken by its name, whatever its ending")
  void aFileIsTakenByItsName() {
    assertThat(found("notes.txt")).containsExactly("notes.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c.yaml | there is no workload 'c.yaml'",
        "b.yam | there is no workload 'b.yam'; did you mean 'b.yaml'?",
        "q/*.yaml | no workload fits the pattern 'q/*.yaml'",
        "*.txt | no workload fits the pattern '*.txt'"
      })
  @DisplayName("a name or pattern without a workload is an error, with the nearest file")
  void whatIsNotThereIsAnError(String pattern, String message) {
    assertThatThrownBy(() -> found(pattern))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("s.yaml:1: " + message);
  }

  @ParameterizedTest
  @CsvSource({"a/b.yaml, b", "b.c.yaml, b.c", "plain, plain", ".hidden, .hidden"})
  @DisplayName("a workload's name is that of its file without the ending")
  void theNameOfAWorkload(String file, String name) {
    assertThat(WorkloadFiles.stem(Path.of(file))).isEqualTo(name);
  }
}
