package io.lockstep.sweep.look;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A candidate for the best point: its launch phases combined, with the values of the objectives.
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

  /** {@return parameters, overrides and launch phases, for people} */
  public String words() {
    String words =
        Stream.concat(row.parameters().entrySet().stream(), row.settings().entrySet().stream())
            .map(e -> e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining("  "));
    if (phases > 1) {
      return words + "  mean of " + phases + " phases";
    }
    return row.point().phase() == 0 ? words : words + "  phase " + row.point().phase();
  }
}
