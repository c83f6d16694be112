// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import io.lockstep.explain.uncertainty.Draws.Drawn;
import io.lockstep.io.InputException;
import io.lockstep.run.Installed;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.Study;
import io.lockstep.study.StudyListener;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compares devices with their nominal figures and with figures drawn from their ranges, from one
 * execution of the workload. Results do not depend on the number of threads. Thread-safe.
 */
public final class UncertaintyStudy {
  private final Installed installed;
  private final UncertaintyOptions options;

  public UncertaintyStudy(Installed installed, UncertaintyOptions options) {
    this.installed = installed;
    this.options = options;
  }

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
    SortedMap<String, String> sorted = new TreeMap<>(parameters);
    List<Request> plain = targets.stream().map(t -> new Request(workload, sorted, t)).toList();
    try (Study runner = new Study(installed.catalogue(), installed.frontends(), options.run())) {
      AtomicInteger done = new AtomicInteger();
      int most = targets.size() * (1 + options.draws());
      StudyListener counting =
          (request, result) -> listener.at(done.incrementAndGet(), most, request.workload().name());
      listener.at(0, most, "");
      List<RunResult> results = runner.run(plain, counting);
      List<RunResult> simulated = new ArrayList<>();
      List<DeviceSpec> specs = new ArrayList<>();
      for (int i = 0; i < targets.size(); i++) {
        if (results.get(i).isSimulated()) {
          simulated.add(results.get(i));
          specs.add(targets.get(i).spec());
        }
      }
      Draws design = new Draws(specs, options.draws(), options.seed());
      List<Request> requests = new ArrayList<>();
      List<List<Draw>> draws = new ArrayList<>();
      for (int d = 0; d < specs.size(); d++) {
        draws.add(new ArrayList<>());
        for (int i = 0; i < options.draws(); i++) {
          Drawn drawn = design.drawn(d, i);
          int phase = design.phase(i);
          String problem = drawn.spec() == null ? drawn.problem() : problem(drawn.spec());
          draws.get(d).add(new Draw(drawn.set(), phase, Outcome.REFUSED, problem, 0));
          if (problem.isEmpty()) {
            requests.add(new Request(workload, sorted, drawn.spec(), phase));
          }
        }
      }
      int all = plain.size() + requests.size();
      List<RunResult> drawn =
          requests.isEmpty()
              ? List.of()
              : runner.run(
                  requests,
                  (q, r) -> listener.at(done.incrementAndGet(), all, q.workload().name()));
      return new DrawnComparison(results, uncertainty(simulated, design, draws, drawn));
    }
  }

  /** Returns the reason why a device's checks reject its figures; empty if they are accepted. */
  private String problem(DeviceSpec spec) {
    try {
      installed.catalogue().device(spec);
      return "";
    } catch (InputException e) {
      return e.getMessage();
    }
  }

  private Uncertainty uncertainty(
      List<RunResult> nominal, Draws design, List<List<Draw>> draws, List<RunResult> drawn) {
    List<DrawnFigure> coordinates = design.coordinates();
    List<DeviceUncertainty> devices = new ArrayList<>();
    int next = 0;
    for (int d = 0; d < nominal.size(); d++) {
      List<Draw> ended = new ArrayList<>();
      for (Draw draw : draws.get(d)) {
        ended.add(draw.message().isEmpty() ? ended(draw, drawn.get(next++)) : draw);
      }
      devices.add(device(nominal.get(d), design.figures(d), coordinates, ended));
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

  private Draw ended(Draw draw, RunResult result) {
    boolean done = result.isSimulated();
    Outcome outcome =
        done
            ? Outcome.SIMULATED
            : result.status() == RunStatus.REFUSED ? Outcome.REFUSED : Outcome.FAILED;
    return new Draw(
        draw.set(), draw.phase(), outcome, done ? "" : result.message(), done ? picos(result) : 0);
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
