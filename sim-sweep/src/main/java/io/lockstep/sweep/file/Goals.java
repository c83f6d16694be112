// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The entries of a sweep file that say which points are best: {@code sweep best} and {@code sweep
 * report} read them.
 *
 * @param constraints conditions on parameters and statistics that good points meet
 */
public record Goals(List<Objective> objectives, List<Expression> constraints) {
  public static final Goals NONE = new Goals(List.of(), List.of());

  public record Objective(boolean minimise, Expression value) {
    private static final MathContext SHOWN = new MathContext(6);

    private boolean isTime() {
      return ResultFields.number(value.text()).filter(ResultField::isTime).isPresent();
    }

    /** Returns the heading of the table column. Times are shown in microseconds. */
    public String heading() {
      return !isTime() ? value.text() : value.text().startsWith("kernel") ? "kernel µs" : "µs";
    }

    public String shown(BigDecimal found) {
      if (isTime()) {
        BigDecimal micros = found.movePointRight(6).setScale(2, RoundingMode.HALF_UP);
        return String.format(Locale.ROOT, "%,.2f", micros);
      }
      return found.stripTrailingZeros().scale() <= 0
          ? String.format(Locale.ROOT, "%,d", found.toBigInteger())
          : found.round(SHOWN).toPlainString();
    }
  }

  public Goals {
    objectives = List.copyOf(objectives);
    constraints = List.copyOf(constraints);
  }

  /** Returns the constraints and another condition as one condition; empty if there is none. */
  public Optional<Expression> condition(Optional<Expression> also) {
    List<Expression> all = Stream.concat(constraints.stream(), also.stream()).toList();
    if (all.size() < 2) {
      return all.stream().findFirst();
    }
    String text = all.stream().map(e -> "(" + e.text() + ")").collect(Collectors.joining(" && "));
    return Optional.of(Expression.of(all.get(0).where(), text));
  }
}
