// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sweep.store.Outcomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page names the columns that queries see. */
class SchemaTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/sweep-store.md");

  @TempDir Path root;

  @Test
  void thePageNamesTheColumnsOfPointsThatAreNoFieldsOfAResult() throws IOException {
    String page = Files.readString(PAGE);
    Outcomes.folder(root, 1);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      assertThat(store.schema().rows())
          .hasSizeGreaterThan(20)
          .extracting(column -> column.get("column"))
          .allMatch(
              name ->
                  Columns.FIELDS.stream().anyMatch(f -> f.name().equals(name))
                      || page.contains("`" + name + "`"));
    }
  }
}
