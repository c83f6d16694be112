// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.Version;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.run.format.ResultCsv;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.store.index.ExportColumns;
import io.lockstep.sweep.store.index.SweepStore;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description = {
      "Writes the finished rows of a sweep.",
      "The order and the bytes do not depend on the sweep's history."
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 4, 5, 6},
    meanings = {
      "1: points are missing, some have failed, rows are of several builds, or results of one key"
          + " differ; rows are written"
    },
    examples = {
      "lockstep sweep export folder/ --format csv -o points.csv",
      "lockstep sweep export folder/ --format json --provenance"
    })
public final class SweepExportCommand implements Callable<Integer> {
  /** Number of rows between checks whether the output still has a reader. */
  private static final int ROWS_BETWEEN_LOOKS = 500;

  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @ArgGroup private Form form = new Form();

  private static final class Form {
    @Option(
        names = {"-f", "--format"},
        paramLabel = "FORMAT",
        description = "csv, json or table (default: csv).")
    private Format format;

    @Option(names = "--csv", description = "The same as --format csv.")
    private boolean csv;
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write (default: standard output).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @Option(names = "--provenance", description = "Add host, time, attempts and build of each row.")
  private boolean provenance;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Signals that the reader has closed the output. */
  private static final class Unread extends RuntimeException {}

  private ResultCsv lines;
  private long rows;

  @Override
  public Integer call() {
    try (SweepStore store = SweepStore.open(folder, OpenSweep::devices)) {
      if (output == null) {
        print(store, spec.commandLine().getOut());
      } else {
        try (OutputFile file = new OutputFile(output)) {
          write(store, text -> file.write(text.getBytes(StandardCharsets.UTF_8)));
          file.commit();
        }
      }
      SweepFindings findings = SweepFindings.of(store);
      findings.tell(spec.commandLine().getErr());
      return findings.code();
    }
  }

  private void print(SweepStore store, PrintWriter out) {
    try {
      write(
          store,
          text -> {
            out.print(text);
            if (++rows % ROWS_BETWEEN_LOOKS == 0 && out.checkError()) {
              throw new Unread();
            }
          });
    } catch (Unread e) {
      return; // the process ends with its own message
    } finally {
      out.flush();
    }
  }

  private void write(SweepStore store, Consumer<String> to) {
    store.ingest();
    if (form.format == Format.JSON) {
      String version = JsonDocument.line(head -> head.text("lockstep", Version.text())).strip();
      to.accept(version.substring(0, version.length() - 1) + ", \"results\": [");
      String[] between = {"\n"};
      store.rows(
          columns -> {},
          o -> {
            to.accept(between[0] + json(o).stripTrailing());
            between[0] = ",\n";
          });
      to.accept("\n]}\n");
    } else if (form.format == Format.TABLE) {
      List<RunResult> results = new ArrayList<>();
      store.rows(columns -> {}, o -> results.add(o.result()));
      Screen screen = output == null ? Terminal.screen() : Screen.plain();
      TableOptions table = new TableOptions().hidingCauses();
      to.accept(table.text(Format.TABLE, results, CheckLog.none(), screen));
    } else {
      store.rows(columns -> to.accept(header(columns)), o -> to.accept(line(o)));
    }
  }

  private String json(PointOutcome o) {
    return JsonDocument.line(
        row -> {
          row.text("key", o.key());
          ResultFields.ANSWER.write(o.result(), row);
          row.when(provenance).group("provenance", by -> by(o.provenance(), o.build(), by));
        });
  }

  private String header(ExportColumns columns) {
    lines =
        new ResultCsv(
            columns.parameters(),
            columns.overrides(),
            columns.statistics(),
            columns.optional(),
            row -> more("", new OutcomeOrigin("", 0, "", 0, 0, ""), Build.UNKNOWN, row));
    return lines.header();
  }

  private String line(PointOutcome o) {
    return lines.line(o.result(), row -> more(o.key(), o.provenance(), o.build(), row));
  }

  private void more(String key, OutcomeOrigin by, Build build, Fields row) {
    row.text("key", key);
    if (provenance) {
      by(by, build, row);
    }
  }

  private static void by(OutcomeOrigin by, Build build, Fields row) {
    row.text("host_name", by.host());
    row.number("host_process", by.process());
    row.text("host_shard", by.shard());
    row.number("wall_seconds", BigDecimal.valueOf(by.wallMicros(), 6));
    row.number("attempt", by.attempt());
    row.text("attempt_signal", by.signal());
    row.text("version", build.version());
    row.text("build", build.digest());
    row.text("plugins", build.plugins());
  }
}
