package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.sweep.search.algorithm.Algorithm;
import io.lockstep.sweep.search.algorithm.CmaEsSearch;
import io.lockstep.sweep.search.algorithm.HalvingSearch;
import io.lockstep.sweep.search.algorithm.ModelSearch;
import io.lockstep.sweep.search.algorithm.PlaceSpace;
import io.lockstep.sweep.search.algorithm.RandomSearch;
import io.lockstep.sweep.search.algorithm.SearchAxis;
import java.util.Optional;

/**
 * Options of a search.
 *
 * @param kind the algorithm, or empty for the one that suits the space
 * @param budget maximum number of evaluated places
 * @param seed of random choices
 * @param batch number of places evaluated together: the results depend on it, but not on threads
 */
public record SearchOptions(Optional<Kind> kind, int budget, long seed, int batch) {
  /** Default number of places evaluated together. */
  public static final int BATCH = 4;

  /** Number of evaluations from which CMA-ES is better than a model on ordered axes. */
  private static final int MANY = 1000;

  /** The search algorithms. */
  public enum Kind {
    /** A model of the objective: few evaluations, any axes. */
    MODEL("model"),
    /** Covariance matrix adaptation: for ordered axes and many evaluations. */
    CMA_ES("cma-es"),
    /** Successive halving: cheap fidelities first. */
    HALVING("halving"),
    /** The baseline. */
    RANDOM("random");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** {@return as a command line has it} */
    public String word() {
      return word;
    }
  }

  /**
   * {@return the algorithm for a space}
   *
   * @param space the search space
   */
  public Kind kind(PlaceSpace space) {
    if (kind.isPresent()) {
      return kind.get();
    }
    if (space.rungs() > 1) {
      return Kind.HALVING;
    }
    boolean numbers = space.axes().stream().allMatch(SearchAxis::ordered);
    return numbers && budget > MANY ? Kind.CMA_ES : Kind.MODEL;
  }

  /**
   * {@return the algorithm in its initial state}
   *
   * @param space the search space
   * @throws InputException if the algorithm does not support the space
   */
  public Algorithm algorithm(PlaceSpace space) {
    return switch (kind(space)) {
      case MODEL -> new ModelSearch(space, seed, batch);
      case CMA_ES -> cmaEs(space);
      case HALVING -> halving(space);
      case RANDOM -> new RandomSearch(space, seed, batch);
    };
  }

  private Algorithm cmaEs(PlaceSpace space) {
    for (SearchAxis axis : space.axes()) {
      if (!axis.ordered()) {
        throw new InputException(
            "--algorithm cma-es",
            "wants numbers that go up or down, but '"
                + axis.name()
                + "' is a list of other things;"
                + " expected model, halving or random");
      }
    }
    return new CmaEsSearch(space, seed, batch);
  }

  private Algorithm halving(PlaceSpace space) {
    if (space.rungs() < 2) {
      throw new InputException(
          "--algorithm halving",
          "wants a fidelity in the sweep file, cheap values first: fidelity: {n: [64, 128, 256]}");
    }
    return new HalvingSearch(space, seed, batch);
  }
}
