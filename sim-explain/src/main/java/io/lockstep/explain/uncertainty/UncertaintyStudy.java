// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.Experiment.Point;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.uncertainty.Draw.Outcome;
import io.lockstep.io.InputException;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.StudyProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares devices with their nominal figures and with figures drawn from their ranges, from one
 * execution of the workload. Results do not depend on the number of threads. Thread-safe.
 */
public record UncertaintyStudy(Installed installed, UncertaintyOptions options) {
  /**
   * Simulates the nominal and the drawn devices.
   *
   * @param workload a workload file, or a trace
   * @param parameters parameters of the workload; a trace takes none
   * @param targets devices; a device that cannot run the workload has a result but no draws
   * @throws InputException if the workload is wrong
   */
  public DrawnComparison study(
      Path workload,
      Map<String, String> parameters,
      List<Runner.Target> targets,
      StudyProgress listener) {
    ExperimentOptions each =
        new ExperimentOptions(options.run(), 1, options.kernels(), Optional.empty());
    try (Experiment experiment = new Experiment(workload, parameters, installed, each, listener)) {
      List<Variant> plain =
          targets.stream()
              .map(t -> new Variant(t.spec().id(), t.spec().overrides(), t.spec(), t.problem()))
              .toList();
      experiment.run(plain, 1);
      List<RunResult> results = plain.stream().map(v -> experiment.result(v, 0)).toList();
      List<DeviceSpec> specs =
          plain.stream()
              .filter(v -> experiment.result(v, 0).isSimulated())
              .map(Variant::spec)
              .toList();
      Draws design = new Draws(specs, options.draws(), options.seed());
      List<List<Point>> points =
          IntStream.range(0, specs.size()).mapToObj(d -> points(design, d)).toList();
      experiment.run(points.stream().flatMap(List::stream).toList());
      return new DrawnComparison(
          results,
          uncertainty(
              results.stream().filter(RunResult::isSimulated).toList(),
              design,
              points.stream()
                  .map(all -> all.stream().map(p -> draw(p, experiment)).toList())
                  .toList()));
    }
  }

  private List<Point> points(Draws design, int device) {
    return IntStream.range(0, options.draws())
        .mapToObj(i -> new Point(design.drawn(installed.catalogue(), device, i), design.phase(i)))
        .toList();
  }

  private Draw draw(Point point, Experiment experiment) {
    RunResult result = experiment.result(point.variant(), point.phase());
    boolean done = result.isSimulated();
    Outcome outcome =
        done
            ? Outcome.SIMULATED
            : result.status() == RunStatus.REFUSED ? Outcome.REFUSED : Outcome.FAILED;
    return new Draw(
        point.variant().set(),
        point.phase(),
        outcome,
        done ? "" : result.message(),
        done ? picos(result) : 0);
  }

  private Uncertainty uncertainty(List<RunResult> nominal, Draws design, List<List<Draw>> draws) {
    List<DrawnFigure> coordinates = design.coordinates();
    List<DeviceUncertainty> devices = new ArrayList<>();
    for (int d = 0; d < nominal.size(); d++) {
      devices.add(device(nominal.get(d), design.figures(d), coordinates, draws.get(d)));
    }
    List<RatioUncertainty> ratios = new ArrayList<>();
    for (DeviceUncertainty other : devices.subList(Math.min(1, devices.size()), devices.size())) {
      Ratios.of(coordinates, devices.get(0), other).ifPresent(ratios::add);
    }
    return new Uncertainty(
        options.kernels(),
        options.seed(),
        coordinates,
        devices,
        ratios,
        Notes.of(coordinates, devices));
  }

  private long picos(RunResult result) {
    return options.kernels() ? result.kernelPicos() : result.picos();
  }

  private DeviceUncertainty device(
      RunResult nominal, int figures, List<DrawnFigure> coordinates, List<Draw> draws) {
    List<Integer> simulated = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < draws.size(); i++) {
      if (draws.get(i).isSimulated()) {
        simulated.add(i);
        times.add((double) draws.get(i).picos());
      }
    }
    List<DrawnFigure> own =
        coordinates.stream().filter(c -> c.devices().contains(nominal.device())).toList();
    double[] values = Ratios.array(times);
    return new DeviceUncertainty(
        nominal.device(),
        picos(nominal),
        figures,
        times.isEmpty() ? Optional.empty() : Optional.of(Interval.of(values)),
        times.isEmpty() ? Collections.emptyList() : FigureInfluences.of(own, simulated, values),
        draws);
  }
}
