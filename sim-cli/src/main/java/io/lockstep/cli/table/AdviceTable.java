// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.advise.Advice;
import io.lockstep.advise.DeviceAdvice;
import io.lockstep.advise.Recommendations;
import io.lockstep.cli.terminal.Screen;

public record AdviceTable(Recommendations found) {
  private static final String HANGING = "   ";

  public String render(Screen screen) {
    ScreenText text = new ScreenText(screen, HANGING);
    for (DeviceAdvice device : found.devices()) {
      text.gap();
      text.line(head(device));
      int number = 0;
      for (Advice advice : device.findings()) {
        text.blank();
        text.line(++number + ". " + advice.title());
        text.line(HANGING + advice.words().finding());
        text.line(HANGING + advice.words().change());
        text.line(HANGING + advice.source());
      }
      if (device.problem().isEmpty() && device.findings().isEmpty()) {
        text.line("No change gains 3 % or more.");
      }
    }
    text.blank();
    if (found.state() == Recommendations.State.PARTIAL) {
      text.line("Ended early: not every change was simulated.");
    }
    text.line(
        "Gains are those of simulated programs and devices, one change at a time; a remedy may cost"
            + " something itself. Apply one, then ask again.");
    found.notes().forEach(text::line);
    return text.toString();
  }

  private String head(DeviceAdvice device) {
    StringBuilder head = FigureText.head(found.workload(), found.parameters(), device.device());
    if (!device.problem().isEmpty()) {
      return head.append(device.problem()).toString();
    }
    return head.append(FigureText.micros(device.picos()))
        .append(" µs")
        .append(found.kernels() ? ", the kernels' own time" : "")
        .toString();
  }
}
