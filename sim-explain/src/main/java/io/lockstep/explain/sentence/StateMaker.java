// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.inspect.occupancy.LaunchShapes;
import io.lockstep.inspect.occupancy.OccupancyReport;
import io.lockstep.inspect.occupancy.WhatIf;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Derives the states of specifications from the results of one workload. The workload's launches
 * are read once. Not thread-safe.
 */
public final class StateMaker {
  private final Installed installed;
  private final Path workload;
  private final Map<String, String> parameters;
  private final Consumer<String> told;
  private List<LaunchShape> shapes;

  /**
   * Creates a maker; files are read on demand.
   *
   * @param workload a workload file, or a trace
   * @param told receives messages for the user
   */
  public StateMaker(
      Installed installed, Path workload, Map<String, String> parameters, Consumer<String> told) {
    this.installed = installed;
    this.workload = workload;
    this.parameters = parameters;
    this.told = told;
  }

  /** Builds the state of a specification. */
  public State of(DeviceSpec spec, List<RunResult> results) {
    Map<String, Double> means = new TreeMap<>();
    for (RunResult result : results) {
      result
          .statistics()
          .forEach((name, value) -> means.merge(name, value.doubleValue(), Double::sum));
    }
    means.replaceAll((name, sum) -> sum / results.size());
    OccupancyReport report =
        new OccupancyReport(
            List.of(installed.catalogue().device(spec)), WhatIf.none(), failure -> {});
    return new State(spec, means, report.launches(shapes()));
  }

  private List<LaunchShape> shapes() {
    if (shapes == null) {
      Runner runner = installed.runner().telling(told);
      shapes =
          Runner.isTrace(workload)
              ? LaunchShapes.ofTrace(workload)
              : LaunchShapes.ofWorkload(
                  workload, parameters, installed.frontends(), runner, RunOptions.defaults());
    }
    return shapes;
  }
}
