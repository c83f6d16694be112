package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sweep.store.Outcomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documented schema is the one that databases have. */
class SchemaTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/sweep-store.md");

  @TempDir Path root;

  private static String plain(String sql) {
    return sql.strip().replaceAll("\\s+", " ").replaceAll("(?i)^create", "create");
  }

  @Test
  void thePageHasTheTablesThatADatabaseHas() throws IOException, SQLException {
    String page = Files.readString(PAGE);
    int from = page.indexOf("```sql\n") + 7;
    String block = page.substring(from, page.indexOf("```", from));
    List<String> told = Arrays.stream(block.strip().split(";\\s*")).map(SchemaTest::plain).toList();
    List<String> real = new ArrayList<>();
    Outcomes.folder(root, 1);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
    }
    try (Connection c = Database.reading(root.resolve("index.sqlite"));
        Statement s = c.createStatement();
        ResultSet row =
            s.executeQuery(
                "select sql from sqlite_schema where type <> 'view' and sql is not null")) {
      while (row.next()) {
        real.add(
            plain(
                row.getString(1)
                    .replace(Schema.FIELDS, "FIELDS")
                    .replace("CREATE TABLE", "create table")
                    .replace("CREATE INDEX", "create index")));
      }
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(real);
  }

  @Test
  void thePageNamesTheColumnsOfPointsThatAreNoFieldsOfAResult() throws IOException {
    String page = Files.readString(PAGE);
    Outcomes.folder(root, 1);
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
      assertThat(store.schema()).hasSizeGreaterThan(20);
      for (SweepStore.Column column : store.schema()) {
        boolean isField = Columns.FIELDS.stream().anyMatch(f -> f.name().equals(column.name()));
        assertThat(isField || page.contains("`" + column.name() + "`")).as(column.name()).isTrue();
      }
    }
  }
}
