package io.lockstep.report.compare;

import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.report.page.Shares;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machine code of a workload's kernels on the devices that its listing shows first. Lines of
 * the listing lead to their rows, and rows to their lines. Immutable.
 */
final class CodeTables {
  /**
   * A kernel on a device.
   *
   * @param id of its table
   * @param device index among the comparison's
   * @param code its rows
   * @param tenths of a percent that each line has on the device
   * @param shares of the device's code
   */
  private record Part(
      String id, int device, CodeListing code, Map<Place, Integer> tenths, RowShares shares) {
    boolean isTold() {
      return shares.isTold(code.kernel());
    }
  }

  private static final String NONE = "–";

  private final List<String> names;
  private final int number;
  private final Point point;
  private final List<Listing.Line> lines;
  private final List<Part> parts = new ArrayList<>();
  private final Map<Place, Integer> listed = new HashMap<>(); // index in the listing; never walked
  private final Set<Place> led = new HashSet<>(); // lines that rows lead to; never walked

  /**
   * @param names of the devices
   * @param number of the workload
   * @param listing of the workload
   * @param lines of the listing
   * @param shown indexes of devices
   * @param most rows of a kernel on a device; 0 for no code at all
   */
  CodeTables(
      List<String> names,
      int number,
      Listing listing,
      List<Listing.Line> lines,
      List<Integer> shown,
      int most) {
    this.names = names;
    this.number = number;
    point = listing.point();
    this.lines = lines;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).line() > 0) {
        listed.put(key(lines.get(i).file(), lines.get(i).line()), i);
      }
    }
    for (int device : most == 0 ? List.<Integer>of() : shown) {
      Map<Place, Integer> tenths = tenths(listing.devices().indexOf(device));
      RowShares shares = new RowShares(point.results().get(device));
      for (KernelTimes kernel : point.results().get(device).lines().kernels()) {
        if (kernel.code() != null) {
          String id = "code" + number + "d" + device + "k" + kernel.index();
          CodeListing code =
              new CodeListing(kernel, (f, l) -> key(point.places().place(f, l)), tenths, most);
          parts.add(new Part(id, device, code, tenths, shares));
          code.rows().forEach(row -> led.addAll(row.places()));
        }
      }
    }
  }

  /** A line whatever its text. */
  private static Place key(String file, int line) {
    return new Place(file, line, "");
  }

  private static Place key(Place place) {
    return key(place.file(), place.line());
  }

  private Map<Place, Integer> tenths(int column) {
    Map<Place, Integer> tenths = new HashMap<>(); // never walked
    for (Listing.Line line : lines) {
      Listing.Heat heat = line.heat().get(column);
      if (heat != null && line.line() > 0) {
        tenths.put(key(line.file(), line.line()), heat.tenths());
      }
    }
    return tenths;
  }

  /** Devices with code, in the order of their columns in the listing. */
  List<Integer> devices() {
    return parts.stream().map(Part::device).distinct().toList();
  }

  /**
   * Attributes of a line's row in the listing: its name, where rows lead to it.
   *
   * @param index of the line
   */
  String attributes(int index) {
    Listing.Line line = lines.get(index);
    boolean named = line.line() > 0 && led.contains(key(line.file(), line.line()));
    return named ? "id=\"" + name(index) + "\"" : "";
  }

  private String name(int index) {
    return "line" + number + "n" + index;
  }

  /**
   * Links from a line to its rows on a device, one for each kernel; empty if it has none.
   *
   * @param index of the line
   * @param device with code
   */
  String links(int index, int device) {
    Listing.Line line = lines.get(index);
    StringBuilder links = new StringBuilder();
    for (Part part : parts) {
      Place place = key(line.file(), line.line());
      Integer first = part.device() == device ? part.code().firsts().get(place) : null;
      if (line.line() > 0 && first != null) {
        links.append(links.isEmpty() ? "" : " + ").append("<a href=\"#").append(row(part, first));
        links.append("\">").append(part.code().counts().get(place)).append("</a>");
      }
    }
    return links.toString();
  }

  private static String row(Part part, int index) {
    return part.id() + "r" + index;
  }

  void write(Markup page) {
    for (Part part : parts) {
      CodeListing code = part.code();
      String what = code.kernel().name() + " in the code of " + names.get(part.device());
      page.raw("<details><summary>").text(what + ", " + code.all());
      page.raw(code.all() == 1 ? " row" : " rows").raw("</summary>\n");
      if (code.rows().size() < code.all()) {
        page.raw("<p class=\"note\">The " + code.rows().size() + " rows of the lines with most ");
        page.raw("cycles are shown, of " + code.all() + ", so that the page is not too large. ");
        page.raw("All are printed by ");
        String command = " -d " + point.results().get(part.device()).device();
        page.element("code", "lockstep inspect TRACE" + command).raw(".</p>\n");
      }
      table(page, part, what);
      page.raw("</details>\n");
    }
  }

  private void table(Markup page, Part part, String what) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.words("line").meaning("Where the row came from; –: the device's own."));
    columns.add(Column.words("code"));
    if (part.isTold()) {
      columns.add(Column.figures("%").meaning("Of the device's cycles, as the lines' figures."));
    }
    columns.add(Column.figures("line's %").meaning("All rows of the line together."));
    HtmlTable table =
        HtmlTable.begin(
            page,
            part.id(),
            point.workload() + ": " + what + ", with the lines it came from",
            columns,
            part.code().rows().size() > 25 ? "class=\"tall code\"" : "class=\"code\"");
    List<CodeListing.Row> rows = part.code().rows();
    Map<Place, Integer> firsts = part.code().firsts();
    for (int i = 0; i < rows.size(); i++) {
      CodeListing.Row row = rows.get(i);
      if (row.number() > (i == 0 ? 0 : rows.get(i - 1).number() + 1)) {
        table.row(NONE).cell("⋯").doneEarly();
      }
      boolean again = i > 0 && rows.get(i - 1).places().equals(row.places());
      int tenths = CodeListing.heat(row, part.tenths());
      int index = i;
      boolean first = row.places().stream().anyMatch(place -> firsts.get(place) == index);
      table.head(first ? "id=\"" + row(part, i) + "\"" : "", Shade.of(tenths), label(row, !again));
      table.cell("class=\"src\"", new Markup().text(row.text()).toString());
      int own = part.isTold() ? part.shares().tenths(part.code().kernel(), row.number()) : 0;
      boolean line = !again && !row.places().isEmpty() && tenths > 0;
      if (own > 0 || part.isTold() && line) {
        String shade = own > 0 ? Shade.of(own) : "";
        String text = own > 0 ? Shares.text(own) : "";
        table.cell(shade.isEmpty() ? "" : "class=\"" + shade + "\"", text);
      }
      if (line) {
        table.cell(Shares.text(tenths)).done();
      } else {
        table.doneEarly();
      }
    }
    table.end();
  }

  /** Lines of a row; they are links in the first of those that follow each other. */
  private String label(CodeListing.Row row, boolean linked) {
    Markup label = new Markup();
    boolean files = lines.stream().map(Listing.Line::file).distinct().count() > 2;
    for (Place place : row.places()) {
      Integer index = listed.get(place);
      String words = (files ? place.file() + ":" : "") + place.line();
      label.raw(label.length() == 0 ? "" : ", ");
      if (linked && index != null) {
        label.element("a href=\"#" + name(index) + "\"", words);
      } else {
        label.text(words);
      }
    }
    return label.length() == 0 ? NONE : label.toString();
  }
}
