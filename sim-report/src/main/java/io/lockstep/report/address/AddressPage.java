// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.address;

import io.lockstep.inspect.address.AddressAnswers;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import io.lockstep.spi.address.AddressLayout;

/** A page that shows how an address is computed step by step, and draws its position in memory. */
public final class AddressPage {
  private static final double LEFT = 120; // room for row labels
  private static final double TOP = 20;
  private static final double WIDE = 840;
  private static final double HIGH = 18; // height of a row
  private static final int LABELS = 16; // maximum number of column labels

  private AddressPage() {}

  public static String of(
      Origin origin, AddressKind kind, AddressInputs inputs, AddressAnswer answer) {
    Page page = new Page("Address: " + kind.name(), origin);
    page.lead("Computes the " + kind.meaning() + ".");
    page.data(
        AddressAnswers.ANSWER.json(
            origin.version(), new AddressAnswers.Computed(kind, inputs, answer)));
    page.add(new Section("result", "Result", to -> values(to, answer)));
    page.add(new Section("steps", "Steps", to -> steps(to, answer)));
    answer.layout().ifPresent(l -> page.add(new Section("layout", "Layout", to -> draw(to, l))));
    page.add(new Section("inputs", "Inputs", to -> inputs(to, kind, inputs)));
    return page.write();
  }

  private static void values(Element to, AddressAnswer answer) {
    HtmlTable table = new HtmlTable(to, "values", "Result", Heading.all("name", "value"));
    answer.result().forEach(v -> table.row(v.name(), v.text()));
  }

  private static void steps(Element to, AddressAnswer answer) {
    HtmlTable table =
        new HtmlTable(
            to,
            "terms",
            "Computation, in order",
            Heading.all("term", "formula", "value", "source"));
    answer.steps().forEach(s -> table.row(s.term(), s.formula(), s.value(), s.source()));
  }

  private static void inputs(Element to, AddressKind kind, AddressInputs inputs) {
    HtmlTable table =
        new HtmlTable(
            to, "given", "Inputs, given or default", Heading.all("input", "value", "meaning"));
    kind.inputs().forEach(i -> table.row(i.name(), inputs.all().get(i.name()), i.meaning()));
  }

  private static void draw(Element to, AddressLayout layout) {
    to.child("p", layout.caption() + ". Filled: the requested cell.");
    double cell = WIDE / layout.columns();
    int rows = layout.rows().size();
    Element svg =
        to.drawing(LEFT + WIDE + 2, TOP + rows * HIGH + 2, "Layout of memory: " + layout.caption());
    Element grid = svg.child("g.grid");
    int step = Math.max(1, layout.columns() / LABELS);
    for (int c = 0; c < layout.columns(); c += step) {
      grid.child("text", c).with("x", LEFT + (c + 0.5) * cell).with("y", TOP - 6);
    }
    for (int r = 0; r < rows; r++) {
      double y = TOP + r * HIGH;
      grid.child("text.y", layout.rows().get(r)).with("x", LEFT - 6).with("y", y + HIGH - 5);
      for (int c = 0; c < layout.columns(); c++) {
        grid.child("rect")
            .with("x", LEFT + c * cell)
            .with("y", y)
            .with("width", cell)
            .with("height", HIGH);
      }
    }
    Element marks = svg.child("g");
    for (AddressLayout.Mark m : layout.marks()) {
      Element box =
          marks
              .child("rect", Element.of("title", m.text()))
              .classed("c0")
              .classed(m.isAnswer() ? "" : "hollow");
      box.with("x", LEFT + m.column() * cell).with("y", TOP + m.row() * HIGH);
      box.with("width", cell).with("height", HIGH);
    }
  }
}
