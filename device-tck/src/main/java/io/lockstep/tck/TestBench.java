// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.io.InputException;
import io.lockstep.judge.conformance.CheckResult;
import io.lockstep.judge.conformance.Conformance;
import io.lockstep.judge.conformance.Misfit;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.WallLimits;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;

/** Runs workloads on the devices of one module, with the checks that apply to plug-ins. */
final class TestBench {
  /** Progress timeout in ticks, longer than any of the kit's kernels takes without progress. */
  private static final long PROGRESS_TIMEOUT = 20_000_000;

  private static final String COPY_ENGINES = "host.copy_engines";

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Batches of events in a simulation before another one runs in its midst. */
  private static final int BATCHES_BEFORE_ANOTHER = 300;

  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends = Plugins.frontends();
  private final Path folder;
  private Throwable thrown; // exception of the last failed run

  TestBench(DeviceProvider provider, Path folder) {
    catalogue = Catalogue.held(provider);
    this.folder = folder;
  }

  DeviceSpec spec(String id) {
    return catalogue.spec(id);
  }

  /** Returns the names of the statistics that are shares of a resource's peak. */
  Set<String> roofs(DeviceSpec spec) {
    return catalogue.statistics(spec.family()).registry().roofs().stream()
        .map(Statistic::name)
        .collect(Collectors.toSet());
  }

  /** Returns the device's model in a wrapper that checks the results of all calls. */
  Device device(DeviceSpec spec) {
    return catalogue.device(spec);
  }

  /** Compares a device with its specification by the microbenchmarks whose names are wanted. */
  List<CheckResult> checks(DeviceSpec spec, Predicate<String> wanted) {
    return new Conformance(catalogue, StudyOptions.defaults())
        .check(spec, wanted, StudyProgress.NONE);
  }

  /** Returns a sentence for each parameter of a device that does not fit others. */
  List<String> misfits(DeviceSpec spec) {
    return new Conformance(catalogue, StudyOptions.defaults())
        .misfits(spec).stream().map(Misfit::text).toList();
  }

  /** A workload on a device, possibly with another number of copy engines. */
  record Case(String workload, DeviceSpec device) {
    @Override
    public String toString() {
      String engines = device.overrides().get(COPY_ENGINES);
      return workload + (engines == null ? "" : " with " + COPY_ENGINES + "=" + engines);
    }
  }

  /** Returns all workloads; those with streams also with zero, one and two copy engines. */
  List<Case> cases(DeviceSpec device) {
    List<Case> all = new ArrayList<>();
    Corpus.all().forEach(workload -> all.add(new Case(workload, device)));
    all.add(new Case(Corpus.STREAMS, device));
    for (String engines : List.of("0", "1", "2")) {
      DeviceSpec other = with(device, COPY_ENGINES, engines);
      if (other != null) {
        all.add(new Case(Corpus.STREAMS, other));
      }
    }
    return all;
  }

  Path workload(String name) {
    return folder.resolve(name + ".yaml");
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(workload(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Kernel> kernels(String workload) {
    return KernelFiles.read(
        folder.resolve(workload + ".ptx"), frontends, FrontendOptions.defaults());
  }

  static RunOptions options() {
    return RunOptions.defaults()
        .with()
        .progressTimeout(OptionalLong.of(PROGRESS_TIMEOUT))
        .limits(WallLimits.defaults().withRun(LIMIT).withCall(Duration.ofSeconds(20)))
        .build();
  }

  RunResult run(Case one) {
    return run(one.workload, one.device);
  }

  RunResult run(String workload, DeviceSpec device) {
    return run(workload(workload), Map.of(), device, options());
  }

  /** Runs a workload of the corpus with other parameters. */
  RunResult run(String workload, DeviceSpec device, Map<String, String> parameters) {
    return run(workload(workload), parameters, device, options());
  }

  RunResult run(
      Path workload, Map<String, String> parameters, DeviceSpec device, RunOptions options) {
    return SharedProgram.run(
            runner(), workload, parameters, List.of(new Runner.Target(device)), options)
        .get(0);
  }

  /**
   * Runs a workload, and, when some of its events have happened, once more from the beginning to
   * the end. Returns the results of both, the inner one first; of none if it has too few events.
   */
  List<RunResult> runInTheMidstOfAnother(String workload, DeviceSpec device) {
    List<RunResult> results = new ArrayList<>();
    int[] batches = {0};
    try (Observation observation =
        Observation.open(
            ObserveOptions.NONE,
            simulation ->
                simulation.attach(
                    (tick, kind, batch) -> {
                      if (++batches[0] == BATCHES_BEFORE_ANOTHER) {
                        results.add(run(workload, device));
                      }
                    }))) {
      List<Runner.Target> targets = List.of(new Runner.Target(device));
      results.addAll(
          SharedProgram.run(
              runner(), workload(workload), Map.of(), targets, options(), observation));
    }
    return results;
  }

  List<RunResult> run(Path workload, Map<String, String> parameters, List<DeviceSpec> devices) {
    return SharedProgram.run(
        runner(),
        workload,
        parameters,
        devices.stream().map(Runner.Target::new).toList(),
        options());
  }

  /** Returns kinds of events in later passes of a tick that are not declared repeatable. */
  SortedSet<String> actingAtOnce(String workload, DeviceSpec device) {
    List<Partition> partitions = new ArrayList<>();
    try (Observation observation =
        Observation.open(ObserveOptions.NONE, s -> partitions.addAll(s.partitions()))) {
      List<Runner.Target> targets = List.of(new Runner.Target(device));
      isSimulated(
          SharedProgram.run(runner(), workload(workload), Map.of(), targets, options(), observation)
              .get(0));
    }
    return partitions.stream()
        .flatMap(p -> p.repeated().stream())
        .map(EventKind::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Runner runner() {
    thrown = null;
    return new Runner(catalogue, frontends, failure -> thrown = failure);
  }

  /** Fails unless the run was simulated with correct results. */
  void requireSimulated(RunResult result) {
    if (result.status() != RunStatus.OK) {
      throw new AssertionFailedError(
          result.workload()
              + " is "
              + result.status().name().toLowerCase(Locale.ROOT)
              + ": "
              + result.message(),
          thrown);
    }
  }

  /** Returns false for a refusal; fails unless the run was refused or simulated correctly. */
  boolean isSimulated(RunResult result) {
    if (result.status() == RunStatus.REFUSED && !result.message().isBlank()) {
      return false;
    }
    requireSimulated(result);
    return true;
  }

  /** Returns a specification with one figure changed; null if it contradicts other figures. */
  static DeviceSpec with(DeviceSpec spec, String figure, String text) {
    try {
      return spec.with(figure, text);
    } catch (InputException e) {
      if (e.getMessage() == null || !e.getMessage().contains(figure)) {
        throw new AssertionFailedError(
            figure + "=" + text + " is refused without being named: " + e.getMessage(), e);
      }
      return null;
    }
  }
}
