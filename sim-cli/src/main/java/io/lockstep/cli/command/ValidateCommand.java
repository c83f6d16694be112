// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DurationConverter;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.option.ReportOption;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.SampleOption;
import io.lockstep.cli.option.StudySettings;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.ValidationTable;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.output.OutputFile;
import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.RowStatus;
import io.lockstep.judge.validation.Suite;
import io.lockstep.judge.validation.Validation;
import io.lockstep.judge.validation.ValidationAnswer;
import io.lockstep.judge.validation.ValidationOptions;
import io.lockstep.report.validation.ValidationPage;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.store.FolderStore;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description = {
      "Compares simulated with published times, and scores.",
      "A suite is YAML with a row for each published value. docs/validation.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    place = 17,
    codes = {0, 1, 2, 3, 4, 5, 6, 130, 143},
    meanings = {
      "3: a row, or what it names, is written wrongly; the others are done",
      "4: a workload computed something wrong, or, with --strict, a row missed"
    },
    examples = {
      "lockstep validate validation/tesla.yaml",
      "lockstep validate validation/tesla.yaml --report tesla.html",
      "lockstep validate validation/cdna.yaml --only 'CD09*' --format csv -o rows.csv",
      "lockstep validate validation/cdna.yaml --set l1.latency='*1.1'"
    })
public final class ValidateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SUITE", description = "A suite of rows (.yaml).")
  private Path suite;

  @Mixin private PluginOption plugins = new PluginOption();

  @Option(
      names = "--only",
      paramLabel = "PATTERN,…",
      hideParamSyntax = true,
      split = ",",
      description = "Only rows with matching ids; * and ? are wildcards.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "PARAMETER=VALUE",
      description = "Set a parameter of all devices that have it.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(names = "--strict", description = "Exit with 4 if a row misses its tolerance.")
  private boolean strict;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time per row, e.g. 90s or 5m.",
      converter = DurationConverter.class)
  private Duration timeLimit;

  @Mixin private SampleOption sample = new SampleOption();

  @Mixin private StudySettings study;

  @Mixin private FormatOption shown;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File to write (default: standard output).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @Mixin private ReportOption report;

  @Mixin private Verbosity verbosity;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    Suite named = rows();
    Catalogue catalogue = plugins.catalogue(spec.commandLine().getErr());
    Suite rows = named.with(overrides, catalogue);
    try (ReportOption page = report.open()) {
      if (output == null) {
        PrintWriter out = spec.commandLine().getOut();
        return validate(
            rows,
            catalogue,
            text -> {
              out.print(text);
              out.flush();
            },
            page);
      }
      return toFile(rows, catalogue, page);
    }
  }

  private int toFile(Suite rows, Catalogue catalogue, ReportOption page) {
    if (page.isWanted() && absolute(page.file()).equals(absolute(output))) {
      throw new UsageException("--output and --report name the same file");
    }
    try (OutputFile file =
        new OutputFile(output)) { // an invalid name is reported before the simulations
      int code =
          validate(
              rows,
              catalogue,
              text -> {
                file.write(text.getBytes(StandardCharsets.UTF_8));
                file.commit();
              },
              page);
      if (!study.keepsResults()) {
        FolderStore.delete(besideOutput());
      }
      return code;
    }
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private Suite rows() {
    Suite all = Suite.read(suite);
    return only.isEmpty() ? all : all.only(only);
  }

  private Path besideOutput() {
    return output.resolveSibling(output.getFileName() + ".state");
  }

  private int validate(Suite rows, Catalogue catalogue, Consumer<String> print, ReportOption page) {
    PrintWriter err = spec.commandLine().getErr();
    List<RowResult> found = simulate(rows, catalogue, print, err);
    print.accept(text(found));
    complain(found, err);
    String title = String.valueOf(suite.getFileName());
    page.write(
        () -> {
          List<DeviceSpec> devices =
              found.stream().map(RowResult::device).distinct().map(catalogue::spec).toList();
          return ValidationPage.of(title, page.origin().on(devices), found);
        });
    return exitCode(found);
  }

  /** Simulates all rows; if interrupted, prints the finished rows. */
  private List<RowResult> simulate(
      Suite rows, Catalogue catalogue, Consumer<String> print, PrintWriter err) {
    try (Progress progress = new Progress()) {
      Validation validation =
          new Validation(rows, catalogue, verbosity.frontends(err), options(err, progress));
      if (!validation.unknownCounters().isEmpty()) {
        err.println(
            "lockstep: no statistic for " + String.join(", ", validation.unknownCounters()));
      }
      Ending.begin(
          () -> {
            List<RowResult> found = validation.rows();
            if (output == null) {
              print.accept(text(found));
            }
            long done = found.stream().filter(r -> r.status() != RowStatus.INTERRUPTED).count();
            return done + " of " + found.size() + " rows done" + goesOn();
          });
      validation.run();
      Ending.claim();
      return validation.rows();
    }
  }

  private String goesOn() {
    return output == null ? study.goesOn() : ResultsOption.GOES_ON;
  }

  private ValidationOptions options(PrintWriter err, Progress progress) {
    RunOptions usual = RunOptions.defaults();
    WallLimits limits = usual.limits();
    RunOptions each =
        usual
            .with()
            .limits(timeLimit == null ? limits : limits.withRun(timeLimit))
            .sampling(sample.request())
            .build();
    StudyOptions options = study.options(each, plugins.folders, err);
    return new ValidationOptions(
        study.keepsResults() || output == null
            ? options
            : options.with(new FolderStore(besideOutput(), options.notes())),
        progress::within);
  }

  private String text(List<RowResult> found) {
    return switch (shown.format) {
      case JSON -> ValidationAnswer.ANSWER.json(Version.text(), found);
      case CSV -> ValidationAnswer.ROW.csvOfAll(Map.of(), found);
      case TABLE ->
          new ValidationTable(found).render(output == null ? Terminal.screen() : Screen.plain());
    };
  }

  private static void complain(List<RowResult> found, PrintWriter err) {
    for (RowResult row : found) {
      if (row.status() == RowStatus.BAD_INPUT) {
        err.println("lockstep: " + row.id() + ": " + row.note());
      }
    }
  }

  private int exitCode(List<RowResult> found) {
    if (any(found, RowStatus.FAILED)) {
      return ExitCode.FAILED;
    }
    if (any(found, RowStatus.BAD_INPUT)) {
      return ExitCode.BAD_INPUT;
    }
    boolean missed = found.stream().anyMatch(row -> !row.isWithin());
    if (any(found, RowStatus.WRONG) || strict && missed) {
      return ExitCode.WRONG;
    }
    return found.stream().allMatch(row -> row.status() == RowStatus.REFUSED)
        ? ExitCode.REFUSED
        : ExitCode.DONE;
  }

  private static boolean any(List<RowResult> found, RowStatus status) {
    return found.stream().anyMatch(row -> row.status() == status);
  }
}
