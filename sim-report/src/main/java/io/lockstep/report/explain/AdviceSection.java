// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.advise.Advice;
import io.lockstep.advise.DeviceAdvice;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import java.util.List;

public final class AdviceSection {
  private AdviceSection() {}

  /**
   * Creates the section from simulated changes.
   *
   * @param devices devices with their findings, each sorted by gain
   * @param notes sentences below the table
   */
  public static Section of(List<DeviceAdvice> devices, List<String> notes) {
    return new Section("advice", "Recommendations", page -> table(page, devices, notes));
  }

  /**
   * Creates the section from hints that need no further simulation.
   *
   * @param signs rows with workload, device and hint
   * @param notes sentences below the table
   */
  public static Section ofSigns(List<List<String>> signs, List<String> notes) {
    return new Section(
        "advice",
        "Observations",
        page -> {
          HtmlTable table =
              new HtmlTable(
                  page,
                  "signs",
                  "Most notable observation of each result",
                  Heading.all("workload", "device", "observation"));
          signs.forEach(row -> table.row(row.toArray()));
          notes.forEach(page::note);
        });
  }

  private static void table(Element page, List<DeviceAdvice> devices, List<String> notes) {
    List<Advice> findings = devices.stream().flatMap(d -> d.findings().stream()).toList();
    if (!findings.isEmpty()) {
      String caption = "Findings by device, largest gain first";
      HtmlTable.of(page, "advised", caption, Advice.ANSWER, findings);
    }
    for (DeviceAdvice device : devices) {
      if (!device.problem().isEmpty()) {
        page.note(device.device() + " " + device.problem());
      } else if (device.findings().isEmpty()) {
        page.note(device.device() + ": no change gains 3 % or more.");
      }
    }
    notes.forEach(page::note);
  }
}
