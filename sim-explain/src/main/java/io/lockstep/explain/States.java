package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.game.Coalition;
import io.lockstep.explain.sentence.Evidence;
import io.lockstep.explain.sentence.Sentences;
import io.lockstep.explain.sentence.State;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Runner;
import io.lockstep.run.occupancy.LaunchShape;
import io.lockstep.run.occupancy.LaunchShapes;
import io.lockstep.run.occupancy.OccupancyReport;
import io.lockstep.run.occupancy.WhatIf;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What specifications have shown, for sentences about it. Not thread-safe. */
final class States {
  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final Path workload;
  private final Map<String, String> parameters;
  private final Simulations simulations;
  private final int phases;
  private final Consumer<String> told;
  private final Map<Long, State> known = new HashMap<>();
  private List<LaunchShape> shapes;

  States(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      Path workload,
      Map<String, String> parameters,
      Simulations simulations,
      int phases,
      Consumer<String> told) {
    this.catalogue = catalogue;
    this.frontends = frontends;
    this.workload = workload;
    this.parameters = parameters;
    this.simulations = simulations;
    this.phases = phases;
    this.told = told;
  }

  /** Why a factor is what it is. */
  String sentence(Reason reason, Player player, Between between) {
    if (player.isHost()) {
      return host(reason);
    }
    long all = between.all();
    return Sentences.of(
        new Evidence(
            reason.name(),
            reason.factor(),
            reason.changes(),
            of(Coalition.NOBODY, between),
            of(player.groups(), between),
            of(all ^ player.groups(), between),
            of(all, between)));
  }

  private static String host(Reason reason) {
    Change launch = reason.changes().get("host.launch");
    return reason.name()
        + ": "
        + (reason.factor() > 1 ? "more" : "less")
        + " time outside of kernels"
        + (launch == null ? "" : ", a launch takes " + launch.to() + " instead of " + launch.from())
        + ".";
  }

  private State of(long chosen, Between between) {
    return known.computeIfAbsent(chosen, c -> state(between.recipe(c)));
  }

  private State state(Recipe recipe) {
    Map<String, Double> means = new TreeMap<>();
    for (int k = 0; k < phases; k++) {
      simulations
          .result(recipe, k)
          .statistics()
          .forEach((name, value) -> means.merge(name, value.doubleValue(), Double::sum));
    }
    means.replaceAll((name, sum) -> sum / phases);
    OccupancyReport report =
        new OccupancyReport(List.of(catalogue.device(recipe.spec())), WhatIf.none(), failure -> {});
    return new State(recipe.spec(), means, report.launches(shapes()));
  }

  private List<LaunchShape> shapes() {
    if (shapes == null) {
      Runner runner = new Runner(catalogue, frontends).telling(told);
      shapes =
          Runner.isTrace(workload)
              ? LaunchShapes.ofTrace(workload)
              : LaunchShapes.ofWorkload(
                  workload, parameters, frontends, runner, RunOptions.defaults());
    }
    return shapes;
  }
}
