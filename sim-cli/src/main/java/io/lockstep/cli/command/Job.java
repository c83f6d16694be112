// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.advise.FirstSign;
import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.EngineOptions;
import io.lockstep.cli.option.ExplainOption;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.page.ResultDetails;
import io.lockstep.cli.page.ResultSummary;
import io.lockstep.cli.table.FirstFindings;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.explain.Explainer;
import io.lockstep.io.ShellWord;
import io.lockstep.observe.Observation;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.report.explain.AdviceSection;
import io.lockstep.report.explain.ExplanationsSection;
import io.lockstep.report.page.Section;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Runner;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.study.Study;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.point.Request;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The common part of {@code run} and {@code compare}: simulates, prints, sets the exit code. */
public final class Job {
  private final PrintWriter out;
  private final PrintWriter err;
  private final DeviceOptions devices;
  private final RunSettings settings;
  private final CheckOptions checks;
  private final Verbosity verbosity;
  private final TableOptions table;
  private final Format format;
  private final ResultsOption kept;
  private ResultReport report = ResultReport.NONE;
  private ExplainOption explained = new ExplainOption();
  private Supplier<StatisticsRegistry> statistics;
  private List<Path> workloads;
  private List<Path> files; // by row, if results are stored or summed up
  private boolean summary;
  private boolean beside;
  private EngineOptions engine = new EngineOptions();
  private Catalogue models;
  private List<Runner.Target> chosen = List.of();
  private volatile LineSources sources; // null if a single workload has lines

  Job(
      CommandLine line,
      DeviceOptions devices,
      RunSettings settings,
      CheckOptions checks,
      Verbosity verbosity,
      TableOptions table,
      Format format,
      ResultsOption kept) {
    out = line.getOut();
    err = line.getErr();
    this.devices = devices;
    this.settings = settings;
    this.checks = checks;
    this.verbosity = verbosity;
    this.table = table;
    this.format = format;
    this.kept = kept;
  }

  Job reporting(ResultReport page) {
    report = page;
    return this;
  }

  Job explaining(ExplainOption asked) {
    explained = asked;
    return this;
  }

  Job beside(boolean asked) {
    beside = asked;
    return this;
  }

  Job trying(EngineOptions asked) {
    engine = asked;
    return this;
  }

  Job summing(boolean asked) {
    summary = asked;
    return this;
  }

  int run(List<Path> inputs, boolean comparison, Observation observation, BufferDumps dumps) {
    workloads = inputs;
    Catalogue catalogue = devices.catalogue();
    table.check(format, catalogue);
    boolean asked = settings.byCause || table.namesCauses();
    settings.byCause = asked || report.isWanted();
    settings.byLine = report.isWanted() && !kept.isGiven();
    table.hidesCauses = !asked;
    List<Runner.Target> targets = devices.chosen(catalogue, comparison);
    models = catalogue;
    chosen = targets;
    settings.chart.check(targets);
    explained.check(targets);
    Set<String> families = new TreeSet<>();
    targets.forEach(t -> families.add(t.spec().family()));
    statistics = () -> catalogue.statistics(families);
    if (kept.isGiven() || inputs.size() > 1 || summary) {
      return runKept(comparison, catalogue, targets);
    }
    Runner runner = new Runner(catalogue, verbosity.frontends(err)).telling(Verbosity.notes(err));
    Ending.begin(
        () -> {
          List<RunResult> rows = runner.standing();
          print(rows, comparison);
          observation.close();
          return Ending.words(rows, targets.size());
        });
    List<RunResult> results;
    try (Progress progress = new Progress()) {
      observation.meter(progress.meter());
      results =
          runner.run(
              inputs.get(0),
              settings.execution.parameters,
              targets,
              engine.with(settings.options(targets.size(), checks.log())),
              observation,
              dumps);
    }
    List<Section> more = new ArrayList<>(advice(results));
    more.addAll(explanations(catalogue, targets, results));
    Ending.claim();
    print(results, comparison);
    report.write(inputs, targets, results, statistics.get(), more);
    observation.finish(); // after the results, which are printed even if files cannot be written
    return explained.code(exitCode(results, comparison, checks.found()));
  }

  /**
   * Simulates with stored results, which are reused. Each workload is executed once, and its
   * variants are simulated as threads become available.
   */
  private int runKept(boolean comparison, Catalogue catalogue, List<Runner.Target> targets) {
    SortedMap<String, String> parameters = new TreeMap<>(settings.execution.parameters);
    List<Request> requests = new ArrayList<>();
    files = new ArrayList<>();
    for (Path workload : workloads) {
      for (Runner.Target t : targets) {
        requests.add(new Request(workload, parameters, t));
        files.add(workload);
      }
    }
    StudyOptions options =
        StudyOptions.defaults()
            .with(settings.options(requests.size(), checks.log()))
            .with(kept.store(err))
            .telling(Verbosity.notes(err));
    options = summary ? options : options.strictly();
    List<RunResult> results;
    try (Progress progress = new Progress();
        Study runner = new Study(catalogue, verbosity.frontends(err), options)) {
      Ending.begin(
          () -> {
            List<RunResult> rows = runner.standing();
            print(rows, comparison);
            return Ending.words(rows, requests.size()) + kept.goesOn();
          });
      sources = new LineSources(progress.counting(requests));
      results = runner.run(requests, sources);
    }
    List<Section> more = new ArrayList<>(advice(results));
    more.addAll(explanations(catalogue, targets, results));
    Ending.claim();
    print(results, comparison);
    report.write(workloads, targets, results, statistics.get(), more);
    return explained.code(exitCode(results, comparison, false));
  }

