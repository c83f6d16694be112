// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.sweep.store.index.QueryRows;
import io.lockstep.sweep.store.index.SweepStore;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "query",
    description = {
      "Queries the results of a sweep in SQL.",
      "The table 'points' has a row for each finished point. Quote names with points: "
          + "\"l1.hits\". docs/sweep-store.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 2, 3, 6},
    examples = {
      "lockstep sweep query folder/ 'select count(*) from points'",
      "lockstep sweep query folder/ 'select \"param.n\" from points' -f csv",
      "lockstep sweep query folder/ --schema"
    })
public final class SweepQueryCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Parameters(
      index = "1",
      paramLabel = "SQL",
      arity = "0..1",
      description = "One query: select, with, values or explain.")
  private String sql;

  @Option(names = "--schema", description = "List the columns of 'points' instead.")
  private boolean schema;

  @Mixin private FormatOption format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    if (schema == (sql != null)) {
      throw new UsageException("expected a query or --schema");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (SweepStore store = SweepStore.open(folder)) {
      store.ingest();
      Printed answer =
          switch (format.format) {
            case TABLE -> new AsTable(out);
            case JSON -> new AsJson(out);
            case CSV -> new AsCsv(out);
          };
      if (schema) {
        answer.columns(List.of("column", "note"));
        for (SweepStore.Column column : store.schema()) {
          answer.row(List.of(column.name(), column.queried() ? "" : "only in exports"));
        }
      } else {
        store.query(sql, answer);
      }
      answer.end();
    }
    out.flush();
    return ExitCode.DONE;
  }

  private static String text(Object value) {
    return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
  }

  private abstract static class Printed implements QueryRows {
    final PrintWriter out;
    List<String> names = List.of();

    Printed(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void columns(List<String> found) {
      names = unique(found);
    }

    private static List<String> unique(List<String> found) {
      List<String> unique = new ArrayList<>();
      for (String name : found) {
        String one = name;
        for (int i = 2; unique.contains(one); i++) {
          one = name + "_" + i;
        }
        unique.add(one);
      }
      return unique;
    }

    void end() {}
  }

  /** Collects all rows, since the column widths of a table depend on them. */
  private static final class AsTable extends Printed {
    private final List<List<Object>> rows = new ArrayList<>();

    AsTable(PrintWriter out) {
      super(out);
    }

    @Override
    public void row(List<Object> values) {
      rows.add(values);
    }

    @Override
    void end() {
      List<String> header = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        int column = i;
        boolean number =
            rows.stream()
                .allMatch(r -> r.get(column) == null || r.get(column) instanceof BigDecimal);
        header.add((number && !rows.isEmpty() ? ">" : "") + names.get(i));
      }
      Table table = new Table(header);
      for (List<Object> row : rows) {
        table.row(Table.Emphasis.NONE, row.stream().map(v -> v == null ? "-" : text(v)).toList());
      }
      out.print(table.render(Terminal.screen()));
    }
  }

  private static final class AsCsv extends Printed {
    AsCsv(PrintWriter out) {
      super(out);
    }

    @Override
    public void columns(List<String> found) {
      super.columns(found);
      out.print(CsvRows.of(names).text());
    }

    @Override
    public void row(List<Object> values) {
      CsvRows one = CsvRows.of(names);
      one.row(
          to -> {
            for (int i = 0; i < names.size(); i++) {
              to.text(names.get(i), values.get(i) == null ? "" : text(values.get(i)));
            }
          });
      String text = one.text();
      out.print(text.substring(CsvRows.of(names).text().length()));
    }
  }

  private static final class AsJson extends Printed {
    private boolean any;

    AsJson(PrintWriter out) {
      super(out);
    }

    @Override
    public void columns(List<String> found) {
      super.columns(found);
      String head =
          JsonDocument.line(
              to -> {
                to.text("lockstep", Version.text());
                to.texts("columns", names);
              });
      out.print(head.substring(0, head.length() - 2) + ",\"rows\":[");
    }

    @Override
    public void row(List<Object> values) {
      String row =
          JsonDocument.line(
              to -> {
                for (int i = 0; i < names.size(); i++) {
                  if (values.get(i) instanceof BigDecimal number) {
                    to.number(names.get(i), number);
                  } else {
                    to.text(names.get(i), values.get(i) == null ? null : text(values.get(i)));
                  }
                }
              });
      out.print((any ? ",\n" : "\n") + row.strip());
      any = true;
    }

    @Override
    void end() {
      out.print("\n]}\n");
    }
  }
}
