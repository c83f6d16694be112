package io.lockstep.report.page;

import java.util.List;

/**
 * A table of a page in its own scrolling box, with scoped headings. The page's script allows
 * sorting, filtering, choosing columns and copying. Not thread-safe.
 */
public final class HtmlTable {
  private final Markup page;
  private final String id;
  private final List<Column> columns;
  private int at;

  private HtmlTable(Markup page, String id, List<Column> columns) {
    this.page = page;
    this.id = id;
    this.columns = columns;
  }

  /**
   * Begins a table.
   *
   * @param page the page
   * @param id once in a page, letters and digits
   * @param caption its caption
   * @param columns its columns, that of the rows' names first
   * @param attributes of the table element, or empty
   * @return the table, to be ended
   */
  public static HtmlTable begin(
      Markup page, String id, String caption, List<Column> columns, String attributes) {
    page.raw(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"" + id + "-c\">");
    page.raw("\n<table id=\"" + id + "\"" + (attributes.isEmpty() ? "" : " " + attributes) + ">");
    page.element("caption id=\"" + id + "-c\"", caption).raw("\n<thead><tr>");
    for (Column c : columns) {
      page.raw("<th scope=\"col\"" + (c.isNumber() ? " class=\"n\"" : ""));
      if (!c.meaning().isEmpty()) {
        page.raw(" title=\"").text(c.meaning()).raw("\"");
      }
      page.raw(">").text(c.name()).raw("</th>");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    return new HtmlTable(page, id, List.copyOf(columns));
  }

  /**
   * Begins a row.
   *
   * @param name the cell that names it
   * @param attributes of the row, or empty
   * @return this
   */
  public HtmlTable row(String name, String attributes) {
    page.raw("<tr" + (attributes.isEmpty() ? "" : " " + attributes) + ">");
    page.element("th scope=\"row\"", name);
    at = 1;
    return this;
  }

  /**
   * Begins a row.
   *
   * @param name the cell that names it
   * @return this
   */
  public HtmlTable row(String name) {
    return row(name, "");
  }

  /**
   * Begins a row whose naming cell holds markup.
   *
   * @param attributes of the row, or empty
   * @param shade class of the naming cell, or empty
   * @param markup its content, not escaped
   * @return this
   */
  public HtmlTable head(String attributes, String shade, String markup) {
    page.raw("<tr" + (attributes.isEmpty() ? "" : " " + attributes) + "><th scope=\"row\"");
    page.raw((shade.isEmpty() ? "" : " class=\"" + shade + "\"") + ">" + markup + "</th>");
    at = 1;
    return this;
  }

  /**
   * Adds a cell, aligned to the right in a column of numbers.
   *
   * @param words of the cell
   * @return this
   */
  public HtmlTable cell(String words) {
    boolean number = columns.get(at++).isNumber();
    page.element(number ? "td" : "td class=\"w\"", words);
    return this;
  }

  /**
   * Adds a cell with attributes and markup.
   *
   * @param attributes of the cell
   * @param markup its content, not escaped
   * @return this
   */
  public HtmlTable cell(String attributes, String markup) {
    at++;
    page.raw("<td" + (attributes.isEmpty() ? "" : " " + attributes) + ">" + markup + "</td>");
    return this;
  }

  /**
   * Ends a row.
   *
   * @return this
   */
  public HtmlTable done() {
    if (at != columns.size()) {
      throw new IllegalStateException(id + ": " + at + " cells in " + columns.size() + " columns");
    }
    page.raw("</tr>\n");
    return this;
  }

  /**
   * Ends a row whose other cells are empty.
   *
   * @return this
   */
  public HtmlTable doneEarly() {
    page.raw("</tr>\n");
    return this;
  }

  /** Begins the rows that stay at the bottom, whatever the order. */
  public void foot() {
    page.raw("</tbody>\n<tfoot>\n");
    foot = true;
  }

  private boolean foot;

  /** Ends the table. */
  public void end() {
    page.raw(foot ? "</tfoot>" : "</tbody>").raw("\n</table>\n</div>\n");
  }
}
