package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of measurements as CSV. */
class CsvLinesTest {
  @TempDir private Path folder;

  private CsvLines read(String text) throws IOException {
    return CsvLines.read(Files.writeString(folder.resolve("t.csv"), text));
  }

  @Test
  void rowsHaveTheirCellsByColumnAndTheirLine() throws IOException {
    List<CsvLines.Line> lines =
        read("\uFEFFid, ms\r\na, 1.5\r\n\r\n\"b, \"\"c\"\"\nd\",2\ne,3").lines();
    assertThat(lines)
        .extracting(CsvLines.Line::cells)
        .containsExactly(
            Map.of("id", "a", "ms", "1.5"),
            Map.of("id", "b, \"c\"\nd", "ms", "2"),
            Map.of("id", "e", "ms", "3"));
    assertThat(lines)
        .extracting(l -> l.where().replaceAll(".*/", ""))
        .containsExactly("t.csv:2:1", "t.csv:4:1", "t.csv:6:1");
    assertThat(lines).allMatch(l -> l.problem().isEmpty());
  }

  @Test
  void aRowWithAnotherNumberOfCellsSaysSo() throws IOException {
    assertThat(read("id,ms\na\n").lines().get(0).problem())
        .endsWith("t.csv:2:1: expected 2 cells, as the header has, found 1");
  }

  @Test
  void anEmptyFileAMissingColumnAndAnOpenQuoteAreErrors() throws IOException {
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is empty; expected a header line");
    assertThatThrownBy(() -> read("id\na\n").require("id", "ms"))
        .hasMessageContaining("t.csv:1:1: the column 'ms' is missing; found id");
    assertThatThrownBy(() -> read("id\n\"a\nb"))
        .hasMessageContaining("t.csv:2:1: a quoted cell does not end");
  }
}
