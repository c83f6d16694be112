// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.sweep.store.index.QueryAnswer;
import io.lockstep.sweep.store.index.SweepStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    try (SweepStore store = SweepStore.open(folder, OpenSweep::devices)) {
      store.ingest();
      if (schema) {
        print(store.schema());
      } else {
        store.query(sql, this::print);
      }
    }
    return ExitCode.DONE;
  }

  private void print(QueryAnswer answer) {
    PrintWriter out = spec.commandLine().getOut();
    switch (format.format) {
      case TABLE -> {
        List<Map<String, Object>> rows = new ArrayList<>();
        answer.rows().forEach(rows::add);
        out.print(Table.of(answer.table(rows), rows).render(Terminal.screen()));
      }
      case JSON -> QueryAnswer.ANSWER.stream(Version.text(), answer, out);
      case CSV -> answer.csv(out::print);
    }
    out.flush();
  }
}
