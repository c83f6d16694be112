// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.io.expression.Expression;
import io.lockstep.study.point.Point;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Iterates over the points that have correct results and all requested figures. Points that differ
 * in their launch phase alone are combined into one candidate with the means of their figures; if
 * one phase lacks a figure, the whole candidate is dropped.
 */
final class PhaseCandidates {
  private final List<Reading> figures;
  private final Optional<Reading> where;
  private final boolean apart;

  /**
   * @param where condition that each row has to satisfy
   * @param apart whether launch phases are separate candidates
   */
  PhaseCandidates(List<Expression> figures, Optional<Expression> where, boolean apart) {
    this.figures = figures.stream().map(Reading::new).toList();
    this.where = where.map(Reading::new);
    this.apart = apart;
  }

  /** Passes each candidate to a consumer, in plan order. */
  void forEach(SweepRows rows, Consumer<Candidate> to) {
    List<PointRow> phases = new ArrayList<>();
    boolean each =
        apart
            || Stream.concat(figures.stream(), where.stream())
                .anyMatch(r -> rows.reads(r.expression(), "phase"));
    rows.forEach(
        row -> {
          if (!phases.isEmpty() && (each || !isSame(phases.get(0).point(), row.point()))) {
            end(phases, to);
          }
          phases.add(row);
        });
    end(phases, to);
    figures.forEach(Reading::end);
    where.ifPresent(Reading::end);
  }

  private static boolean isSame(Point a, Point b) {
    return a.workload().equals(b.workload())
        && a.device().equals(b.device())
        && a.parameters().equals(b.parameters())
        && a.settings().equals(b.settings())
        && a.phase() != b.phase();
  }

  private void end(List<PointRow> phases, Consumer<Candidate> to) {
    List<BigDecimal> sums = new ArrayList<>();
    boolean all = !phases.isEmpty() && phases.stream().allMatch(PointRow::isOk);
    for (PointRow row : all ? phases : List.<PointRow>of()) {
      if (where.isPresent() && !where.get().holds(row)) {
        all = false;
        break;
      }
      for (int i = 0; i < figures.size() && all; i++) {
        BigDecimal value = figures.get(i).number(row);
        if (value == null) {
          all = false;
        } else if (i == sums.size()) {
          sums.add(value);
        } else {
          sums.set(i, sums.get(i).add(value));
        }
      }
    }
    if (all) {
      int count = phases.size();
      BigDecimal divisor = BigDecimal.valueOf(count);
      to.accept(
          new Candidate(
              phases.get(0),
              count,
              count == 1
                  ? sums
                  : sums.stream().map(s -> s.divide(divisor, MathContext.DECIMAL64)).toList()));
    }
    phases.clear();
  }
}
