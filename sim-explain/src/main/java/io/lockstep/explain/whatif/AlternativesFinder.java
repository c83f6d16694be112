// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

import io.lockstep.explain.Reason;
import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Outcome;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.explain.sentence.Evidence;
import io.lockstep.explain.sentence.Sentences;
import io.lockstep.explain.sentence.State;
import io.lockstep.explain.sentence.StateMaker;
import io.lockstep.io.InputException;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Measures the effects of single changes of devices. Each change is simulated at the same launch
 * phases as the unchanged device. Results do not depend on the number of threads. Thread-safe.
 */
public final class AlternativesFinder {
  private final Installed installed;
  private final ExperimentOptions options;

  public AlternativesFinder(Installed installed, ExperimentOptions options) {
    this.installed = installed;
    this.options = options.byCause();
  }

  /**
   * Simulates each change on each device.
   *
   * @param workload a workload file, or a trace
   * @param parameters parameters of the workload; a trace takes none
   * @param changes changes, applied one at a time
   * @throws InputException if the workload is wrong
   * @throws io.lockstep.explain.experiment.UnexplainedException if an unchanged device cannot run
   *     the workload or fails, or the time limit is reached
   */
  public Alternatives find(
      Path workload,
      Map<String, String> parameters,
      List<Side> devices,
      List<Change> changes,
      StudyProgress listener) {
    StateMaker states = new StateMaker(installed, workload, parameters, options.study().notes());
    try (Experiment experiment =
        new Experiment(workload, parameters, installed, options, listener)) {
      return new Session(experiment, states).find(devices, changes);
    }
  }

  /** A change of one device. */
  private record Tried(Side device, Change change, Variant variant) {}

  private Tried tried(Side device, Change change) {
    return new Tried(
        device,
        change,
        Variant.tried(
            installed.catalogue(),
            device.name(),
            device.spec(),
            Map.of(change.figure(), change.value())));
  }

  private final class Session {
    private final Experiment experiment;
    private final StateMaker states;

    Session(Experiment experiment, StateMaker states) {
      this.experiment = experiment;
      this.states = states;
    }

    private Outcome outcome(Variant variant) {
      return experiment.outcome(variant, options.phases());
    }

    Alternatives find(List<Side> devices, List<Change> changes) {
      List<Tried> all =
          devices.stream().flatMap(d -> changes.stream().map(c -> tried(d, c))).toList();
      List<Variant> variants =
          Stream.concat(devices.stream().map(Side::variant), all.stream().map(Tried::variant))
              .toList();
      experiment.run(variants, options.phases());
      List<Alternatives.Base> bases = new ArrayList<>();
      for (Side device : devices) {
        Outcome base = outcome(device.variant()).timed(device.name());
        bases.add(new Alternatives.Base(device.name(), base.picos()));
      }
      RunResult first = outcome(devices.get(0).variant()).first();
      return new Alternatives(
          first.workload(),
          first.parameters(),
          options.kernels(),
          bases,
          all.stream().map(this::alternative).toList(),
          notes(devices, changes),
          variants.stream().anyMatch(v -> outcome(v).has(RunStatus.FAILED)),
          variants.stream().anyMatch(v -> outcome(v).has(RunStatus.WRONG)));
    }

    /**
     * Returns the notes of the answer: how launches of the unchanged devices were sampled, which
     * uncertain figures determine the peak that limits each device, and the ranges of plausible
     * values of the figures to change.
     */
    private List<String> notes(List<Side> devices, List<Change> changes) {
      List<String> notes = new ArrayList<>();
      for (Side device : devices) {
        RunResult result = outcome(device.variant()).first();
        if (!result.sample().isEmpty()) {
          notes.add(device.name() + ": " + result.message());
        }
      }
      if (!notes.isEmpty()) {
        notes.add("the errors of the factors contain the intervals of both sampled times");
      }
      for (Side device : devices) {
        RunResult result = outcome(device.variant()).first();
        BindingPeak.of(result, installed.catalogue(), device.spec())
            .ifPresent(p -> notes.add(p.sentence()));
        new UncertainFigures(device.name(), device.spec())
            .of(changes.stream().map(Change::figure).distinct().toList())
            .forEach(f -> notes.add(device.name() + ": in the model " + f.words()));
      }
      return notes;
    }

    private Alternative alternative(Tried tried) {
      Outcome before = outcome(tried.device().variant());
      Outcome after = outcome(tried.variant());
      if (!after.problem().isEmpty()) {
        return row(
            tried, new LogTimes.Mean(Double.NaN, Double.NaN), List.of(), "", after.problem());
      }
      LogTimes.Mean change =
          LogTimes.change(before.picos(), after.picos())
              .within(before.interval(), after.interval());
      double factor = StrictMath.exp(change.value());
      boolean worth = Reason.isWorthASentence(factor, change.error());
      String sentence = worth ? sentence(tried, factor, before, after) : "";
      return row(tried, change, after.picos(), sentence, "");
    }

    private Alternative row(
        Tried tried, LogTimes.Mean change, List<Long> picos, String sentence, String problem) {
      return new Alternative(
          tried.device().name(),
          tried.change().figure(),
          tried.change().value(),
          StrictMath.exp(change.value()),
          change.error(),
          picos,
          sentence,
          problem);
    }

    private String sentence(Tried tried, double factor, Outcome base, Outcome changed) {
      DeviceSpec from = tried.device().spec();
      DeviceSpec to = tried.variant().spec();
      State before = states.of(from, base.results());
      State after = states.of(to, changed.results());
      return Sentences.of(
          new Evidence(
              tried.change().figure() + "=" + tried.change().value(),
              factor,
              differences(from, to),
              before,
              after,
              before,
              after));
    }
  }

  /** Returns all figures that an override changed, including derived ones. */
  private static SortedMap<String, FigureGroup.Change> differences(DeviceSpec from, DeviceSpec to) {
    TreeSet<String> paths = new TreeSet<>();
    from.figures().stream().map(Figure::path).forEach(paths::add);
    to.figures().stream().map(Figure::path).forEach(paths::add);
    SortedMap<String, FigureGroup.Change> changes = new TreeMap<>();
    for (String path : paths) {
      if (!from.has(path) || !to.has(path) || from.value(path) != to.value(path)) {
        changes.put(path, new FigureGroup.Change(text(from, path), text(to, path)));
      }
    }
    return changes;
  }

  private static String text(DeviceSpec spec, String path) {
    return spec.has(path) ? spec.figure(path).text() : DeviceSpec.ABSENT;
  }
}
