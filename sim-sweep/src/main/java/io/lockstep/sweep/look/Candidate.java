package io.lockstep.sweep.look;

import java.math.BigDecimal;
import java.util.List;

/**
 * A candidate for the best point: its launch phases combined, with the values of the objectives.
 * Immutable.
 *
 * @param row the first launch phase
 * @param phases number of launch phases
 * @param values of the objectives, in order
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
