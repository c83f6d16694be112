// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private enum Grade {
    GOOD,
    VERY_GOOD
  }

  private record Pupil(String name, long age, Grade grade, BigDecimal mark, List<String> likes) {}

  private record Form(String name, List<Pupil> pupils, Map<String, BigDecimal> marks) {}

  private static final Answer<Pupil> PUPIL =
      Answer.<Pupil>part()
          .text("name", "Full name.", Pupil::name)
          .integer("age", "In years; null if unknown.", p -> p.age > 0, Pupil::age)
          .word("grade", "", Grade.class, Pupil::grade)
          .numberOrNull("mark", "", Pupil::mark)
          .texts("likes", "", Pupil::likes)
          .when(p -> !p.likes.isEmpty())
          .cell(p -> String.join("+", p.likes))
          .column("pupil", Pupil::name)
          .column(">years", p -> Long.toString(p.age));

  private static final Answer<Form> FORM =
      Answer.<Form>of("Form", "A form.")
          .text("form", "", Form::name)
          .figures("marks", "By subject.", Form::marks)
          .list("pupils", "In order.", Form::pupils, PUPIL);

  private static final Pupil ANN =
      new Pupil("Ann", 7, Grade.VERY_GOOD, new BigDecimal("1.50"), List.of("art", "logic"));
  private static final Pupil BOB = new Pupil("Bob", 0, Grade.GOOD, null, List.of());

  @Test
  void aDocumentHasTheDeclaredFieldsInOrderAndLeavesOutThoseThatDoNotApply() {
    Form form = new Form("1a", List.of(ANN, BOB), new TreeMap<>(Map.of("art", BigDecimal.ONE)));

    assertThat(FORM.json("0.1", form))
        .isEqualToIgnoringWhitespace(
            """
            {"lockstep":"0.1","form":"1a","marks":{"art":1},"pupils":[
              {"name":"Ann","age":7,"grade":"very_good","mark":1.50,"likes":["art","logic"]},
              {"name":"Bob","age":null,"grade":"good","mark":null}]}
            """);
  }

  private static final Answer<List<Map<String, ?>>> TABLE =
      Answer.<List<Map<String, ?>>>of("Table", "")
          .texts("columns", "", rows -> List.of("a", "b"))
          .list("rows", "", rows -> rows, Answer.<Map<String, ?>>part().others("Any.", r -> r));

  @Test
  void aStreamedDocumentHasALineForEachObjectOfAList() throws Exception {
    StringWriter text = new StringWriter();
    TABLE.stream("1", List.of(Map.of("a", "x"), Map.of("b", new BigDecimal("1e2"))), text);

    assertThat(text)
        .hasToString(
            """
            {"lockstep":"1","columns":["a","b"],"rows":[
            {"a":"x"},
            {"b":100}
            ]}
            """);
  }

  @Test
  void aStreamedDocumentIsLeftIncompleteIfAListThrows() {
    StringWriter text = new StringWriter();
    Iterator<Map<String, ?>> rows =
        Stream.<Map<String, ?>>iterate(
                Map.of("a", "x"),
                row -> {
                  throw new IllegalStateException();
                })
            .iterator();

    assertThatThrownBy(
            () ->
                Answer.<Iterator<Map<String, ?>>>of("", "")
                    .list(
                        "rows",
                        "",
                        all -> () -> all,
                        Answer.<Map<String, ?>>part().others("", r -> r))
                    .stream("1", rows, text))
        .isInstanceOf(IllegalStateException.class);
    assertThat(text).hasToString("{\"lockstep\":\"1\",\"rows\":[\n{\"a\":\"x\"}");
  }

  @Test
  void streamedCsvHasTheGivenColumnsAndPassesOnEachLineAtOnce() {
    List<String> lines = new ArrayList<>();
    Answer.<Map<String, ?>>part().others("", row -> row).stream(
        List.of("b", "a"), List.of(Map.of("a", "x,y"), Map.of("b", "z")), lines::add);

    assertThat(lines).containsExactly("b,a\n", ",\"x,y\"\n", "z,\n");
  }

  @Test
  void theSchemaOfObjectsWithDynamicFieldsAllowsTextsNumbersAndNulls() throws Exception {
    JsonNode row = new ObjectMapper().readTree(AnswerSchema.of(TABLE)).at("/properties/rows/items");

    assertThat(row.at("/additionalProperties/type").toString())
        .isEqualTo("[\"string\",\"number\",\"null\"]");
    assertThat(row.has("required")).isFalse();
  }

  @Test
  void csvHasAColumnForEachFieldWithOneValueOrACell() {
    assertThat(PUPIL.csv(List.of(ANN, BOB)))
        .isEqualTo(
            """
            name,age,grade,mark,likes
            Ann,7,very_good,1.50,art+logic
            Bob,,good,,
            """);
  }

  @Test
  void csvOfTheTableHasTheColumnsOfTheTable() {
    assertThat(PUPIL.csvOfTable(List.of(ANN))).isEqualTo("pupil,years\nAnn,7\n");
  }

  @Test
  void theSchemaRequiresWhatEveryDocumentHasAndAllowsNullWhereItIsDeclared() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(AnswerSchema.of(FORM));
    JsonNode pupil = schema.at("/properties/pupils/items");

    assertThat(schema.get("required").toString())
        .isEqualTo("[\"lockstep\",\"form\",\"marks\",\"pupils\"]");
    assertThat(pupil.get("required").toString()).isEqualTo("[\"name\",\"age\",\"grade\",\"mark\"]");
    assertThat(pupil.at("/properties/age/type").toString()).isEqualTo("[\"integer\",\"null\"]");
    assertThat(pupil.at("/properties/grade/enum").toString()).isEqualTo("[\"good\",\"very_good\"]");
    assertThat(pupil.at("/properties/name/description").asText()).isEqualTo("Full name.");
  }

  @Test
  void includedFieldsStandAsIfTheyWereDeclaredHere() {
    Answer<Form> first =
        Answer.<Form>of("First", "")
            .include(PUPIL, f -> f.pupils.get(0))
            .text("form", "", Form::name);

    assertThat(first.json("1", new Form("1a", List.of(BOB), Map.of())))
        .isEqualToIgnoringWhitespace(
            "{\"lockstep\":\"1\",\"name\":\"Bob\",\"age\":null,\"grade\":\"good\",\"mark\":null,"
                + "\"form\":\"1a\"}");
  }

  @Test
  void csvLacksTheColumnOfAFieldThatNoRowHas() {
    Answer<Pupil> marked =
        Answer.<Pupil>part()
            .text("name", "", Pupil::name)
            .number("mark", "", Pupil::mark)
            .onlyWhen(p -> p.mark != null);

    assertThat(marked.csvOfAll(Map.of(), List.of(BOB))).isEqualTo("name\nBob\n");
    assertThat(marked.csvOfAll(Map.of(), List.of(BOB, ANN)))
        .isEqualTo("name,mark\nBob,\nAnn,1.50\n");
  }

  @Test
  void theSchemaSaysWhenAFieldIsNull() throws Exception {
    Answer<Pupil> marked =
        Answer.<Pupil>of("Marked", "")
            .word("grade", "", Grade.class, Pupil::grade)
            .numberOrNull("mark", "", Pupil::mark)
            .knownIf(List.of("mark"), "grade", List.of("very_good"));
    JsonNode schema = new ObjectMapper().readTree(AnswerSchema.of(marked));

    assertThat(schema.at("/if/properties/grade/enum").toString()).isEqualTo("[\"very_good\"]");
    assertThat(schema.at("/then/properties/mark/not/type").asText()).isEqualTo("null");
    assertThat(schema.at("/else/properties/mark/type").asText()).isEqualTo("null");
  }
}
