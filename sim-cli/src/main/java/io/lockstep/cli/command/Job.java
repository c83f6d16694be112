// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.advise.FirstSign;
import io.lockstep.cli.option.ExplainOption;
import io.lockstep.cli.option.ProgramOptions;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.page.ResultDetails;
import io.lockstep.cli.page.ResultSummary;
import io.lockstep.cli.table.FirstFindings;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.PublishedErrors;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Progress;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.explain.Explainer;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.observe.Observation;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.report.explain.AdviceSection;
import io.lockstep.report.explain.ExplanationsSection;
import io.lockstep.report.grade.KindError;
import io.lockstep.report.page.Section;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.study.Study;
import io.lockstep.study.StudyListener;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.point.Request;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The common part of {@code run} and {@code compare}: simulates, prints, sets the exit code. */
public final class Job {
  private static final int FEW = 4; // results whose published errors are all printed

  private final PrintWriter out;
  private final PrintWriter err;
  private final JobOptions asked;
  private final RunSettings settings;
  private final ResultReport report;
  private final JobOptions.Output output;
  private final List<Path> workloads;
  private final CommandSpec spec;
  private final Catalogue catalogue;
  private final List<Runner.Target> targets;
  private final boolean showsCauses;
  private final TableOptions table;
  private final Supplier<StatisticsRegistry> statistics;
  private volatile LineSources sources; // null if a single workload has lines

  /** Checks the options and finds the devices. */
  Job(CommandLine line, JobOptions asked, List<Path> workloads) {
    out = line.getOut();
    err = line.getErr();
    spec = line.getCommandSpec();
    this.asked = asked;
    this.workloads = workloads;
    settings = asked.settings();
    report = asked.report();
    output = asked.output();
    catalogue = asked.devices().catalogue();
    asked.table().check(output.format(), catalogue);
    showsCauses = settings.byCause || asked.table().namesCauses();
    table = showsCauses ? asked.table() : asked.table().hidingCauses();
    targets = asked.devices().chosen(catalogue, output.comparison());
    settings.chart.check(targets);
    asked.explained().check(targets);
    Set<String> families = new TreeSet<>();
    targets.forEach(t -> families.add(t.spec().family()));
    statistics = () -> catalogue.statistics(families);
    table.doubting(this::doubt);
    table.naming(catalogue.profilers(targets.stream().map(Runner.Target::spec).toList()));
  }

  /** Simulates, prints, and returns the exit code; the caller closes observation and dumps. */
  int run(Observation observation, BufferDumps dumps) {
    SortedMap<String, String> parameters = new TreeMap<>(settings.execution.parameters);
    List<Request> requests = new ArrayList<>();
    for (Path workload : workloads) {
      for (Runner.Target t : targets) {
        requests.add(new Request(workload, parameters, t));
      }
    }
    StudyOptions options = studyOptions(requests.size());
    ProgramOptions.record(spec);
    List<RunResult> results = simulated(requests, options, observation, dumps);
    List<Section> more = new ArrayList<>(advice(results));
    more.addAll(explanations(results));
    Ending.claim();
    print(results);
    report.write(workloads, targets, results, catalogue, more);
    observation.finish(); // after the results, which are printed even if files cannot be written
    return asked.explained().code(exitCode(results, output.comparison(), asked.checks().found()));
  }

  /**
   * Executes each workload once, and simulates its devices as threads become available. A single
   * workload without stored results, which are reused, is observed.
   */
  private List<RunResult> simulated(
      List<Request> requests, StudyOptions options, Observation observation, BufferDumps dumps) {
    boolean observed = !asked.kept().isGiven() && workloads.size() == 1 && !output.summary();
    try (Progress progress = new Progress();
        Study study = new Study(catalogue, asked.verbosity().frontends(err), options)) {
      Ending.begin(
          () -> {
            List<RunResult> rows = study.standing();
            print(rows);
            observation.close();
            return Ending.words(rows, requests.size()) + asked.kept().goesOn();
          });
      if (observed) {
        observation.meter(progress.meter());
        StudyListener rows = progress.rows(requests.size(), StudyListener.NONE);
        return study.runObserved(requests, rows, observation, dumps);
      }
      sources = new LineSources(progress.rows(requests.size(), progress.counting(requests)));
      return study.run(requests, sources);
    }
  }

  private StudyOptions studyOptions(int rows) {
    StudyOptions options =
        StudyOptions.defaults()
            .with(options(rows))
            .with(asked.kept().store(err))
            .telling(Verbosity.notes(err));
    return output.summary() ? options : options.strictly();
  }

  private RunOptions options(int rows) {
    RunOptions run = asked.engine().with(settings.options(rows, asked.checks().log()));
    boolean lines = report.isWanted() && !asked.kept().isGiven();
    return run.with()
        .byCause(showsCauses || report.isWanted())
        .byLine(lines || run.byLine())
        .byTime(lines)
        .build();
  }

