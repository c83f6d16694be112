// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

import io.lockstep.explain.Reason;
import io.lockstep.explain.TrialOptions;
import io.lockstep.explain.Trials;
import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.explain.roof.BindingPeak;
import io.lockstep.explain.sentence.Evidence;
import io.lockstep.explain.sentence.Sentences;
import io.lockstep.explain.sentence.State;
import io.lockstep.explain.sentence.StateMaker;
import io.lockstep.explain.trial.LogTimes;
import io.lockstep.io.InputException;
import io.lockstep.run.Installed;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.RefusalException;
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
import java.util.stream.IntStream;

/**
 * Measures the effects of single changes of devices. Each change is simulated at the same launch
 * phases as the unchanged device. Results do not depend on the number of threads. Thread-safe.
 */
public final class AlternativesFinder {
  private final Installed installed;
  private final TrialOptions options;

  public AlternativesFinder(Installed installed, TrialOptions options) {
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
   * @throws io.lockstep.explain.UnexplainedException if an unchanged device cannot run the workload
   *     or fails, or the time limit is reached
   */
  public Alternatives find(
      Path workload,
      Map<String, String> parameters,
      List<Side> devices,
      List<Change> changes,
      StudyProgress listener) {
    StateMaker states = new StateMaker(installed, workload, parameters, options.study().notes());
    try (Trials trials = new Trials(workload, parameters, installed, options, listener)) {
      return new Session(trials, states).find(devices, changes);
    }
  }

  /** A change of one device: the specification, or the reason for its rejection. */
  private record Tried(Side device, Change change, DeviceSpec spec, String problem) {}

  private Tried tried(Side device, Change change) {
    try {
      DeviceSpec spec = device.spec().with(change.figure(), change.value());
      installed.catalogue().device(spec);
      return new Tried(device, change, spec, "");
    } catch (InputException | RefusalException e) {
      return new Tried(device, change, null, e.getMessage());
    }
  }

  private final class Session {
    private final Trials trials;
    private final StateMaker states;
    private final int phases = options.phases();

    Session(Trials trials, StateMaker states) {
      this.trials = trials;
      this.states = states;
    }

    Alternatives find(List<Side> devices, List<Change> changes) {
      List<Tried> all =
          devices.stream().flatMap(d -> changes.stream().map(c -> tried(d, c))).toList();
      List<DeviceSpec> specs = new ArrayList<>(devices.stream().map(Side::spec).toList());
      all.stream().filter(t -> t.spec() != null).forEach(t -> specs.add(t.spec()));
      trials.run(specs, 0, phases);
      List<Alternatives.Base> bases = new ArrayList<>();
      for (Side device : devices) {
        trials.require(device.name(), device.spec(), phases);
        bases.add(new Alternatives.Base(device.name(), trials.picos(device.spec(), phases)));
      }
      List<Alternative> found = all.stream().map(this::alternative).toList();
      RunResult first = trials.result(devices.get(0).spec(), 0);
      boolean wrong = specs.stream().anyMatch(s -> trials.result(s, 0).status() == RunStatus.WRONG);
      return new Alternatives(
          first.workload(),
          first.parameters(),
          options.kernels(),
          bases,
          found,
          notes(devices, changes),
          any(specs, RunStatus.FAILED),
          any(specs, RunStatus.WRONG));
    }

    /**
     * Returns the notes of the answer: how launches of the unchanged devices were sampled, which
     * uncertain figures determine the peak that limits each device, and the ranges of plausible
     * values of the figures to change.
     */
    private List<String> notes(List<Side> devices, List<Change> changes) {
      List<String> notes = new ArrayList<>();
      for (Side device : devices) {
        RunResult result = trials.result(device.spec(), 0);
        if (!result.sample().isEmpty()) {
          notes.add(device.name() + ": " + result.message());
        }
      }
      if (!notes.isEmpty()) {
        notes.add("the errors of the factors contain the intervals of both sampled times");
      }
      for (Side device : devices) {
        RunResult result = trials.result(device.spec(), 0);
        BindingPeak.of(result, installed.catalogue(), device.spec())
            .ifPresent(p -> notes.add(p.sentence()));
        new UncertainFigures(device.name(), device.spec())
            .of(changes.stream().map(Change::figure).distinct().toList())
            .forEach(f -> notes.add(device.name() + ": in the model " + f.words()));
      }
      return notes;
    }

    private boolean any(List<DeviceSpec> specs, RunStatus status) {
      return specs.stream()
          .anyMatch(
              s ->
                  IntStream.range(0, phases).anyMatch(k -> trials.result(s, k).status() == status));
    }

    private Alternative alternative(Tried tried) {
      String problem = tried.problem();
      for (int k = 0; k < phases && problem.isEmpty(); k++) {
        RunResult result = trials.result(tried.spec(), k);
        problem = result.isSimulated() ? "" : result.message();
      }
      if (!problem.isEmpty()) {
        return row(tried, Double.NaN, Double.NaN, List.of(), "", problem);
      }
      List<Long> picos = trials.picos(tried.spec(), phases);
      LogTimes.Mean change =
          LogTimes.change(trials.picos(tried.device().spec(), phases), picos)
              .within(interval(tried.device().spec()), interval(tried.spec()));
      double factor = StrictMath.exp(change.value());
      return row(tried, factor, change.error(), picos, sentence(tried, factor, change), "");
    }

    /** Returns the relative half-width of a sampled time's interval; 0 if the time is exact. */
    private double interval(DeviceSpec spec) {
      double sum = 0;
      List<Long> picos = trials.picos(spec, phases);
      for (int k = 0; k < phases; k++) {
        sum += trials.result(spec, k).interval().orElse(0) / (double) picos.get(k);
      }
      return sum / phases; // not divided by the root: the errors of the phases are alike
    }

    private Alternative row(
        Tried tried,
        double factor,
        double error,
        List<Long> picos,
        String sentence,
        String problem) {
      return new Alternative(
          tried.device().name(),
          tried.change().figure(),
          tried.change().value(),
          factor,
          error,
          picos,
          sentence,
          problem);
    }

    private String sentence(Tried tried, double factor, LogTimes.Mean change) {
      if (!Reason.isWorthASentence(factor, change.error())) {
        return "";
      }
      State before = state(tried.device().spec());
      State after = state(tried.spec());
      return Sentences.of(
          new Evidence(
              tried.change().figure() + "=" + tried.change().value(),
              factor,
              differences(tried.device().spec(), tried.spec()),
              before,
              after,
              before,
              after));
    }

    private State state(DeviceSpec spec) {
      return states.of(
          spec, IntStream.range(0, phases).mapToObj(k -> trials.result(spec, k)).toList());
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