  /** Explains the difference between the base and the first other device, if requested. */
  private List<Section> explanations(
      Catalogue catalogue, List<Runner.Target> targets, List<RunResult> results) {
    if (!explained.isWanted()) {
      return List.of();
    }
    int base = report.base(targets);
    int other = base == 0 ? 1 : 0;
    for (int one : new int[] {base, other}) {
      String problem = targets.get(one).problem();
      if (!problem.isEmpty()) { // the row of the result reports the problem too
        return List.of(ExplanationsSection.of(List.of(), List.of(problem)));
      }
    }
    boolean kernels = table.time.timing == TimingChoice.kernels;
    Explainer explainer =
        new Explainer(
            catalogue,
            verbosity.frontends(err),
            ExplainOption.options(settings, kernels, kept.store(err), Verbosity.notes(err)));
    ExplainOption.Question question =
        new ExplainOption.Question(
            devices.side(catalogue, targets, base),
            devices.side(catalogue, targets, other),
            workloads,
            kernels);
    return List.of(
        explained.section(explainer, question, settings, () -> print(results, true), err));
  }

  /** Returns the report's section with hints on each result. */
  private List<Section> advice(List<RunResult> results) {
    if (!report.isWanted()) {
      return List.of();
    }
    List<List<String>> signs = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      RunResult r = results.get(i);
      if (r.isSimulated() && r.kernelPicos() > 0) {
        DeviceSpec spec = chosen.get(i % chosen.size()).spec();
        signs.add(List.of(r.workload(), r.device(), FirstSign.of(r, models, spec)));
      }
    }
    String ids = String.join(",", chosen.stream().map(t -> t.spec().id()).distinct().toList());
    List<String> commands =
        workloads.stream()
            .map(w -> "lockstep advise %s -d %s".formatted(ShellWord.of(w), ShellWord.of(ids)))
            .toList();
    return signs.isEmpty()
        ? List.of()
        : List.of(
            AdviceSection.ofSigns(
                signs,
                List.of("For changes with simulated gains, run: " + String.join("; ", commands))));
  }

  private void print(List<RunResult> found, boolean comparison) {
    if (found.isEmpty() && format == Format.TABLE) {
      return; // interrupted before the first result
    }
    Screen screen = Terminal.screen();
    if (summary) {
      out.print(new ResultSummary(files, found).text(format, screen));
    } else if (settings.lines.isWanted()) {
      out.print(
          settings.lines.text(
              format,
              places(),
              table.sorted(found),
              checks.log(),
              comparison || beside && found.size() > 1,
              screen));
    } else {
      List<RunResult> results = found.stream().map(RunResult::withoutLines).toList();
      if (format == Format.TABLE && settings.chart.isWanted()) {
        out.print(charts(results, screen));
      } else if (format == Format.TABLE && !comparison && !beside) {
        out.print(
            new ResultDetails(table.sorted(results), table.time.timing, statistics.get())
                .render(screen));
      } else if (format == Format.TABLE && workloads.size() > 1) {
        out.print(table.texts(results, screen));
      } else {
        out.print(table.text(format, table.sorted(results), checks.log(), screen));
        if (format == Format.TABLE && comparison) {
          out.print(firstFindings(results, screen));
        }
      }
    }
    if (format != Format.JSON) {
      checks.print(format == Format.TABLE ? out : err);
    }
    out.flush();
  }

  private String firstFindings(List<RunResult> results, Screen screen) {
    return FirstFindings.text(
        results,
        workloads.get(0),
        table.time.timing,
        models,
        r -> spec(r, results.indexOf(r)),
        screen);
  }

  /** Returns a result's specification. Interrupted runs may have fewer results than devices. */
  private DeviceSpec spec(RunResult result, int place) {
    return chosen.stream()
        .map(Runner.Target::spec)
        .filter(s -> s.hash().equals(result.evidence().deviceSha256()))
        .findFirst()
        .orElseGet(() -> chosen.get(place).spec());
  }

  private String charts(List<RunResult> results, Screen screen) {
    return TableOptions.points(results).stream()
        .map(
            p ->
                settings.chart.text(table.sorted(p), table.time.timing, !table.hidesCauses, screen))
        .collect(Collectors.joining("\n"));
  }

  private Function<RunResult, LinePlaces> places() {
    if (sources != null) {
      return sources.places(settings.lines::places);
    }
    LinePlaces places = settings.lines.places(workloads.get(0));
    return result -> places;
  }

  /**
   * Returns the exit code for results.
   *
   * @param comparison whether refusals of some devices are acceptable
   * @param found whether checks have findings
   */
  public static int exitCode(List<RunResult> results, boolean comparison, boolean found) {
    boolean failed = false;
    boolean wrong = found;
    int refused = 0;
    for (RunResult r : results) {
      failed |= r.status() == RunStatus.FAILED;
      wrong |= r.status() == RunStatus.WRONG;
      refused += r.status() == RunStatus.REFUSED ? 1 : 0;
    }
    if (failed) {
      return ExitCode.FAILED;
    }
    if (wrong) {
      return ExitCode.WRONG;
    }
    if (refused == results.size()) {
      return ExitCode.REFUSED;
    }
    return refused > 0 && !comparison ? ExitCode.FAILED : ExitCode.DONE;
  }
}
