// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.advise.Advice;
import io.lockstep.advise.DeviceAdvice;
import io.lockstep.advise.Recommendations;
import io.lockstep.cli.terminal.Screen;

public final class AdviceTable {
  private static final String HANGING = "   ";

  private final Recommendations found;

  public AdviceTable(Recommendations found) {
    this.found = found;
  }

  public String render(Screen screen) {
    StringBuilder text = new StringBuilder();
    for (DeviceAdvice device : found.devices()) {
      text.append(text.isEmpty() ? "" : "\n");
      line(text, screen, head(device));
      int number = 0;
      for (Advice advice : device.findings()) {
        text.append('\n');
        line(text, screen, ++number + ". " + advice.title());
        line(text, screen, HANGING + advice.words().finding());
        line(text, screen, HANGING + advice.words().change());
        line(text, screen, HANGING + advice.source());
      }
      if (device.problem().isEmpty() && device.findings().isEmpty()) {
        line(text, screen, "No change gains 3 % or more.");
      }
    }
    text.append('\n');
    if (found.state() == Recommendations.State.PARTIAL) {
      line(text, screen, "Ended early: not every change was simulated.");
    }
    line(
        text,
        screen,
        "Gains are those of simulated programs and devices, one change at a time; a remedy may cost"
            + " something itself. Apply one, then ask again.");
    found.notes().forEach(note -> line(text, screen, note));
    return text.toString();
  }

  private static void line(StringBuilder text, Screen screen, String line) {
    text.append(screen.wrapped(line, HANGING)).append('\n');
  }

  private String head(DeviceAdvice device) {
    StringBuilder head = new StringBuilder(found.workload());
    found.parameters().forEach((k, v) -> head.append(' ').append(k).append('=').append(v));
    head.append(" on ").append(device.device()).append(": ");
    if (!device.problem().isEmpty()) {
      return head.append(device.problem()).toString();
    }
    return head.append(FigureText.micros(device.picos()))
        .append(" µs")
        .append(found.kernels() ? ", the kernels' own time" : "")
        .toString();
  }
}
