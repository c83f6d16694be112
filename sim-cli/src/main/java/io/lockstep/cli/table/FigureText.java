// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

public final class FigureText {
  private FigureText() {}

  /** Formats the workload, its parameters and the overrides of a result. */
  static String point(RunResult r) {
    StringBuilder out = new StringBuilder(r.workload());
    r.parameters().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    r.overrides().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    return out.toString();
  }

  public static String grouped(BigDecimal value) {
    return String.format(Locale.ROOT, "%,d", value.toBigInteger());
  }

  public static String micros(long picos) {
    BigDecimal micros = BigDecimal.valueOf(picos, 6);
    return String.format(Locale.ROOT, "%,.2f", micros.setScale(2, RoundingMode.HALF_UP));
  }
}
