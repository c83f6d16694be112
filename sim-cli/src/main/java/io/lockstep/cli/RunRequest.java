package io.lockstep.cli;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.observe.Checkpoint;
import io.lockstep.run.observe.CheckpointPlan;
import io.lockstep.run.observe.Meter;
import io.lockstep.run.observe.Observation;
import io.lockstep.run.observe.ObserveOptions;
import io.lockstep.run.observe.RunSetup;
import io.lockstep.run.observe.SimulationWatcher;
import io.lockstep.run.observe.TimelineFilter;
import io.lockstep.run.plugin.LeftOut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code run} is asked to simulate: can be written down as arguments and run again. */
@Command(name = "run")
final class RunRequest {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  @Parameters(arity = "0..1")
  private Path workload;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;

  @Option(names = "--resume")
  private Path resume;

  private List<String> leftOut = List.of();

  private RunRequest() {
    this(null, new DeviceOptions(), new RunSettings(), null);
  }

  RunRequest(Path workload, DeviceOptions devices, RunSettings settings, Path resume) {
    this.workload = workload;
    this.devices = devices;
    this.settings = settings;
    this.resume = resume;
  }

  /** The workload or trace, or null. */
  Path workload() {
    return workload;
  }

  /** Reads arguments that {@link #arguments} has given. */
  static RunRequest of(List<String> arguments) {
    RunRequest request = new RunRequest();
    try {
      line(request).parseArgs(arguments.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new InputException(
          "run " + String.join(" ", arguments),
          "this Lockstep does not know it: " + e.getMessage());
    }
    return request;
  }

  private static CommandLine line(RunRequest request) {
    return new CommandLine(request).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** The same with what a text of options says otherwise. */
  RunRequest with(String option, String text) {
    return with(option, words(text));
  }

  /** The same with what some options say otherwise. */
  RunRequest with(String option, List<String> words) {
    RunRequest same = of(arguments());
    RunRequest more = new RunRequest();
    CommandLine.ParseResult given;
    try {
      given = line(more).parseArgs(words.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
    same.workload = more.workload == null ? same.workload : more.workload;
    same.resume = more.resume == null ? same.resume : more.resume;
    if (!more.devices.devices.isEmpty()) {
      same.devices.devices = more.devices.devices;
    }
    same.devices.overrides.putAll(more.devices.overrides);
    same.devices.pluginPath.addAll(more.devices.pluginPath);
    RunSettings s = same.settings;
    RunSettings m = more.settings;
    s.execution.parameters.putAll(m.execution.parameters);
    s.shuffleTies = m.shuffleTies == null ? s.shuffleTies : m.shuffleTies;
    if (given.hasMatchedOption("--instruction-budget")) {
      s.execution.budget = m.execution.budget;
    }
    s.execution.memory = m.execution.memory == null ? s.execution.memory : m.execution.memory;
    s.threads = given.hasMatchedOption("--threads") ? m.threads : s.threads;
    s.waiting = given.hasMatchedOption("--wait") ? m.waiting : s.waiting;
    s.patience = m.patience == null ? s.patience : m.patience;
    s.causes |= m.causes;
    return same;
  }

  /** Words of a text; quotes keep blanks. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      for (int group = 1; group <= 3; group++) {
        if (word.group(group) != null) {
          words.add(word.group(group));
        }
      }
    }
    return words;
  }

  /** What follows {@code lockstep run}, defaults left out. */
  List<String> arguments() {
    List<String> words = new ArrayList<>();
    if (workload != null) {
      words.add(workload.toString());
    }
    settings.execution.parameters.forEach(
        (name, value) -> add(words, "--param", name + "=" + value));
    devices.devices.forEach(device -> add(words, "--device", device));
    devices.overrides.forEach((figure, value) -> add(words, "--set", figure + "=" + value));
    devices.pluginPath.forEach(folder -> add(words, "--plugin-path", folder));
    RunSettings usual = usual();
    if (settings.threads != null) {
      add(words, "--threads", settings.threads);
    }
    if (settings.waiting != usual.waiting) {
      add(words, "--wait", settings.waiting);
    }
    if (settings.shuffleTies != null) {
      add(words, "--shuffle-ties", settings.shuffleTies);
    }
    if (settings.execution.budget != usual.execution.budget) {
      add(words, "--instruction-budget", settings.execution.budget);
    }
    if (settings.execution.memory != null) {
      add(words, "--memory", SizeConverter.show(settings.execution.memory));
    }
    if (settings.patience != null) {
      add(words, "--patience", settings.patience);
    }
    if (settings.causes) {
      words.add("--causes");
    }
    if (resume != null) {
      add(words, "--resume", resume);
    }
    return words;
  }

  private static RunSettings usual() {
    RunRequest usual = new RunRequest();
    line(usual).parseArgs();
    return usual.settings;
  }

  private static void add(List<String> words, String option, Object value) {
    words.add(option);
    words.add(value.toString());
  }

  /**
   * Simulates, watched.
   *
   * @param wanted hashes of the specifications to run on
   * @return the results of these devices
   * @throws InputException where none is wanted
   */
  List<RunResult> run(SimulationWatcher watcher, Predicate<String> wanted, Meter meter) {
    Optional<Path> saved = Optional.ofNullable(resume);
    saved.map(Checkpoint::read).map(Checkpoint::setup).ifPresent(this::fillIn);
    if (workload == null) {
      throw new UsageException("name a workload (.yaml) or a recorded trace (.lkt) on either side");
    }
    Catalogue catalogue = devices.quietly();
    leftOut = catalogue.leftOut().stream().map(LeftOut::line).toList();
    List<Runner.Target> targets = new ArrayList<>();
    for (DeviceOptions.Chosen c : devices.chosen(catalogue, false)) {
      if (wanted.test(c.spec().hash())) {
        targets.add(new Runner.Target(c.spec(), c.problem()));
      }
    }
    if (targets.isEmpty()) {
      throw new InputException(
          String.join(",", devices.devices), "the specification has changed since it was recorded");
    }
    RunSetup setup =
        new RunSetup(
            Version.text(),
            workload.toString(),
            new java.util.TreeMap<>(settings.execution.parameters),
            String.join(",", devices.devices),
            new java.util.TreeMap<>(devices.overrides));
    ObserveOptions watched =
        new ObserveOptions(
            Optional.empty(),
            TimelineFilter.ALL,
            Optional.empty(),
            1,
            new CheckpointPlan(0, Optional.empty(), saved),
            setup);
    try (Observation observation = Observation.open(watched, watcher)) {
      observation.meter(meter);
      return new Runner(catalogue, Plugins.frontends())
          .run(
              workload,
              settings.execution.parameters,
              targets,
              settings.options(CheckLog.none()),
              observation);
    }
  }

  /** Plug-ins that the last run went without, and why. */
  List<String> leftOut() {
    return leftOut;
  }

  /** Takes from a checkpoint what the request leaves out. */
  void fillIn(RunSetup saved) {
    if (workload == null) {
      workload = Path.of(saved.workload());
    }
    if (settings.execution.parameters.isEmpty() && workload.toString().equals(saved.workload())) {
      settings.execution.parameters.putAll(saved.parameters());
    }
    if (devices.devices.isEmpty()) {
      devices.devices.add(saved.device());
      if (devices.overrides.isEmpty()) {
        devices.overrides.putAll(saved.overrides());
      }
    }
  }
}
