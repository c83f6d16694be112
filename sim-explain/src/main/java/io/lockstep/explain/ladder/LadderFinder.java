package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.Ideal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Decomposes the times of two devices, each by itself, into bottlenecks, and compares the costs of
 * each step. Not thread-safe.
 */
public final class LadderFinder {
  private static final String WORK = "ideal.work_cycles";
  private static final double PICOS = 1e12;
  private static final double MICRO = 1e6; // picoseconds

  private final Catalogue catalogue;
  private final Side from;
  private final Side to;
  private final Runs runs;
  private final IdealGame one;
  private final IdealGame other;

  /**
   * Creates a finder.
   *
   * @param catalogue models behind specifications
   * @param from the first device
   * @param to the second one
   * @param runs simulates
   */
  public LadderFinder(Catalogue catalogue, Side from, Side to, Runs runs) {
    this.catalogue = catalogue;
    this.from = from;
    this.to = to;
    this.runs = runs;
    one = new IdealGame(from, runs);
    other = new IdealGame(to, runs);
  }

  /**
   * {@return the decomposition}
   *
   * @param asked launch phases; fewer are used if these need too many simulations
   * @param kernels whether the kernels' own time is explained
   */
  public Ladder find(int asked, boolean kernels) {
    List<Recipe> probes = new ArrayList<>(one.probes());
    probes.addAll(other.probes());
    runs.run(probes, 1);
    runs.run(List.of(one.real(), one.floor(), other.real(), other.floor()), asked);
    one.choosePlayers();
    other.choosePlayers();
    boolean quiet = asked > 1 && one.isQuiet(asked) && other.isQuiet(asked);
    List<Recipe> wanted = new ArrayList<>(one.wanted());
    wanted.addAll(other.wanted());
    int phases = quiet ? 1 : runs.phases(wanted, asked);
    runs.run(wanted, phases);
    List<LadderStep> steps = new ArrayList<>();
    if (!kernels) {
      steps.add(
          new LadderStep(
              "host and launch",
              Optional.empty(),
              Cost.exactly(beside(one)),
              Cost.exactly(beside(other)),
              ""));
    }
    Map<Ideal, Cost> costs = one.costs(phases, noise(one, asked, quiet));
    Map<Ideal, Cost> others = other.costs(phases, noise(other, asked, quiet));
    for (Ideal ideal : Ideal.values()) {
      steps.add(
          new LadderStep(
              IdealSteps.name(ideal), Optional.of(ideal), costs.get(ideal), others.get(ideal), ""));
    }
    floor(steps, phases, asked);
    StepSentences sentences =
        new StepSentences(new Shown(from, one, runs), new Shown(to, other, runs));
    steps.replaceAll(sentences::say);
    double nominal = StrictMath.log(kernelPicos(other)) - StrictMath.log(kernelPicos(one));
    double[] before = one.logs(one.real(), phases);
    double[] after = other.logs(other.real(), phases);
    SummaryStatistics each = new SummaryStatistics();
    for (int k = 0; k < phases; k++) {
      each.addValue(after[k] - before[k]);
    }
    double error =
        asked == 1
            ? Double.NaN
            : phases == 1 ? 0 : 2 * each.getStandardDeviation() / Math.sqrt(phases);
    double residual = phases == 1 ? 1 : StrictMath.exp(nominal - each.getMean());
    List<Ladder.Configuration> simulated = new ArrayList<>();
    for (IdealGame game : List.of(one, other)) {
      game.recipes()
          .forEach((c, recipe) -> simulated.add(new Ladder.Configuration(game.names(c), recipe)));
    }
    return new Ladder(steps, residual, error, phases, quiet, simulated);
  }

  private static double noise(IdealGame game, int asked, boolean quiet) {
    return asked == 1 ? Double.NaN : quiet ? game.noise(asked) : 0;
  }

  private double kernelPicos(IdealGame game) {
    return runs.result(game.real(), 0).kernelPicos();
  }

  /** The whole time relative to that of the kernels. */
  private double beside(IdealGame game) {
    RunResult real = runs.result(game.real(), 0);
    return (double) real.picos() / real.kernelPicos();
  }

  /** Adds the last steps: idle ports, and work at peak rate. */
  private void floor(List<LadderStep> steps, int phases, int asked) {
    Optional<Double> work = work(from, one);
    Optional<Double> works = work(to, other);
    Cost floor = mean(one, phases, asked);
    Cost floors = mean(other, phases, asked);
    if (work.isEmpty() || works.isEmpty()) {
      steps.add(new LadderStep(LadderStep.FLOOR, Optional.empty(), floor, floors, ""));
      return;
    }
    steps.add(
        new LadderStep(
            "idle ports", Optional.empty(), by(floor, work.get()), by(floors, works.get()), ""));
    steps.add(
        new LadderStep(
            LadderStep.WORK,
            Optional.empty(),
            Cost.exactly(work.get() / MICRO),
            Cost.exactly(works.get() / MICRO),
            ""));
  }

  /** Time of the floor, in microseconds. */
  private Cost mean(IdealGame game, int phases, int asked) {
    SummaryStatistics all = new SummaryStatistics();
    Arrays.stream(game.logs(game.floor(), phases)).forEach(all::addValue);
    double micros = StrictMath.exp(all.getMean()) / MICRO;
    double error =
        asked == 1
            ? Double.NaN
            : phases == 1 ? 0 : 2 * all.getStandardDeviation() / Math.sqrt(phases);
    return new Cost(micros, error, micros, micros);
  }

  private static Cost by(Cost floor, double picos) {
    double factor = floor.factor() * MICRO / picos;
    return new Cost(factor, floor.error(), factor, factor);
  }

  /** Picoseconds of work at peak, if the device reports it. */
  private Optional<Double> work(Side side, IdealGame game) {
    Number cycles = runs.result(game.floor(), 0).statistics().get(WORK);
    return Optional.ofNullable(cycles)
        .map(c -> Math.max(1, c.doubleValue()) * PICOS / catalogue.device(side.spec()).tickHertz());
  }
}
