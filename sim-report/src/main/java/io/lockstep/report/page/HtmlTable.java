// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Column;
import io.lockstep.run.answer.Heading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A table in a scrolling box of a page, with scoped headings. The page's script lets users sort,
 * filter, select columns and copy. Not thread-safe.
 */
public final class HtmlTable {
  private final String id;
  private final List<Heading> columns;
  private final Element table;
  private Element rows;

  /**
   * Adds a table to a page.
   *
   * @param id id of letters and digits, unique in the page
   * @param columns columns; the first contains the row headings
   */
  public HtmlTable(Element page, String id, String caption, List<Heading> columns) {
    this.id = id;
    this.columns = List.copyOf(columns);
    Element box = page.child("div.scroll").with("role", "region").with("tabindex", 0);
    table = box.with("aria-labelledby", id + "-c").child("table").with("id", id);
    table.child("caption", caption).with("id", id + "-c");
    Element head = table.child("thead").child("tr");
    for (Heading c : columns) {
      Element heading = head.child("th", c.name()).with("scope", "col");
      heading.classed(c.isNumber() ? "n" : "");
      heading.with("title", c.meaning().isEmpty() ? null : c.meaning());
    }
    rows = table.child("tbody");
  }

  /** {@return a table of a page with the columns that an answer declares} */
  public static <T> HtmlTable of(
      Element page, String id, String caption, Answer<T> answer, Collection<? extends T> rows) {
    List<Heading> headings = answer.columns().stream().map(Column::heading).toList();
    HtmlTable table = new HtmlTable(page, id, caption, headings);
    for (T row : rows) {
      table.row(answer.columns().stream().map(c -> c.cell().apply(row)).toArray());
    }
    return table;
  }

  /** Sets an attribute of the table, unless the value is null, and returns this table. */
  public HtmlTable with(String attribute, Object value) {
    table.with(attribute, value);
    return this;
  }

  /** Adds a CSS class to the table, unless the name is empty, and returns this table. */
  public HtmlTable classed(String style) {
    table.classed(style);
    return this;
  }

  /**
   * Adds a row and returns it.
   *
   * @param cells content for each column, starting with the row heading: a whole {@code td},
   *     another element, or text; collections are flattened
   * @throws IllegalStateException if the number of cells differs from the number of columns
   */
  public Element row(Object... cells) {
    List<Object> all = flat(Arrays.asList(cells));
    if (all.size() != columns.size()) {
      throw new IllegalStateException(
          id + ": " + all.size() + " cells in " + columns.size() + " columns");
    }
    return begun(all);
  }

  /**
   * Adds a row that may lack its last cells, and returns it.
   *
   * @param cells content of the first cells, as in {@link #row}
   */
  public Element begun(Object... cells) {
    Element row = rows.child("tr");
    List<Object> all = flat(Arrays.asList(cells));
    for (int i = 0; i < all.size(); i++) {
      boolean whole = all.get(i) instanceof Element e && (e.is("td") || e.is("th"));
      String kind = i == 0 ? "th" : columns.get(i).isNumber() ? "td" : "td.w";
      Element cell = whole ? (Element) all.get(i) : Element.of(kind, all.get(i));
      row.add(i == 0 ? cell.with("scope", "row") : cell);
    }
    return row;
  }

  private static List<Object> flat(Collection<?> cells) {
    List<Object> all = new ArrayList<>();
    cells.forEach(
        c -> {
          if (c instanceof Collection<?> several) {
            all.addAll(flat(several));
          } else {
            all.add(c == null ? "" : c);
          }
        });
    return all;
  }

  /** Starts the footer, whose rows stay at the bottom when the table is sorted. */
  public void foot() {
    rows = table.child("tfoot");
  }
}