  /** Explains the difference between the base and the first other device, if requested. */
  private List<Section> explanations(List<RunResult> results) {
    if (!asked.explained().isWanted()) {
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
            new Installed(catalogue, asked.verbosity().frontends(err)),
            ExplainOption.options(
                settings, kernels, asked.kept().store(err), Verbosity.notes(err)));
    ExplainOption.Question question =
        new ExplainOption.Question(
            asked.devices().side(catalogue, targets, base),
            asked.devices().side(catalogue, targets, other),
            workloads,
            kernels);
    return List.of(
        asked.explained().section(explainer, question, settings, () -> print(results), err));
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
        DeviceSpec spec = targets.get(i % targets.size()).spec();
        signs.add(List.of(r.workload(), r.device(), FirstSign.of(r, catalogue, spec)));
      }
    }
    String ids = String.join(",", targets.stream().map(t -> t.spec().id()).distinct().toList());
    List<String> commands =
        workloads.stream().map(w -> ProgramOptions.advise(spec, w, ids)).toList();
    return signs.isEmpty()
        ? List.of()
        : List.of(
            AdviceSection.ofSigns(
                signs,
                List.of("For changes with simulated gains, run: " + String.join("; ", commands))));
  }

  private void print(List<RunResult> found) {
    Format format = output.format();
    boolean comparison = output.comparison();
    if (found.isEmpty() && format == Format.TABLE) {
      return; // interrupted before the first result
    }
    Screen screen = Terminal.screen();
    if (output.summary()) {
      List<Path> files =
          workloads.stream().flatMap(w -> Collections.nCopies(targets.size(), w).stream()).toList();
      out.print(new ResultSummary(files, found).text(format, screen));
    } else if (settings.lines.isWanted()) {
      out.print(
          settings.lines.text(
              format,
              places(),
              table.sorted(found),
              asked.checks().log(),
              comparison || output.beside() && found.size() > 1,
              screen));
    } else {
      List<RunResult> results = found.stream().map(RunResult::withoutLines).toList();
      if (format == Format.TABLE && settings.chart.isWanted()) {
        out.print(charts(results, screen));
      } else if (format == Format.TABLE && !comparison && !output.beside()) {
        out.print(
            new ResultDetails(table.sorted(results), table.time.timing, statistics.get())
                .render(screen));
      } else if (format == Format.TABLE && workloads.size() > 1) {
        out.print(table.texts(results, screen));
      } else {
        out.print(table.text(format, table.sorted(results), asked.checks().log(), screen));
        if (format == Format.TABLE && comparison) {
          out.print(PublishedErrors.text(errors(results), screen));
          out.print(firstFindings(results, screen));
        }
      }
    }
    if (format != Format.JSON) {
      asked.checks().print(format == Format.TABLE ? out : err);
    }
    out.flush();
  }

  private String firstFindings(List<RunResult> results, Screen screen) {
    return FirstFindings.text(
        results,
        ids -> ProgramOptions.advise(spec, workloads.get(0).getFileName(), ids),
        table.time.timing,
        catalogue,
        r -> spec(r, results.indexOf(r)),
        screen);
  }

  /**
   * Returns the errors of published rows of the kind that limits each simulated result; of many,
   * those of the slowest and the fastest one.
   */
  private List<KindError> errors(List<RunResult> results) {
    List<RunResult> timed =
        results.stream().filter(r -> r.isSimulated() && r.kernelPicos() > 0).toList();
    if (timed.size() > FEW) {
      Comparator<RunResult> fastest = Comparator.comparingLong(table.time.timing::picos);
      timed = List.of(Collections.max(timed, fastest), Collections.min(timed, fastest));
    }
    Set<String> shipped = ResultReport.shipped(targets);
    List<KindError> errors = new ArrayList<>();
    for (RunResult r : timed) {
      DeviceSpec spec = spec(r, results.indexOf(r));
      errors.add(KindError.of(r, spec, shipped.contains(spec.hash())));
    }
    return errors;
  }

  /** Returns the peak that limits a result, if it rests on uncertain parameters. */
  private Optional<BindingPeak> doubt(RunResult result) {
    return targets.stream()
        .map(Runner.Target::spec)
        .filter(s -> s.hash().equals(result.evidence().deviceSha256()))
        .findFirst()
        .flatMap(s -> BindingPeak.of(result, catalogue, s));
  }

  /** Returns a result's specification. Interrupted runs may have fewer results than devices. */
  private DeviceSpec spec(RunResult result, int place) {
    return targets.stream()
        .map(Runner.Target::spec)
        .filter(s -> s.hash().equals(result.evidence().deviceSha256()))
        .findFirst()
        .orElseGet(() -> targets.get(place).spec());
  }

  private String charts(List<RunResult> results, Screen screen) {
    return TableOptions.points(results).stream()
        .map(p -> settings.chart.text(table.sorted(p), table.time.timing, showsCauses, screen))
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
