package io.lockstep.sweep.look;

import java.math.BigDecimal;
import java.util.List;

/**
 * A point that may be the best one: its launch phases as one, with what it is judged by. Immutable.
 *
 * @param row the first launch phase
 * @param phases how many launch phases its figures are means of
 * @param values of the objectives, in their order
 */
public record Candidate(PointRow row, int phases, List<BigDecimal> values) {
  /**
   * Copies the collections.
   *
   * @param row the first launch phase
   * @param phases how many launch phases its figures are means of
   * @param values of the objectives, in their order
   */
  public Candidate {
    values = List.copyOf(values);
  }
}
