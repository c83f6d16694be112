// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.explain.ExplanationAnswer;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;

/** A page with an explanation: a waterfall chart from one run's time to the other's. */
public final class ExplanationPage {
  private ExplanationPage() {}

  public static String of(Origin origin, Explanation e) {
    Waterfall figures = new Waterfall(e, "");
    Page page =
        new Page("Why " + e.to() + " differs from " + e.from() + " on " + e.workload(), origin)
            .lead(figures.lead())
            .data(ExplanationAnswer.ANSWER.json(origin.version(), e));
    page.add(new Section("why", "Decomposition", figures::write));
    if (figures.hasSentences()) {
      page.add(new Section("sentences", "Summary", figures::sentences));
    }
    if (figures.hasMoved()) {
      page.add(new Section("moved", "Work by source line", figures::moved));
    }
    e.ladder()
        .ifPresent(
            ladder ->
                page.add(
                    new Section(
                        "rungs",
                        "Bottleneck decomposition",
                        to -> new LadderTable(e, ladder, "").write(to))));
    if (figures.hasTogether()) {
      page.add(new Section("together", "Interactions", figures::together));
    }
    if (figures.hasChanges()) {
      page.add(new Section("changes", "Parameter differences", figures::changes));
    }
    page.add(new Section("simulated", "Simulations", figures::simulated));
    return page.write();
  }
}
