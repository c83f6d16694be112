// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Shares;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The machine code of a workload's kernels on the devices that the source listing initially shows.
 * Source lines and their rows of code link to each other.
 */
final class CodeTables {
  /**
   * A kernel on a device.
   *
   * @param id id of the kernel's table
   * @param device index of the device in the comparison
   * @param tenths share of each source line in the device's cycles, in tenths of a per cent
   * @param shares shares of the rows in the device's cycles
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
  private final WorkloadResults point;
  private final List<Listing.Line> lines;
  private final List<Part> parts = new ArrayList<>();
  private final Map<Place, Integer> listed = new HashMap<>(); // index in the listing; lookup only
  private final Set<Place> led = new HashSet<>(); // lines that rows link to; lookup only

  /**
   * @param shown indices of the shown devices
   * @param most maximum number of rows of a kernel on a device; 0 omits the code
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
        String id = "code" + number + "d" + device + "k" + kernel.index();
        CodeListing code =
            new CodeListing(kernel, (f, l) -> key(point.places().place(f, l)), tenths, most);
        parts.add(new Part(id, device, code, tenths, shares));
        code.rows().forEach(row -> led.addAll(row.places()));
      }
    }
  }

  /** Identifies a source line regardless of its text. */
  private static Place key(String file, int line) {
    return new Place(file, line, "");
  }

  private static Place key(Place place) {
    return key(place.file(), place.line());
  }

  private Map<Place, Integer> tenths(int column) {
    Map<Place, Integer> tenths = new HashMap<>(); // lookup only; never iterated
    for (Listing.Line line : lines) {
      Listing.Heat heat = line.heat().get(column);
      if (heat != null && line.line() > 0) {
        tenths.put(key(line.file(), line.line()), heat.tenths());
      }
    }
    return tenths;
  }

  /** Returns the devices with code, in the order of their columns in the listing. */
  List<Integer> devices() {
    return parts.stream().map(Part::device).distinct().toList();
  }

  /** Returns the id of a line's row in the source listing; null if no row of code links to it. */
  String mark(int index) {
    Listing.Line line = lines.get(index);
    boolean named = line.line() > 0 && led.contains(key(line.file(), line.line()));
    return named ? name(index) : null;
  }

  private String name(int index) {
    return "line" + number + "n" + index;
  }

  /**
   * Creates links from a source line to its rows of code on a device, one for each kernel; empty if
   * the line has no code there.
   */
  Element links(int index, int device) {
    Listing.Line line = lines.get(index);
    Element links = Element.of("td");
    String between = null;
    for (Part part : parts) {
      Place place = key(line.file(), line.line());
      Integer first = part.device() == device ? part.code().firsts().get(place) : null;
      if (line.line() > 0 && first != null) {
        links
            .add(between)
            .child("a", part.code().counts().get(place))
            .with("href", "#" + row(part, first));
        between = " + ";
      }
    }
    return links;
  }

  private static String row(Part part, int index) {
    return part.id() + "r" + index;
  }

  void write(Element page) {
    for (Part part : parts) {
      CodeListing code = part.code();
      String what = code.kernel().name() + " on " + names.get(part.device());
      String rows = code.all() == 1 ? " instruction" : " instructions";
      Element folded = page.details("Machine code of " + what + ", " + code.all() + rows);
      if (code.rows().size() < code.all()) {
        String device = point.results().get(part.device()).device();
        folded.note(
            "To limit the page's size, only the " + code.rows().size() + " instructions of the",
            " lines with the most cycles are shown. All instructions: ",
            Element.of("code", "lockstep inspect TRACE -d " + device),
            ".");
      }
      table(folded, part, what);
    }
  }

  private void table(Element page, Part part, String what) {
    List<Heading> columns =
        Heading.all(
            Heading.words("line").meaning("Source line; –: generated without one."), "instruction");
    if (part.isTold()) {
      columns.add(Heading.figures("%").meaning("Share of the device's cycles."));
    }
    columns.add(Heading.figures("line %").meaning("All instructions of the line."));
    List<CodeListing.Row> rows = part.code().rows();
    HtmlTable table =
        new HtmlTable(
                page,
                part.id(),
                point.workload() + ": machine code of " + what + ", with source lines",
                columns)
            .classed(rows.size() > 25 ? "tall" : "")
            .classed("code");
    Map<Place, Integer> firsts = part.code().firsts();
    for (int i = 0; i < rows.size(); i++) {
      CodeListing.Row row = rows.get(i);
      if (row.number() > (i == 0 ? 0 : rows.get(i - 1).number() + 1)) {
        table.begun(NONE, "⋯");
      }
      boolean again = i > 0 && rows.get(i - 1).places().equals(row.places());
      int tenths = CodeListing.heat(row, part.tenths());
      int index = i;
      boolean first = row.places().stream().anyMatch(place -> firsts.get(place) == index);
      List<Element> cells = new ArrayList<>();
      cells.add(label(row, !again).classed(Shade.of(tenths)));
      cells.add(Element.of("td.src", row.text()));
      int own = part.isTold() ? part.shares().tenths(part.code().kernel(), row.number()) : 0;
      boolean line = !again && !row.places().isEmpty() && tenths > 0;
      if (own > 0) {
        cells.add(Element.of("td", Shares.text(own)).classed(Shade.of(own)));
      } else if (part.isTold() && line) {
        cells.add(Element.of("td"));
      }
      if (line) {
        cells.add(Element.of("td", Shares.text(tenths)));
      }
      Element written = line ? table.row(cells) : table.begun(cells);
      written.with("id", first ? row(part, i) : null);
    }
  }

  /**
   * Creates the label with the source lines of a row. Of consecutive rows with the same lines, only
   * the first has links.
   */
  private Element label(CodeListing.Row row, boolean linked) {
    Element label = Element.of("th");
    boolean files = lines.stream().map(Listing.Line::file).distinct().count() > 2;
    String between = null;
    for (Place place : row.places()) {
      Integer index = listed.get(place);
      String words = (files ? place.file() + ":" : "") + place.line();
      boolean link = linked && index != null;
      label.add(between, link ? Element.of("a", words).with("href", "#" + name(index)) : words);
      between = ", ";
    }
    return between == null ? label.add(NONE) : label;
  }
}
