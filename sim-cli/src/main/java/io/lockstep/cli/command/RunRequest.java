// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.EngineOptions;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.cli.terminal.Version;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.InputException;
import io.lockstep.observe.Checkpoint;
import io.lockstep.observe.CheckpointPlan;
import io.lockstep.observe.Meter;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.observe.RunSetup;
import io.lockstep.observe.SimulationWatcher;
import io.lockstep.observe.TimelineFilter;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import io.lockstep.run.plugin.LeftOut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A request of {@code run} that can be stored as arguments and repeated. */
@Command(name = "run")
public final class RunRequest {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  @Parameters(arity = "0..1")
  private Path workload;

  @Mixin private DeviceOptions devices;
  @Mixin private RunSettings settings;
  @Mixin private EngineOptions engine;

  @Option(names = "--resume")
  @FileUse(FileUse.Kind.READ)
  private Path resume;

  private List<String> leftOut = List.of();

  private RunRequest() {
    this(null, new DeviceOptions(), new RunSettings(), new EngineOptions(), null);
  }

  RunRequest(
      Path workload,
      DeviceOptions devices,
      RunSettings settings,
      EngineOptions engine,
      Path resume) {
    this.workload = workload;
    this.devices = devices;
    this.settings = settings;
    this.engine = engine;
    this.resume = resume;
  }

  Path workload() {
    return workload;
  }

  /** Parses arguments as returned by {@link #arguments}. */
  static RunRequest of(List<String> arguments) {
    RunRequest request = new RunRequest();
    try {
      line(request).setOverwrittenOptionsAllowed(true).parseArgs(arguments.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new InputException(
          "run " + String.join(" ", arguments),
          "this version of Lockstep rejects it: " + e.getMessage());
    }
    return request;
  }

  private static CommandLine line(RunRequest request) {
    return new CommandLine(request).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Returns a copy changed by options given as text. */
  RunRequest with(String option, String text) {
    return with(option, words(text));
  }

  RunRequest with(String option, List<String> words) {
    RunRequest more = new RunRequest();
    try {
      line(more).parseArgs(words.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
    RunRequest same = of(arguments());
    same.workload = more.workload == null ? same.workload : null;
    if (!more.devices.devices.isEmpty()) {
      same.devices.devices.clear();
    }
    List<String> both = same.arguments();
    both.addAll(words);
    return of(both);
  }

  /** Splits a text into words; quoted words may contain blanks. */
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

  /** Returns the options that determine the simulation, in storage order. */
  private static Map<String, Function<RunRequest, Object>> options() {
    Map<String, Function<RunRequest, Object>> options = new LinkedHashMap<>();
    options.put("--param", r -> r.settings.execution.parameters);
    options.put("--device", r -> r.devices.devices);
    options.put("--set", r -> r.devices.settings());
    options.put("--plugin-path", r -> r.devices.plugins.folders);
    options.put("--threads", r -> r.settings.threads);
    options.put("--shuffle-ties", r -> r.engine.shuffleTies);
    options.put("--instruction-budget", r -> r.settings.execution.budget);
    options.put("--memory", r -> r.settings.execution.memorySize());
    options.put("--progress-timeout", r -> r.engine.progressTimeout);
    options.put("--first-phase", r -> r.settings.phase);
    options.put("--resume", r -> r.resume);
    return options;
  }

  /** Returns the arguments of {@code lockstep run}, without defaults. */
  List<String> arguments() {
    List<String> words = new ArrayList<>();
    if (workload != null) {
      words.add(workload.toString());
    }
    RunRequest usual = of(List.of());
    options()
        .forEach(
            (option, value) -> {
              if (!Objects.equals(value.apply(this), value.apply(usual))) {
                add(words, option, value.apply(this));
              }
            });
    return words;
  }

  private static void add(List<String> words, String option, Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, of) -> add(words, option, name + "=" + of));
    } else if (value instanceof List<?> list) {
      list.forEach(one -> add(words, option, one));
    } else {
      words.add(option);
      if (!Boolean.TRUE.equals(value)) {
        words.add(value.toString());
      }
    }
  }

  /**
   * Simulates under observation.
   *
   * @param wanted selects devices by specification hash
   * @throws InputException if no device is selected
   */
  List<RunResult> run(SimulationWatcher watcher, Predicate<String> wanted, Meter meter) {
    Optional<Path> saved = Optional.ofNullable(resume);
    saved.map(Checkpoint::read).map(Checkpoint::setup).ifPresent(this::fillIn);
    if (workload == null) {
      throw new UsageException("name a workload (.yaml) or a recorded trace (.lkt) on either side");
    }
    Catalogue catalogue = devices.quietly();
    leftOut = catalogue.leftOut().stream().map(LeftOut::line).toList();
    List<Runner.Target> targets =
        devices.chosen(catalogue, false).stream()
            .filter(t -> wanted.test(t.spec().hash()))
            .toList();
    if (targets.isEmpty()) {
      throw new InputException(
          String.join(",", devices.devices), "the specification has changed since it was recorded");
    }
    ObserveOptions watched =
        new ObserveOptions(
            Optional.empty(),
            TimelineFilter.ALL,
            Optional.empty(),
            1,
            new CheckpointPlan(0, Optional.empty(), saved),
            setup());
    try (Observation observation = Observation.open(watched, watcher)) {
      observation.meter(meter);
      return SharedProgram.run(
          new Runner(catalogue, Plugins.frontends()),
          workload,
          settings.execution.parameters,
          targets,
          engine.with(settings.options(CheckLog.none())),
          observation);
    }
  }

  /** Returns the request as stored in checkpoints and other repeatable files. */
  RunSetup setup() {
    return new RunSetup(
        Version.text(),
        workload.toString(),
        new TreeMap<>(settings.execution.parameters),
        String.join(",", devices.devices),
        new TreeMap<>(devices.settings()));
  }

  List<String> leftOut() {
    return leftOut;
  }

  void fillIn(RunSetup saved) {
    if (workload == null) {
      workload = Path.of(saved.workload());
    }
    if (settings.execution.parameters.isEmpty() && workload.toString().equals(saved.workload())) {
      settings.execution.parameters.putAll(saved.parameters());
    }
    if (devices.devices.isEmpty()) {
      devices.devices.add(saved.device());
      if (devices.settings().isEmpty()) {
        devices.overrides.putAll(saved.overrides());
      }
    }
  }
}
