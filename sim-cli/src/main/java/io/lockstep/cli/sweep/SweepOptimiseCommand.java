// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.FormatOption;
import io.lockstep.cli.option.Rare;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.io.Bounds;
import io.lockstep.io.OutputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.search.Search;
import io.lockstep.sweep.search.SearchAnswer;
import io.lockstep.sweep.search.SearchEvaluation;
import io.lockstep.sweep.search.SearchFolder;
import io.lockstep.sweep.search.SearchOptions;
import io.lockstep.sweep.search.SearchSpace;
import io.lockstep.sweep.search.StoreEvaluator;
import io.lockstep.sweep.work.Driver;
import io.lockstep.sweep.work.DriverLock;
import io.lockstep.sweep.work.ExistingRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "optimise",
    description = {
      "Searches a sweep file for its best points.",
      "The file states objectives and constraints. The same command continues an "
          + "interrupted search. docs/optimise.md"
    })
@HelpPage(
    group = HelpPage.Group.SIMULATE,
    codes = {0, 1, 2, 3, 5, 6, 130, 143},
    meanings = {
      "1: points of one program had different traces",
      "5: no point is feasible: all are refused, fail, or miss a constraint"
    },
    examples = {
      "lockstep sweep optimise S.yaml -o found/ --budget 100 --seed 1",
      "lockstep sweep optimise S.yaml -o found/ --budget 100 -f json"
    })
public final class SweepOptimiseCommand implements Callable<Integer> {
  private static final int MOST_EVALUATIONS = 1_000_000;
  private static final int MOST_BATCH = 1024;

  @Parameters(paramLabel = "FILE", description = "A sweep file (.yaml) with objectives.")
  private Path file;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FOLDER",
      description = "Folder of the search, new or to be continued.")
  @FileUse(FileUse.Kind.WRITE_FOLDER)
  private Path output;

  @Option(
      names = "--budget",
      required = true,
      paramLabel = "N",
      description = "Most places to evaluate.")
  private int budget;

  @Rare
  @Option(
      names = "--seed",
      paramLabel = "K",
      description = "Random seed, to repeat the search differently (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "model, cma-es, halving or random (default: by the file).",
      converter = AlgorithmConverter.class)
  private SearchOptions.Kind algorithm;

  @Rare
  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "Places evaluated at once, as many as processors (default: ${DEFAULT-VALUE}).",
      defaultValue = "" + SearchOptions.BATCH)
  private int batch;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Best places to print (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int top;

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE,…",
      description = "Set a workload parameter, overriding the sweep file; repeatable.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Points at once (default: the processors).")
  private Integer threads;

  @Mixin private DeviceOptions devices;
  @Mixin private SweepWorkers workers;
  @Mixin private FormatOption format;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  static final class AlgorithmConverter implements CommandLine.ITypeConverter<SearchOptions.Kind> {
    @Override
    public SearchOptions.Kind convert(String word) {
      for (SearchOptions.Kind kind : SearchOptions.Kind.values()) {
        if (kind.word().equals(word)) {
          return kind;
        }
      }
      throw new CommandLine.TypeConversionException(
          "expected model, cma-es, halving or random, found '" + word + "'");
    }
  }

  @Override
  @SuppressWarnings("try") // the lock is only held
  public Integer call() {
    UsageException.require("--budget", budget, Bounds.of(1, MOST_EVALUATIONS), "");
    UsageException.require("--batch", batch, Bounds.of(1, MOST_BATCH), "");
    UsageException.require("--top", top, Bounds.of(1, MOST_EVALUATIONS), "");
    Catalogue catalogue = devices.catalogue();
    SearchSpace space =
        SearchSpace.of(
            SweepFile.read(file).with(parameters, devices.settings(), devices.devices), catalogue);
    SearchOptions options = new SearchOptions(Optional.ofNullable(algorithm), budget, seed, batch);
    options.algorithm(space.space()); // reports errors before the folder is created
    Search.requireObjectives(space);
    SearchFolder folder =
        SearchFolder.of(output, space, options, Version.text(), devices.plugins.folders);
    try (DriverLock lock = DriverLock.take(output)) {
      goOn();
      return search(space, options, folder, catalogue);
    } catch (DriverLock.BusyException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private void goOn() {
    try {
      Files.deleteIfExists(output.resolve(Driver.CANCEL));
    } catch (IOException e) {
      throw new OutputException(output.toString(), e);
    }
  }

  private int search(
      SearchSpace space, SearchOptions options, SearchFolder folder, Catalogue catalogue) {
    PrintWriter err = spec.commandLine().getErr();
    StoreEvaluator evaluator =
        new StoreEvaluator(
            folder.sweep(),
            SweepPlan.frozen(space.file()),
            catalogue,
            Plugins.frontends(),
            workers.options(threads, devices.plugins.folders, ExistingRows::of, err));
    Search search = new Search(space, options.algorithm(space.space()), evaluator, catalogue);
    boolean whole;
    try (SearchProgress progress = new SearchProgress(budget)) {
      Ending.begin(
          () -> {
            evaluator.stop();
            return progress.words() + goesOn();
          });
      whole =
          search.run(
              budget,
              now -> {
                folder.write(now);
                progress.show(now);
              });
      Ending.claim();
      if (!whole) {
        err.println("lockstep: cancelled; " + progress.words() + goesOn());
        return ExitCode.INTERRUPTED;
      }
    } catch (OutputException e) {
      Ending.claim();
      err.println("lockstep: " + e.getMessage() + goesOn());
      return ExitCode.NOT_WRITTEN;
    }
    print(search, options);
    if (evaluator.violations() > 0) {
      return ExitCode.FAILED;
    }
    return search.best(1).isEmpty() ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private static String goesOn() {
    return "; goes on with the same command";
  }

  private void print(Search search, SearchOptions options) {
    PrintWriter out = spec.commandLine().getOut();
    SearchAnswer answer = new SearchAnswer(search, options, top);
    out.print(
        switch (format.format) {
          case JSON -> SearchAnswer.ANSWER.json(Version.text(), answer);
          case CSV -> answer.csv();
          case TABLE -> new SearchTable(answer).render(Terminal.screen());
        });
    out.flush();
    Optional<SearchEvaluation> last =
        search.best(1).isEmpty() ? search.evaluations().stream().findFirst() : Optional.empty();
    last.ifPresent(
        e ->
            spec.commandLine()
                .getErr()
                .println("lockstep: no feasible point; the first one: " + e.reason()));
  }
}
