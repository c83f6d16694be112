// SPDX-License-Identifier: Apache-2.0
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
 * @param kind the algorithm, or empty to select an algorithm that suits the space
 * @param budget maximum number of evaluated places
 * @param batch number of places evaluated together; results depend on it, but not on the number of
 *     threads
 */
public record SearchOptions(Optional<Kind> kind, int budget, long seed, int batch) {
  public static final int BATCH = 4;

  /** Number of evaluations above which CMA-ES outperforms the model on ordered axes. */
  private static final int MANY = 1000;

  public enum Kind {
    /** A Gaussian-process model of the objective: for few evaluations and any kind of axes. */
    MODEL("model"),
    /** Covariance matrix adaptation: for ordered axes and many evaluations. */
    CMA_ES("cma-es"),
    /** Successive halving: cheap fidelities first. */
    HALVING("halving"),
    RANDOM("random");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /** Returns the requested algorithm, or an algorithm that suits the space. */
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
   * Creates the algorithm in its initial state.
   *
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
