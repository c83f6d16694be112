// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A candidate for the best point, with its launch phases combined.
 *
 * @param row the first launch phase
 * @param values means over the phases, in the order of the objectives
 */
public record Candidate(PointRow row, int phases, List<BigDecimal> values) {
  public Candidate {
    values = List.copyOf(values);
  }

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
