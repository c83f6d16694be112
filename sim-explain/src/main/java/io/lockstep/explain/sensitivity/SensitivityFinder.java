// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Outcome;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.figures.FigureKind;
import io.lockstep.explain.figures.LegalSteps;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Measures the dependence of a workload's time on each figure of a device by simulation. It uses
 * central differences of logarithms, at one launch phase for all figures and at several phases for
 * figures with an apparent effect. Results do not depend on the number of threads. Thread-safe.
 */
public final class SensitivityFinder {
  private final Installed installed;
  private final ExperimentOptions options;

  public SensitivityFinder(Installed installed, ExperimentOptions options) {
    this.installed = installed;
    this.options = options;
  }

  /**
   * Returns the analysed figures of a device in the order of the schema: capabilities are omitted,
   * and so are host figures if only kernel time is counted.
   */
  public static List<SpecSchema.Key> figures(DeviceSpec spec, boolean kernels) {
    return spec.schema().keys().stream()
        .filter(key -> spec.has(key.path()))
        .filter(key -> FigureKind.of(key) != FigureKind.PERMISSION)
        .filter(key -> !kernels || FigureKind.of(key) != FigureKind.HOST)
        .toList();
  }

  /**
   * Measures the dependence of the time on the figures.
   *
   * @param workload a workload file, or a trace
   * @param parameters parameters of the workload; a trace takes none
   * @param wanted selects figures by path
   * @throws io.lockstep.io.InputException if the workload is wrong
   * @throws io.lockstep.explain.experiment.UnexplainedException if the unchanged device cannot run
   *     the workload or fails, or the time limit is reached
   */
  public Sensitivity find(
      Path workload,
      Map<String, String> parameters,
      Side device,
      Predicate<String> wanted,
      StudyProgress listener) {
    try (Experiment experiment =
        new Experiment(workload, parameters, installed, options, listener)) {
      return new Session(device, experiment).find(wanted);
    }
  }

  /** A figure with variants of the device. */
  private record Candidate(SpecSchema.Key key, List<LegalSteps.Legal> steps, String message) {}

  private final class Session {
    private final Side device;
    private final DeviceSpec spec;
    private final Experiment experiment;
    private List<Long> base;
    private double noise;
    private int phases;

    Session(Side device, Experiment experiment) {
      this.device = device;
      this.spec = device.spec();
      this.experiment = experiment;
    }

    Sensitivity find(Predicate<String> wanted) {
      experiment.run(List.of(device.variant()), options.phases());
      Outcome unchanged = experiment.outcome(device.variant(), options.phases());
      base = unchanged.timed(device.name()).picos();
      noise = LogTimes.noise(base);
      phases = LogTimes.isQuiet(base) ? 1 : options.phases();
      List<Candidate> candidates = new ArrayList<>();
      for (SpecSchema.Key key : figures(spec, options.kernels())) {
        if (wanted.test(key.path())) {
          LegalSteps steps = new LegalSteps(installed.catalogue(), spec);
          List<LegalSteps.Legal> legal = steps.of(key);
          candidates.add(new Candidate(key, legal, legal.size() < 2 ? steps.refusal() : ""));
        }
      }
      experiment.run(variants(candidates), 1);
      List<Candidate> uncertain = candidates.stream().filter(c -> seems(effect(c, 1))).toList();
      experiment.run(variants(uncertain), phases);
      List<FigureEffect> effects = new ArrayList<>();
      for (Candidate candidate : candidates) {
        effects.add(effect(candidate, uncertain.contains(candidate) ? phases : 1));
      }
      RunResult first = unchanged.first();
      return new Sensitivity(
          first.workload(),
          first.parameters(),
          device.name(),
          options.kernels(),
          base,
          noise,
          effects,
          notes(uncertain.size()),
          first.status() == RunStatus.WRONG);
    }

    private List<Variant> variants(List<Candidate> some) {
      return some.stream().flatMap(c -> c.steps().stream()).map(LegalSteps.Legal::variant).toList();
    }

    /** Whether one phase shows an effect of more than a standard error. */
    private boolean seems(FigureEffect effect) {
      if (effect.kind() == FigureKind.STRUCTURE) {
        return effect.steps().stream()
            .anyMatch(s -> isBeyond(StrictMath.log(s.factor()), s.error() / 2));
      }
      return isBeyond(effect.elasticity(), effect.error() / 2);
    }

    private FigureEffect effect(Candidate candidate, int known) {
      String path = candidate.key().path();
      List<FigureStep> steps = new ArrayList<>();
      List<LegalSteps.Legal> run = new ArrayList<>();
      String message = candidate.message();
      for (LegalSteps.Legal legal : candidate.steps()) {
        Outcome outcome = experiment.outcome(legal.variant(), known);
        if (outcome.isTimed()) {
          run.add(legal);
          steps.add(step(legal.text(), outcome.picos()));
        } else {
          message = path + "=" + legal.text() + ": " + outcome.first().message();
        }
      }
      FigureKind kind = FigureKind.of(candidate.key());
      if (kind == FigureKind.STRUCTURE || steps.isEmpty()) {
        boolean seen =
            steps.stream().anyMatch(s -> isBeyond(StrictMath.log(s.factor()), s.error()));
        return new FigureEffect(
            path, text(path), kind, seen, Double.NaN, Double.NaN, steps, message);
      }
      LogTimes.Mean elasticity =
          Elasticity.of(
              spec.value(path),
              base,
              run.stream().map(LegalSteps.Legal::value).toList(),
              steps.stream().map(FigureStep::picos).toList(),
              noise);
      boolean seen = isBeyond(elasticity.value(), elasticity.error());
      return new FigureEffect(
          path, text(path), kind, seen, elasticity.value(), elasticity.error(), steps, message);
    }

    private FigureStep step(String value, List<Long> picos) {
      LogTimes.Mean change = LogTimes.change(base, picos);
      double error =
          picos.size() > 1 ? change.error() : Elasticity.ofOnePhase(noise, StrictMath.sqrt(2));
      return new FigureStep(value, StrictMath.exp(change.value()), error, picos);
    }

    private String text(String path) {
      return spec.figure(path).text();
    }

    private List<String> notes(int uncertain) {
      List<String> notes = new ArrayList<>();
      if (phases == 1 && options.phases() > 1) {
        notes.add("one launch phase: the first " + options.phases() + " agree to 0.1 %");
      } else if (phases > 1) {
        notes.add(
            "%s launch phases of %s parameters that seem to have an effect, one of the others"
                .formatted(phases, uncertain));
      }
      if (options.kernels()) {
        notes.add("kernels' own time; --timing workload counts host.* too");
      }
      return notes;
    }
  }

  /** Whether an effect is not negligible and, if its error is known, exceeds the error. */
  private static boolean isBeyond(double effect, double error) {
    return Math.abs(effect) > Math.max(Elasticity.LEAST, Double.isNaN(error) ? 0 : error);
  }
}
