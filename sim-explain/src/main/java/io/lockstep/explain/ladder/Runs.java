package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.run.RunResult;
import java.util.Collection;

/** Who simulates specifications at launch phases, each once. */
public interface Runs {
  /**
   * Simulates what is not known.
   *
   * @param recipes of specifications
   * @param phases launch phases of each, from 0 on
   */
  void run(Collection<Recipe> recipes, int phases);

  /**
   * {@return a result that has been simulated to its end}
   *
   * @param recipe that was run
   * @param phase that was run
   */
  RunResult result(Recipe recipe, int phase);

  /**
   * {@return whether two specifications have been through the same events at phase 0}
   *
   * @param one that was run
   * @param other that was run
   */
  boolean isSame(Recipe one, Recipe other);

  /**
   * {@return how many phases all can have if there are to be few simulations}
   *
   * @param recipes of specifications
   * @param asked how many are wished
   */
  int phases(Collection<Recipe> recipes, int asked);
}
