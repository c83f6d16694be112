// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Failure;
import io.lockstep.sweep.store.Outcomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

  @Test
  void columnsOfPointsAreFieldsThenParametersSettingsAndStatisticsEachSorted() {
    Outcomes.segment(
        Outcomes.folder(root, 3),
        "a",
        Stream.of(Outcomes.failed(1, Failure.MODEL, 1, ""), Outcomes.ok(2)));
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      List<Object> names = new ArrayList<>();
      store.schema().rows().forEach(column -> names.add(column.get("column")));
      assertThat(names).startsWith("point", "key", "workload", "device", "status", "failure");
      assertThat(names.subList(names.indexOf("wall_seconds"), names.size()))
          .containsExactly(
              "wall_seconds",
              "signal",
              "build",
              "plugins",
              "version",
              "param.N",
              "param.n_2",
              "set.l1.size",
              "value.l1.size",
              "cycles.kernels",
              "l1.hit_ratio",
              "lds.conflicts");
    }
  }
}
