// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;

public final class FigureText {
  private FigureText() {}

  /** Formats the workload, its parameters and the overrides of a result. */
  static String point(RunResult r) {
    StringBuilder out = new StringBuilder(r.workload());
    r.parameters().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    r.overrides().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    return out.toString();
  }

  /** Formats a workload with its parameters and a device. */
  static StringBuilder head(String workload, Map<String, String> parameters, String device) {
    StringBuilder head = new StringBuilder(workload);
    parameters.forEach((k, v) -> head.append(' ').append(k).append('=').append(v));
    return head.append(" on ").append(device).append(": ");
  }

  public static String grouped(BigDecimal value) {
    return String.format(Locale.ROOT, "%,d", value.toBigInteger());
  }

  public static String micros(long picos) {
    return Numbers.micros(picos);
  }
}
