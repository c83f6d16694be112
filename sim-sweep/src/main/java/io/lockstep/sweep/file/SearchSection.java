package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;
import java.util.List;

/**
 * The entries of a sweep file for {@code sweep optimise}. Immutable.
 *
 * @param fidelity parameters with lists of values, cheap ones first
 * @param objectives the objectives
 * @param constraints conditions on statistics
 */
public record SearchSection(
    List<Named> fidelity, List<Objective> objectives, List<Expression> constraints) {
  /** Nothing is searched for. */
  public static final SearchSection NONE = new SearchSection(List.of(), List.of(), List.of());

  /**
   * An objective.
   *
   * @param minimise whether to minimise
   * @param value an expression of statistics
   */
  public record Objective(boolean minimise, Expression value) {}

  /**
   * Copies the collections.
   *
   * @param fidelity parameters with lists of values, cheap ones first
   * @param objectives to minimise or maximise
   * @param constraints conditions on statistics
   */
  public SearchSection {
    fidelity = List.copyOf(fidelity);
    objectives = List.copyOf(objectives);
    constraints = List.copyOf(constraints);
  }

  /** {@return whether nothing is searched for} */
  public boolean isEmpty() {
    return fidelity.isEmpty() && objectives.isEmpty() && constraints.isEmpty();
  }
}
