// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

final class ParameterSection {
  private final ComparedResults c;
  // Number of each source, in order of first use.
  private final Map<String, Integer> sources = new LinkedHashMap<>();

  ParameterSection(ComparedResults c) {
    this.c = c;
  }

  void write(Element page) {
    List<String> words = new ArrayList<>();
    for (Provenance from : Provenance.values()) {
      words.add(letter(from) + " " + from.name().toLowerCase(Locale.ROOT));
    }
    page.p(
        "Each value is followed by its provenance: "
            + String.join(", ", words)
            + "; the number refers to the list of sources, and a device's name means that the value is"
            + " inherited from its file. Guessed and fitted parameters have a"
            + " range. Empty cell: the device has no such parameter.");
    Map<String, String> meanings = new TreeMap<>();
    for (DeviceSpec d : c.devices()) {
      d.shown().forEach(f -> meanings.putIfAbsent(f.path(), d.schema().definition(f.path())));
    }
    List<Heading> columns = Heading.all("parameter");
    c.names().forEach(n -> columns.add(Heading.words(n)));
    columns.add(Heading.words("meaning"));
    Element folded = page.details("All parameters");
    HtmlTable table =
        new HtmlTable(folded, "figures", "Parameters of all devices", columns).classed("tall");
    List<Map<String, Figure>> all = new ArrayList<>();
    for (DeviceSpec d : c.devices()) {
      Map<String, Figure> figures = new TreeMap<>();
      d.shown().forEach(f -> figures.put(f.path(), f));
      all.add(figures);
    }
    meanings.forEach(
        (path, meaning) -> {
          List<Element> cells = new ArrayList<>();
          for (int d = 0; d < all.size(); d++) {
            cells.add(cell(all.get(d).get(path), c.devices().get(d)));
          }
          table.row(path, cells, meaning);
        });
    Element list = page.details("Sources").child("ol");
    sources.forEach((text, number) -> list.child("li", text).with("id", "source" + number));
  }

  private Element cell(Figure f, DeviceSpec device) {
    if (f == null) {
      return Element.of("td");
    }
    Element cell = Element.of("td.v", f.readable());
    if (!f.low().isEmpty()) {
      cell.add(Element.of("br"), f.range());
    }
    Element from = cell.child("sup", letter(f.from()));
    String text = f.source().isEmpty() ? null : device.sources().get(f.source());
    if (text != null) {
      int number = sources.computeIfAbsent(text, t -> sources.size() + 1);
      from.child("a", number).with("href", "#source" + number);
    }
    device.inheritedFrom(f.path()).ifPresent(id -> from.add(" " + id));
    return cell;
  }

  private static String letter(Provenance from) {
    return from == Provenance.DERIVED ? "c" : from.name().substring(0, 1).toLowerCase(Locale.ROOT);
  }
}
