// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.occupancy;

import io.lockstep.inspect.occupancy.OccupancyAnswer;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.PathData;
import io.lockstep.report.page.Section;
import io.lockstep.run.RunStatus;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.OccupancyCurve;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sections with a table of occupancy, and with curves of occupancy over resource use. */
public final class OccupancySections {
  private static final double LEFT = 54;
  private static final double TOP = 8;
  private static final double WIDE = 380;
  private static final double HIGH = 190;
  private static final int DASHES = 3;

  private OccupancySections() {}

  /**
   * Creates a section with the table, and a section with curves if any row has curves.
   *
   * @param id prefix of element ids, for a page with several such sections; may be empty
   */
  public static List<Section> of(List<OccupancyRow> rows, String id) {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section(id + "rows", "Occupancy", page -> rows(page, rows, id)));
    if (rows.stream().anyMatch(r -> r.rules() != null && !r.rules().curves().isEmpty())) {
      sections.add(
          new Section(id + "curves", "Occupancy by resource use", page -> curves(page, rows, id)));
    }
    return sections;
  }

  private static void rows(Element page, List<OccupancyRow> rows, String id) {
    HtmlTable table =
        new HtmlTable(
            page,
            id + "occupancy",
            "Resident work-groups and wavefronts per compute unit",
            Heading.all(
                "device",
                "kernel",
                ">launches",
                Heading.figures("group size").meaning("Work-items per work-group."),
                ">groups",
                ">wavefronts",
                Heading.figures("slots").meaning("Wavefronts that a compute unit can hold."),
                Heading.figures("occup. %").meaning("Wavefronts / slots."),
                "limited by",
                "to raise occupancy"));
    for (OccupancyRow r : rows) {
      Occupancy o = r.occupancy();
      boolean fits = r.status() == RunStatus.OK && o != null;
      table.row(
          r.device(),
          r.kernel(),
          r.launches(),
          r.groupSize(),
          o == null ? "" : o.groups(),
          o == null ? "" : o.wavefronts(),
          o == null ? "" : o.maximum(),
          o == null ? "" : Lengths.fixed(100.0 * o.wavefronts() / o.maximum(), 1),
          fits ? o.limit() : r.status().name().toLowerCase(Locale.ROOT),
          r.next() != null ? r.next() : r.message());
    }
  }

  /** Draws a chart for each kernel and each resource, with a line for each device. */
  private static void curves(Element page, List<OccupancyRow> rows, String id) {
    page.p(
        "Resident wavefronts per compute unit if one resource need changes and all others stay."
            + " Marks: the kernel as it is.");
    Map<String, List<OccupancyRow>> drawings = new LinkedHashMap<>();
    for (OccupancyRow r : rows) {
      if (r.rules() != null) {
        for (OccupancyCurve curve : r.rules().curves()) {
          String name = (r.kernel().isEmpty() ? "" : r.kernel() + ": ") + curve.over();
          drawings.computeIfAbsent(name, n -> new ArrayList<>()).add(r);
        }
      }
    }
    List<String> devices = rows.stream().map(OccupancyRow::device).distinct().toList();
    Palette palette = new Palette(devices);
    palette.legend(page);
    Element plots = page.child("div.plots");
    drawings.forEach((name, of) -> drawing(plots, name, of, palette));
    HtmlTable table =
        new HtmlTable(
                page.details("Curves as a table"),
                id + "points",
                "Steps of the curves: resident groups and wavefronts up to each amount",
                Heading.all("device", "kernel", "resource", ">up to", ">groups", ">wavefronts"))
            .classed("tall");
    for (OccupancyAnswer.RowPoint p : OccupancyAnswer.points(rows)) {
      table.row(
          p.row().device(),
          p.row().kernel(),
          p.curve().over(),
          p.at().to() == Integer.MAX_VALUE ? "any" : Lengths.grouped(p.at().to()),
          p.at().fit().groups(),
          p.at().fit().wavefronts());
    }
  }

  private static OccupancyCurve curve(OccupancyRow r, String name) {
    return r.rules().curves().stream()
        .filter(c -> name.endsWith(c.over()))
        .findFirst()
        .orElseThrow();
  }

  private static void drawing(Element page, String name, List<OccupancyRow> rows, Palette palette) {
    long most = 1;
    int high = 1;
    for (OccupancyRow r : rows) {
      for (OccupancyCurve.Point p : curve(r, name).points()) {
        most = p.to() == Integer.MAX_VALUE ? most : Math.max(most, p.to());
        high = Math.max(high, p.fit().wavefronts());
      }
      most = Math.max(most, amount(r, name));
    }
    Element figure = page.child("figure");
    String label = "Wavefronts over " + name + "; the table below has all steps";
    Element svg = figure.drawing(LEFT + WIDE + 28, TOP + HIGH + 42, label);
    Element grid = svg.child("g.grid");
    grid.child("rect").with("x", LEFT).with("y", TOP).with("width", WIDE).with("height", HIGH);
    for (int i = 0; i <= 4; i++) {
      grid.child("text", Lengths.grouped(most * i / 4))
          .with("x", LEFT + WIDE * i / 4)
          .with("y", TOP + HIGH + 16);
      grid.child("text.y", Lengths.at(high * i / 4.0))
          .with("x", LEFT - 5)
          .with("y", TOP + HIGH - HIGH * i / 4 + 4);
    }
    for (int i = 0; i < rows.size(); i++) {
      line(svg, rows.get(i), name, most, high, palette, i % DASHES);
    }
    grid.child("text", unit(name)).with("x", LEFT + WIDE / 2).with("y", TOP + HIGH + 34);
    String turned = "translate(12 " + Lengths.at(TOP + HIGH / 2) + ") rotate(-90)";
    grid.child("text", "wavefronts per compute unit").with("transform", turned);
    figure.child("figcaption", name);
  }

  private static String unit(String name) {
    if (name.endsWith(NextStep.GROUP_SIZE)) {
      return "work-items per group";
    }
    if (name.endsWith(Need.LOCAL_MEMORY.name())) {
      return "bytes of local memory per group";
    }
    return name.endsWith(Need.REGISTERS.name()) ? "registers per work-item" : name;
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
      Element svg, OccupancyRow r, String name, long most, int high, Palette palette, int dash) {
    PathData d = new PathData();
    for (OccupancyCurve.Point p : curve(r, name).points()) {
      double y = TOP + HIGH - HIGH * (double) p.fit().wavefronts() / high;
      if (d.isEmpty()) {
        d.to('M', LEFT, y);
      } else {
        d.to('V', y);
      }
      d.to('H', LEFT + WIDE * (double) Math.min(p.to(), most) / most);
    }
    int held = r.occupancy() == null ? 0 : r.occupancy().wavefronts();
    double x = LEFT + WIDE * (double) amount(r, name) / most;
    Element line = svg.child("g").classed(palette.colour(r.device()));
    line.child("path.roof.dash" + dash).with("d", d).child("title", r.device());
    svg.add(palette.mark(r.device(), x, TOP + HIGH - HIGH * (double) held / high, true));
  }
}
