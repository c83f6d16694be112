// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.experiment.Variant;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.Ideal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decomposes each of two times into the time of its largest roof and waits, and compares the costs
 * of each step. Not thread-safe.
 */
public final class LadderFinder {
  /**
   * Minimum number of simulations for each launch phase of the two end points, to limit the share
   * of the end points in the work.
   */
  private static final int MANY = 24;

  private static final double MICRO = 1e6; // picoseconds

  private final Party from;
  private final Party to;
  private final int limit;
  private final IdealGame one;
  private final IdealGame other;

  /**
   * @param limit number of simulations of a run's program beyond which fewer phases are used
   */
  public LadderFinder(Party from, Party to, int limit) {
    this.from = from;
    this.to = to;
    this.limit = limit;
    one = new IdealGame(from);
    other = new IdealGame(to);
  }

  private void run(Collection<Variant> first, Collection<Variant> second, int phases) {
    Experiment.run(from.experiment(), first, to.experiment(), second, phases);
  }

  /** Returns the number of further simulations that the limit allows, at least 0. */
  private int room() {
    return Math.max(0, limit - Math.max(from.experiment().done(), to.experiment().done()));
  }

  /**
   * Computes the decomposition.
   *
   * @param asked number of launch phases; reduced if these need too many simulations
   * @param kernels whether only the kernels' time is explained
   */
  public Ladder find(int asked, boolean kernels) {
    int most = Math.max(1, Math.min(asked, room() / MANY));
    run(List.of(one.real()), List.of(other.real()), most);
    run(one.probes(), other.probes(), 1);
    run(List.of(one.floor()), List.of(other.floor()), most);
    one.choosePlayers();
    other.choosePlayers();
    boolean quiet = most > 1 && one.isQuiet(most) && other.isQuiet(most);
    int wanted = one.wanted().size() + other.wanted().size();
    int phases = quiet ? 1 : most;
    while (phases > 1 && (long) wanted * phases > room()) {
      phases--;
    }
    boolean oneOrder = wanted > room();
    if (oneOrder) {
      one.inOneOrder();
      other.inOneOrder();
    }
    run(one.wanted(), other.wanted(), phases);
    List<LadderStep> steps = steps(phases, most, quiet, kernels);
    StepSentences sentences =
        new StepSentences(
            new Shown(from.name(), from.roof(), from.side().spec(), real(from, one)),
            new Shown(to.name(), to.roof(), to.side().spec(), real(to, other)));
    steps.replaceAll(sentences::say);
    List<Ladder.Configuration> simulated = new ArrayList<>();
    for (IdealGame game : List.of(one, other)) {
      game.variants()
          .forEach(
              (c, variant) ->
                  simulated.add(new Ladder.Configuration(game == other, game.names(c), variant)));
    }
    LogTimes.Mean mean = change(phases).asked(most);
    double nominal = change(1).value();
    return new Ladder(
        steps, mean.residual(nominal), mean.error(), phases, quiet, oneOrder, simulated);
  }

  /**
   * Computes the decomposition without simulations of ideal parts: all waits except load imbalance
   * are a single step.
   *
   * @param kernels whether only the kernels' time is explained
   */
  public static Ladder unsplit(
      Party from, RunResult first, Party to, RunResult second, boolean kernels) {
    List<LadderStep> steps = new ArrayList<>();
    begin(steps, from, first, to, second, kernels);
    steps.add(
        new LadderStep(
            LadderStep.WAITS, Optional.empty(), waits(from, first), waits(to, second), ""));
    steps.add(roof(from, to));
    StepSentences sentences =
        new StepSentences(
            new Shown(from.name(), from.roof(), from.side().spec(), first),
            new Shown(to.name(), to.roof(), to.side().spec(), second));
    steps.replaceAll(sentences::say);
    return new Ladder(steps, 1, Double.NaN, 1, false, false, List.of());
  }

  private static Cost waits(Party party, RunResult result) {
    return Cost.exactly(result.kernelPicos() / party.picos() / party.allUneven());
  }

  /** Adds the steps that need no simulation: host and load imbalance. */
  private static void begin(
      List<LadderStep> steps,
      Party from,
      RunResult first,
      Party to,
      RunResult second,
      boolean kernels) {
    if (!kernels) {
      steps.add(
          new LadderStep(
              LadderStep.HOST,
              Optional.empty(),
              Cost.exactly(beside(first)),
              Cost.exactly(beside(second)),
              ""));
    }
    for (String name : Party.names(from, to)) {
      steps.add(new LadderStep(name, Optional.empty(), from.uneven(name), to.uneven(name), ""));
    }
  }

  private static LadderStep roof(Party from, Party to) {
    return new LadderStep(
        LadderStep.ROOF,
        Optional.empty(),
        Cost.exactly(from.picos() / MICRO),
        Cost.exactly(to.picos() / MICRO),
        "");
  }

  private List<LadderStep> steps(int phases, int asked, boolean quiet, boolean kernels) {
    List<LadderStep> steps = new ArrayList<>();
    begin(steps, from, real(from, one), to, real(to, other), kernels);
    Map<Ideal, Cost> costs = one.costs(phases, noise(one, asked, quiet));
    Map<Ideal, Cost> others = other.costs(phases, noise(other, asked, quiet));
    for (Ideal ideal : Ideal.values()) {
      if (!from.own().contains(ideal) || !to.own().contains(ideal)) {
        steps.add(
            new LadderStep(
                IdealSteps.name(ideal),
                Optional.of(ideal),
                costs.get(ideal),
                others.get(ideal),
                ""));
      }
    }
    steps.add(
        new LadderStep(
            LadderStep.REST,
            Optional.empty(),
            rest(from, one, phases, asked),
            rest(to, other, phases, asked),
            ""));
    steps.add(roof(from, to));
    return steps;
  }

  /** Returns the mean logarithm of the ratio of both runs' kernel times. */
  private LogTimes.Mean change(int phases) {
    return LogTimes.change(one.picos(one.real(), phases), other.picos(other.real(), phases));
  }

  private static double noise(IdealGame game, int asked, boolean quiet) {
    return asked == 1 ? Double.NaN : quiet ? game.noise(asked) : 0;
  }

  private static RunResult real(Party party, IdealGame game) {
    return party.experiment().simulated(game.real(), 1).first();
  }

  /** Returns the ratio of total time to kernel time. */
  private static double beside(RunResult real) {
    return (double) real.picos() / real.kernelPicos();
  }

  /** Returns the time with all other parts ideal, relative to the roof with load imbalance. */
  private static Cost rest(Party party, IdealGame game, int phases, int asked) {
    LogTimes.Mean mean = LogTimes.mean(game.picos(game.floor(), phases)).asked(asked);
    double factor = StrictMath.exp(mean.value()) / party.picos() / party.allUneven();
    return new Cost(factor, mean.error(), factor, factor);
  }
}
