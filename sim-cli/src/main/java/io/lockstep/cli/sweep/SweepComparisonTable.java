// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.table.Table;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.sweep.look.PointChange;
import io.lockstep.sweep.look.PointChangeAnswer;
import io.lockstep.sweep.look.SweepComparison;
import java.math.BigDecimal;
import java.util.List;

public final class SweepComparisonTable {
  private static final int MOST_ROWS = 200;

  private final SweepComparison compared;
  private final TimingChoice timing;

  SweepComparisonTable(SweepComparison compared, TimingChoice timing) {
    this.compared = compared;
    this.timing = timing;
  }

  String render(Screen screen) {
    StringBuilder out = new StringBuilder();
    for (SweepComparison.Difference d : compared.differences()) {
      out.append(d.name()).append(": ").append(d.was().isEmpty() ? "-" : d.was());
      out.append(" -> ").append(d.now().isEmpty() ? "-" : d.now()).append('\n');
    }
    out.append(out.isEmpty() ? "" : "\n");
    if (!compared.changes().isEmpty()) {
      List<PointChange> first = compared.changes().stream().limit(MOST_ROWS).toList();
      out.append(Table.of(PointChangeAnswer.ANSWER, first).render(screen)).append('\n');
    }
    int more = compared.changes().size() - MOST_ROWS;
    if (more > 0) {
      out.append("and ").append(more).append(" more; --format csv shows all\n");
    }
    return out.append(screen.wrapped(summary(), "  ")).append('\n').toString();
  }

  private String summary() {
    long changed = compared.changes().size();
    String times = timing == TimingChoice.kernels ? ", times being the kernels' own" : "";
    if (changed == 0) {
      return "nothing has changed: all " + compared.same() + " points are the same" + times;
    }
    StringBuilder words = new StringBuilder();
    words.append(compared.same()).append(" of ").append(compared.same() + changed);
    words.append(" points are the same").append(times).append("; ");
    words.append(compared.beyond()).append(" changed");
    if (compared.tolerance() > 0) {
      BigDecimal percent = BigDecimal.valueOf(compared.tolerance()).movePointRight(2);
      words.append(" by more than ").append(percent.stripTrailingZeros().toPlainString());
      words.append('%');
    }
    long noise = compared.changes().stream().filter(c -> c.noise().orElse(false)).count();
    if (noise > 0) {
      words.append("; ").append(noise).append(" within the noise of launch phases");
    }
    boolean unknown =
        compared.changes().stream()
            .anyMatch(c -> c.kind() == PointChange.Kind.TIME && c.noise().isEmpty());
    if (unknown) {
      words.append("; noise is known where sweeps have phases: 2 or more");
    }
    return words.toString();
  }
}
