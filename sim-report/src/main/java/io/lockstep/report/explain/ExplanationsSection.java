// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.Section;
import java.util.List;

/** The section that adds explanations to a page of results, one for each explained workload. */
public final class ExplanationsSection {
  private static final int FEW = 3; // maximum number of explanations that are all unfolded

  private ExplanationsSection() {}

  /**
   * Creates the section.
   *
   * @param explanations explanations in the order of the workloads
   * @param problems reasons for missing explanations, one sentence each
   */
  public static Section of(List<Explanation> explanations, List<String> problems) {
    return new Section(
        "explained",
        "Speedup decomposition",
        page -> {
          for (int i = 0; i < explanations.size(); i++) {
            boolean open = i == 0 || explanations.size() <= FEW;
            one(page, explanations.get(i), i, open);
          }
          problems.forEach(page::note);
        });
  }

  private static void one(Element page, Explanation e, int number, boolean open) {
    String suffix = "e" + number;
    Waterfall figures = new Waterfall(e, suffix);
    Element folded =
        page.details(Element.of("h3", e.workload() + ": from " + e.from() + " to " + e.to()));
    folded.with("open", open ? "open" : null).p(figures.lead());
    figures.write(folded);
    if (figures.hasSentences()) {
      figures.sentences(folded);
    }
    e.ladder().ifPresent(ladder -> new LadderTable(e, ladder, suffix).write(folded));
    if (figures.hasChanges()) {
      figures.changes(folded.details("Parameter differences"));
    }
    figures.simulated(folded);
  }
}
