package io.lockstep.report.occupancy;

import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.Section;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.occupancy.Curve;
import io.lockstep.spi.occupancy.NextStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rows of occupancy, and curves over what groups need. Stateless. */
public final class OccupancySections {
  private static final double LEFT = 44;
  private static final double TOP = 8;
  private static final double WIDE = 380;
  private static final double HIGH = 190;
  private static final int DASHES = 3;

  private OccupancySections() {}

  /**
   * {@return a section of rows, and one of curves if any row has one}
   *
   * @param rows in order
   * @param id prefix of element ids, for a page with several of them; may be empty
   */
  public static List<Section> of(List<OccupancyRow> rows, String id) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(id + "rows", "What a compute unit holds", page -> rows(page, rows, id)));
    if (rows.stream().anyMatch(r -> r.rules() != null && !r.rules().curves().isEmpty())) {
      sections.add(
          new Section(id + "curves", "Over what groups need", page -> curves(page, rows, id)));
    }
    return sections;
  }

  private static void rows(Markup page, List<OccupancyRow> rows, String id) {
    HtmlTable table =
        HtmlTable.begin(
            page,
            id + "occupancy",
            "Work-groups and wavefronts of a compute unit",
            List.of(
                Column.words("device"),
                Column.words("kernel"),
                Column.figures("launches"),
                Column.figures("group"),
                Column.figures("groups"),
                Column.figures("wavefronts"),
                Column.figures("slots"),
                Column.figures("occup. %"),
                Column.words("limited by"),
                Column.words("next step")),
            "");
    for (OccupancyRow r : rows) {
      boolean there = r.occupancy() != null;
      table.row(r.device()).cell(r.kernel()).cell("" + r.launches()).cell("" + r.groupSize());
      table.cell(there ? "" + r.occupancy().groups() : "");
      table.cell(there ? "" + r.occupancy().wavefronts() : "");
      table.cell(there ? "" + r.occupancy().maximum() : "");
      table.cell(
          there
              ? Lengths.fixed(100.0 * r.occupancy().wavefronts() / r.occupancy().maximum(), 1)
              : "");
      boolean fits = r.status() == RunStatus.OK;
      table.cell(
          fits && there ? r.occupancy().limit() : r.status().name().toLowerCase(Locale.ROOT));
      table.cell(r.next() != null ? r.next() : r.message()).done();
    }
    table.end();
  }

  /** A drawing for each kernel and each thing that is varied; a line for each device. */
  private static void curves(Markup page, List<OccupancyRow> rows, String id) {
    page.raw(
        "<p>Wavefronts that a unit holds over what a group needs, all else equal; the mark is ");
    page.raw("the kernel as it is. Where steps end stands in the table below.</p>\n");
    Map<String, List<OccupancyRow>> drawings = new LinkedHashMap<>();
    for (OccupancyRow r : rows) {
      if (r.rules() != null) {
        for (Curve curve : r.rules().curves()) {
          String name = (r.kernel().isEmpty() ? "" : r.kernel() + ": ") + curve.over();
          drawings.computeIfAbsent(name, n -> new ArrayList<>()).add(r);
        }
      }
    }
    List<String> devices = rows.stream().map(OccupancyRow::device).distinct().toList();
    Palette palette = new Palette(devices);
    palette.legend(page);
    page.raw("<div class=\"plots\">\n");
    drawings.forEach((name, of) -> drawing(page, name, of, palette));
    page.raw("</div>\n<details><summary>Curves as a table</summary>\n");
    HtmlTable table =
        HtmlTable.begin(
            page,
            id + "points",
            "Where steps end: up to and with so much",
            List.of(
                Column.words("device"),
                Column.words("kernel"),
                Column.words("over"),
                Column.figures("up to"),
                Column.figures("groups"),
                Column.figures("wavefronts")),
            "class=\"tall\"");
    for (OccupancyRow r : rows) {
      for (Curve curve : r.rules() == null ? List.<Curve>of() : r.rules().curves()) {
        for (Curve.Point p : curve.points()) {
          table.row(r.device()).cell(r.kernel()).cell(curve.over());
          table.cell(p.to() == Integer.MAX_VALUE ? "any" : Lengths.grouped(p.to()));
          table.cell("" + p.fit().groups()).cell("" + p.fit().wavefronts()).done();
        }
      }
    }
    table.end();
    page.raw("</details>\n");
  }

  private static Curve curve(OccupancyRow r, String name) {
    return r.rules().curves().stream()
        .filter(c -> name.endsWith(c.over()))
        .findFirst()
        .orElseThrow();
  }

  private static void drawing(Markup page, String name, List<OccupancyRow> rows, Palette palette) {
    long most = 1;
    int high = 1;
    for (OccupancyRow r : rows) {
      for (Curve.Point p : curve(r, name).points()) {
        most = p.to() == Integer.MAX_VALUE ? most : Math.max(most, p.to());
        high = Math.max(high, p.fit().wavefronts());
      }
      most = Math.max(most, amount(r, name));
    }
    page.raw("<figure>\n<svg viewBox=\"0 0 " + Lengths.at(LEFT + WIDE + 28) + " ");
    page.raw(Lengths.at(TOP + HIGH + 24) + "\" role=\"img\" aria-label=\"");
    page.text("Wavefronts over " + name + "; all steps are in the table below").raw("\">\n");
    page.raw("<g class=\"grid\"><rect x=\"" + LEFT + "\" y=\"" + TOP + "\" width=\"" + WIDE);
    page.raw("\" height=\"" + HIGH + "\"/>");
    for (int i = 0; i <= 4; i++) {
      double x = LEFT + WIDE * i / 4;
      double y = TOP + HIGH - HIGH * i / 4;
      page.raw("<text x=\"" + Lengths.at(x) + "\" y=\"" + (TOP + HIGH + 16) + "\">");
      page.raw(Lengths.grouped(most * i / 4) + "</text><text class=\"y\" x=\"" + (LEFT - 5));
      page.raw("\" y=\"" + Lengths.at(y + 4) + "\">" + Lengths.at(high * i / 4.0) + "</text>");
    }
    page.raw("</g>\n");
    for (int i = 0; i < rows.size(); i++) {
      line(page, rows.get(i), name, most, high, palette, i % DASHES);
    }
    page.raw("</svg>\n<figcaption>").text("wavefronts over " + name);
    page.raw("</figcaption></figure>\n");
  }

  private static long amount(OccupancyRow r, String name) {
    if (name.endsWith(NextStep.GROUP_SIZE)) {
      return r.groupSize();
    }
    return r.rules().limits().needs().stream()
        .filter(n -> name.endsWith(n.name()))
        .mapToLong(n -> r.rules().needs().amount(n))
        .findFirst()
        .orElse(0);
  }

  private static void line(
      Markup page, OccupancyRow r, String name, long most, int high, Palette palette, int dash) {
    StringBuilder d = new StringBuilder();
    double x = LEFT;
    double at = TOP + HIGH;
    long own = amount(r, name);
    for (Curve.Point p : curve(r, name).points()) {
      double y = TOP + HIGH - HIGH * (double) p.fit().wavefronts() / high;
      double to = LEFT + WIDE * (double) Math.min(p.to(), most) / most;
      d.append(d.isEmpty() ? "M" + Lengths.at(x) + " " + Lengths.at(y) : "V" + Lengths.at(y));
      d.append("H" + Lengths.at(to));
      x = to;
    }
    at =
        TOP
            + HIGH
            - HIGH * (double) (r.occupancy() == null ? 0 : r.occupancy().wavefronts()) / high;
    page.raw("<g class=\"" + palette.colour(r.device()) + "\"><path class=\"roof dash" + dash);
    page.raw("\" d=\"" + d + "\"><title>").text(r.device()).raw("</title></path></g>");
    page.raw(palette.mark(r.device(), LEFT + WIDE * (double) own / most, at, true)).raw("\n");
  }
}
