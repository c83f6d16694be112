package io.lockstep.report.compare;

import io.lockstep.report.page.Column;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Markup;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Every figure of every device with where it comes from. */
final class ParameterSection {
  private final Comparison c;
  private final Map<String, Integer> sources = new LinkedHashMap<>(); // in the order of their use

  ParameterSection(Comparison c) {
    this.c = c;
  }

  void write(Markup page) {
    page.raw("<p>Behind each figure where it comes from: ");
    List<String> words = new ArrayList<>();
    for (Provenance from : Provenance.values()) {
      words.add(letter(from) + " " + from.name().toLowerCase(Locale.ROOT));
    }
    page.text(String.join(", ", words));
    page.raw(
        "; the number is that of its source below. Guessed and fitted figures have a range. An ");
    page.raw(
        "empty cell: the device has no such figure.</p>\n<details><summary>All figures</summary>");
    Map<String, String> meanings = new TreeMap<>();
    for (DeviceSpec d : c.devices()) {
      d.shown().forEach(f -> meanings.putIfAbsent(f.path(), d.schema().definition(f.path())));
    }
    List<Column> columns = new ArrayList<>(List.of(Column.words("figure")));
    c.names().forEach(n -> columns.add(Column.words(n)));
    columns.add(Column.words("meaning"));
    HtmlTable table =
        HtmlTable.begin(page, "figures", "Figures of all devices", columns, "class=\"tall\"");
    List<Map<String, Figure>> all = new ArrayList<>();
    for (DeviceSpec d : c.devices()) {
      Map<String, Figure> figures = new TreeMap<>();
      d.shown().forEach(f -> figures.put(f.path(), f));
      all.add(figures);
    }
    meanings.forEach(
        (path, meaning) -> {
          table.row(path);
          for (int d = 0; d < all.size(); d++) {
            Figure figure = all.get(d).get(path);
            table.cell(figure == null ? "" : "class=\"v\"", cell(figure, c.devices().get(d)));
          }
          table.cell(meaning).done();
        });
    table.end();
    page.raw("</details>\n<details><summary>Sources</summary>\n<ol>\n");
    sources.forEach(
        (text, number) -> page.raw("<li id=\"source" + number + "\">").text(text).raw("</li>\n"));
    page.raw("</ol></details>\n");
  }

  private String cell(Figure f, DeviceSpec device) {
    if (f == null) {
      return "";
    }
    Markup cell = new Markup().text(f.readable());
    if (!f.low().isEmpty()) {
      cell.raw("<br/>").text(f.range());
    }
    cell.raw("<sup>" + letter(f.from()));
    String text = f.source().isEmpty() ? null : device.sources().get(f.source());
    if (text != null) {
      int number = sources.computeIfAbsent(text, t -> sources.size() + 1);
      cell.raw("<a href=\"#source" + number + "\">" + number + "</a>");
    }
    return cell.raw("</sup>").toString();
  }

  private static String letter(Provenance from) {
    return from == Provenance.DERIVED ? "c" : from.name().substring(0, 1).toLowerCase(Locale.ROOT);
  }
}
