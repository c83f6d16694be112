package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.sweep.search.algorithm.Algorithm;
import io.lockstep.sweep.search.algorithm.Axis;
import io.lockstep.sweep.search.algorithm.CmaEsSearch;
import io.lockstep.sweep.search.algorithm.HalvingSearch;
import io.lockstep.sweep.search.algorithm.ModelSearch;
import io.lockstep.sweep.search.algorithm.RandomSearch;
import io.lockstep.sweep.search.algorithm.Space;
import java.util.Optional;

/**
 * How a search is made. Immutable.
 *
 * @param kind who decides, or empty for what suits the space
 * @param budget how many places are looked at, at most
 * @param seed of everything that is drawn
 * @param batch how many places are looked at together: the results depend on it, but not on threads
 */
public record SearchOptions(Optional<Kind> kind, int budget, long seed, int batch) {
  /** Places that are looked at together. */
  public static final int BATCH = 4;

  /** From so many evaluations on, CMA-ES suits numbers better than a model. */
  private static final int MANY = 1000;

  /** Who decides what is looked at. */
  public enum Kind {
    /** A model of what is known: few evaluations, lists and numbers. */
    MODEL("model"),
    /** Evolution of a normal distribution: numbers, many evaluations. */
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
   * {@return who decides in a space}
   *
   * @param space where to look
   */
  public Kind kind(Space space) {
    if (kind.isPresent()) {
      return kind.get();
    }
    if (space.rungs() > 1) {
      return Kind.HALVING;
    }
    boolean numbers = space.axes().stream().allMatch(Axis::ordered);
    return numbers && budget > MANY ? Kind.CMA_ES : Kind.MODEL;
  }

  /**
   * {@return who decides, at the beginning}
   *
   * @param space where to look
   * @throws InputException where the space is not for it
   */
  public Algorithm algorithm(Space space) {
    return switch (kind(space)) {
      case MODEL -> new ModelSearch(space, seed, batch);
      case CMA_ES -> cmaEs(space);
      case HALVING -> halving(space);
      case RANDOM -> new RandomSearch(space, seed, batch);
    };
  }

  private Algorithm cmaEs(Space space) {
    for (Axis axis : space.axes()) {
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

  private Algorithm halving(Space space) {
    if (space.rungs() < 2) {
      throw new InputException(
          "--algorithm halving",
          "wants a fidelity in the sweep file, cheap values first: fidelity: {n: [64, 128, 256]}");
    }
    return new HalvingSearch(space, seed, batch);
  }
}
