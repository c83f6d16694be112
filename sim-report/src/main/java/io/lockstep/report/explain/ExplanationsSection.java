package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Section;
import java.util.List;

/** Explanations beside results: one for each workload that has one. Stateless. */
public final class ExplanationsSection {
  private static final int FEW = 3; // workloads that are all unfolded

  private ExplanationsSection() {}

  /**
   * {@return the section}
   *
   * @param explanations in the order of the workloads
   * @param problems reasons for missing explanations, one sentence each
   */
  public static Section of(List<Explanation> explanations, List<String> problems) {
    return new Section(
        "explained",
        "Why times differ, by simulation",
        page -> {
          for (int i = 0; i < explanations.size(); i++) {
            boolean open = i == 0 || explanations.size() <= FEW;
            one(page, explanations.get(i), i, open);
          }
          problems.forEach(p -> page.element("p class=\"note\"", p).raw("\n"));
        });
  }

  private static void one(Markup page, Explanation e, int number, boolean open) {
    String suffix = "e" + number;
    Waterfall figures = new Waterfall(e, suffix);
    page.raw("<details" + (open ? " open=\"open\"" : "") + "><summary><h3>");
    page.text(e.workload() + ": from " + e.from() + " to " + e.to()).raw("</h3></summary>\n");
    page.element("p", figures.lead()).raw("\n");
    figures.write(page);
    if (figures.hasSentences()) {
      figures.sentences(page);
    }
    e.ladder().ifPresent(ladder -> new LadderTable(e, ladder, suffix).write(page));
    if (figures.hasChanges()) {
      page.raw("<details><summary>Figures behind it</summary>\n");
      figures.changes(page);
      page.raw("</details>\n");
    }
    figures.simulated(page);
    page.raw("</details>\n");
  }
}
