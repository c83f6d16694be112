// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One visit of fields is a JSON object, a row of CSV and cells of a table. */
class FieldsTest {
  private static void thing(String name, Map<String, BigDecimal> figures, Fields to) {
    to.text("name", name);
    to.number("unknown", (BigDecimal) null);
    to.figures("figures", figures);
    to.ratio("share", 2, 3);
    to.when(figures.size() > 1).number("several", figures.size());
    to.group("host", host -> host.texts("notes", List.of("a", "b, c")));
    to.list("parts", List.of("x", "y"), (part, of) -> of.text("part", part));
  }

  private static Map<String, BigDecimal> figures(String... names) {
    Map<String, BigDecimal> all = new TreeMap<>();
    for (String name : names) {
      all.put(name, BigDecimal.ONE);
    }
    return all;
  }

  @Test
  void a_document_leaves_out_what_is_not_there_and_says_null_of_what_is_not_known() {
    String json = JsonDocument.of("1", to -> thing("n", figures("l1.hits"), to));
    assertThat(json.replaceAll("\\s+", ""))
        .isEqualTo(
            "{\"lockstep\":\"1\",\"name\":\"n\",\"unknown\":null,\"figures\":{\"l1.hits\":1},"
                + "\"share\":0.666667,\"host\":{\"notes\":[\"a\",\"b,c\"]},"
                + "\"parts\":[{\"part\":\"x\"},{\"part\":\"y\"}]}");
    assertThat(JsonDocument.of("1", to -> thing("n", figures("a", "b"), to)))
        .contains("\"several\" : 2");
  }

  @Test
  void what_is_left_out_of_a_document_is_left_out_with_all_its_parts() {
    String json =
        JsonDocument.of(
            "1",
            to -> {
              Fields none = to.when(false);
              none.group("outer", outer -> outer.text("inner", "seen"));
              none.list("items", List.of(1), (item, of) -> of.number("item", item));
              none.when(true).text("still", "seen");
              to.text("last", "kept");
            });
    assertThat(json.replaceAll("\\s+", "")).isEqualTo("{\"lockstep\":\"1\",\"last\":\"kept\"}");
  }

  @Test
  void rows_have_the_union_of_their_fields_the_known_ones_first_and_figures_by_name() {
    CsvRows rows = CsvRows.all(Map.of("figures", ""), "share", "figures");
    rows.row(to -> thing("n", figures("b"), to));
    rows.row(to -> thing("m", figures("a", "c"), to));
    assertThat(rows.text())
        .isEqualTo(
            "share,a,b,c,name,unknown,several,host.notes,parts\n"
                + "0.666667,,1,,n,,1,\"a; b, c\",x y\n"
                + "0.666667,1,,1,m,,2,\"a; b, c\",x y\n");
  }

  @Test
  void a_figure_that_is_called_like_a_field_has_a_column_of_its_own() {
    CsvRows rows = CsvRows.all(Map.of("figures", ""), "name");
    rows.row(to -> thing("n", figures("name"), to));
    assertThat(rows.text()).startsWith("name,unknown,name,share").contains("\nn,,1,0.666667");
  }

  @Test
  void chosen_columns_are_there_whether_rows_have_them_or_not_and_the_last_of_a_name_counts() {
    CsvRows rows = CsvRows.of(List.of("absent", "name"));
    rows.row(
        to -> {
          thing("n", figures(), to);
          to.text("name", "say \"n\"");
        });
    assertThat(rows.text()).isEqualTo("absent,name\n,\"say \"\"n\"\"\"\n");
  }

  @Test
  void cells_keep_quotients_for_a_table_to_round() {
    Cells cells = Cells.of(to -> thing("n", figures(), to));
    assertThat(cells.get("share")).isEqualTo(new Cells.Cell("", 2, 3));
    assertThat(cells.get("name").text()).isEqualTo("n");
    assertThat(cells.get("unknown").text()).isEmpty();
    assertThat(cells.get("notes")).isEqualTo(new Cells.Cell("", 0, 0));
  }
}
