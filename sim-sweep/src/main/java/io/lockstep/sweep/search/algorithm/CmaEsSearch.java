// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.SimpleBounds;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * CMA-ES (the implementation of Commons Math) for ordered axes. A generation is evaluated as one
 * batch: the optimiser is replayed from its seed with the known values, and interrupted when it
 * requests an unknown value. A point is rounded to the nearest choice on each axis. If the
 * resulting place has been evaluated, its value is returned, and the nearest place not yet
 * evaluated is proposed instead. After convergence, a new run starts at a random point with twice
 * the population. With several objectives, each run uses new random weights. Not thread-safe.
 */
public final class CmaEsSearch implements Algorithm {
  private static final int MOST_GENERATIONS = 500;
  private static final int LARGEST_POPULATION = 256;
  // width of the initial distribution, as a fraction of an axis
  private static final double WIDTH = 0.3;
  private static final double INFEASIBLE = 1e100;

  /** Interrupts the optimiser when it requests values that are not known yet. */
  private static final class Asking extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Asking() {
      super(null, null, false, false);
    }
  }

  private final PlaceSpace space;
  private final Unseen unseen;
  private final RandomGenerator random;
  private int population;
  private int seed;
  private double[] guess;
  private Scale scale;
  // values for the current run, in the order in which the optimiser requests them
  private List<Double> values;
  // places requested in the current run that have no value yet
  private List<SearchPlace> asked = List.of();

  /**
   * @param space a space with ordered axes
   * @param batch minimum population
   * @throws IllegalArgumentException if an axis is not ordered
   */
  public CmaEsSearch(PlaceSpace space, long seed, int batch) {
    if (!space.axes().stream().allMatch(SearchAxis::ordered)) {
      throw new IllegalArgumentException("cma-es needs ordered axes");
    }
    this.space = space;
    unseen = new Unseen(space);
    random = new MersenneTwister(seed);
    int usual = 4 + (int) (3 * StrictMath.log(space.axes().size()));
    population = Math.max(batch, usual);
    guess = new double[space.axes().size()];
    Arrays.fill(guess, 0.5);
  }

  @Override
  public List<Proposal> next(List<Trial> told, int left) {
    if (values == null) {
      begin(told);
    }
    Map<SearchPlace, Trial> known = new HashMap<>(); // lookup only
    told.forEach(trial -> known.put(trial.place(), trial));
    answer(told);
    asked = ask();
    if (asked.isEmpty() || known.keySet().containsAll(asked)) { // converged
      for (int i = 0; i < guess.length; i++) {
        guess[i] = random.nextDouble();
      }
      population = Math.min(2 * population, LARGEST_POPULATION);
      begin(told);
      asked = ask();
    }
    List<Proposal> next = new ArrayList<>();
    for (SearchPlace place : asked) {
      if (next.size() < left) {
        unseen.take(place).ifPresent(p -> next.add(new Proposal(p, space.lastRung())));
      }
    }
    return next;
  }

  private void begin(List<Trial> told) {
    seed = random.nextInt();
    int objectives =
        told.stream().filter(Trial::feasible).findFirst().map(t -> t.scores().size()).orElse(1);
    scale = Scale.drawn(objectives, random);
    values = new ArrayList<>();
    asked = List.of();
  }

  /** Appends the values of evaluated places to the values that the optimiser receives. */
  private void answer(List<Trial> told) {
    double[] figures = scale.of(told);
    Map<SearchPlace, Double> byPlace = new HashMap<>(); // lookup only
    for (int i = 0; i < figures.length; i++) {
      byPlace.put(told.get(i).place(), figures[i]);
    }
    for (SearchPlace place : asked) {
      double figure = byPlace.getOrDefault(place, Double.NaN);
      values.add(Double.isNaN(figure) ? INFEASIBLE : figure);
    }
  }

  /**
   * Returns the places of the next generation, preceded by the initial guess in the first
   * generation; empty if the optimiser has terminated.
   */
  private List<SearchPlace> ask() {
    List<SearchPlace> places = new ArrayList<>();
    int[] answered = new int[1];
    int wanted = values.isEmpty() ? population + 1 : population;
    ObjectiveFunction function =
        new ObjectiveFunction(
            point -> {
              if (answered[0] < values.size()) {
                return values.get(answered[0]++);
              }
              places.add(place(point));
              if (places.size() == wanted) {
                throw new Asking();
              }
              // Placeholder for the initial guess, whose value is known only with the first
              // generation.
              return 0;
            });
    double[] low = new double[guess.length];
    double[] high = new double[guess.length];
    double[] widths = new double[guess.length];
    Arrays.fill(high, 1);
    Arrays.fill(widths, WIDTH);
    try {
      new CMAESOptimizer(MOST_GENERATIONS, 0, true, 0, 0, new MersenneTwister(seed), false, null)
          .optimize(
              new MaxEval(Integer.MAX_VALUE),
              function,
              GoalType.MINIMIZE,
              new InitialGuess(guess),
              new SimpleBounds(low, high),
              new CMAESOptimizer.Sigma(widths),
              new CMAESOptimizer.PopulationSize(population));
      return List.of();
    } catch (Asking e) {
      return places;
    }
  }

  private SearchPlace place(double[] point) {
    int[] choices = new int[point.length];
    for (int i = 0; i < choices.length; i++) {
      int size = space.axes().get(i).size();
      choices[i] = Math.max(0, Math.min(size - 1, (int) Math.floor(point[i] * size)));
    }
    return new SearchPlace(choices);
  }
}
