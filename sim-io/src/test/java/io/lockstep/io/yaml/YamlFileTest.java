// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** YAML 1.2 core schema with positions; every complaint is one line. */
class YamlFileTest {
  private static YamlNode read(String text) {
    return YamlFile.read("f.yaml", text);
  }

  @ParameterizedTest
  @CsvSource({
    "12, INTEGER",
    "-12, INTEGER",
    "+3, INTEGER",
    "007, INTEGER",
    "0x1F, INTEGER",
    "0o17, INTEGER",
    "1_000, TEXT",
    "0b11, TEXT",
    "1e-5, REAL",
    "1.0, REAL",
    "1., REAL",
    ".5, REAL",
    "-1.5E+3, REAL",
    ".inf, REAL",
    "-.Inf, REAL",
    ".nan, REAL",
    "on, TEXT",
    "no, TEXT",
    "Yes, TEXT",
    "12:30, TEXT",
    "2026-11-20, TEXT",
    "true, BOOLEAN",
    "FALSE, BOOLEAN",
    "~, NULL",
    "null, NULL",
    "nan, TEXT",
    "0x, TEXT",
    "1.7GHz, TEXT"
  })
  void plainScalarsHaveKindsOfTheCoreSchemaAndQuotedOnesAreText(String text, YamlNode.Kind kind) {
    assertThat(read("v: " + text).asMap().require("v").kind()).isEqualTo(kind);
    assertThat(YamlNode.scalar("x", text).kind()).isEqualTo(kind);
    assertThat(read("v: \"" + text + "\"").asMap().require("v").asText()).isEqualTo(text);
  }

  @Test
  void scalarsHaveTheirYamlValuesAndPositions() {
    YamlMap map =
        read("{a: 0x10, b: 0o17, c: 1e-5, d: .inf, e: -.inf, f: .nan, g: True, h: 7, i: +5}")
            .asMap();
    assertThat(map.require("a").asLong()).isEqualTo(16);
    assertThat(map.require("b").asLong()).isEqualTo(15);
    assertThat(map.require("c").asDouble()).isEqualTo(1e-5);
    assertThat(map.require("c").asDecimal()).isEqualByComparingTo("0.00001");
    assertThat(map.require("d").asDouble()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(map.require("e").asDouble()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(map.require("f").asDouble()).isNaN();
    assertThat(map.require("g").asBoolean()).isTrue();
    assertThat(map.require("h").asDouble()).isEqualTo(7.0);
    assertThat(map.require("i").asInt(0, 5)).isEqualTo(5);
    assertThat(map.require("i").raw()).isEqualTo("+5");
    assertThat(map.keys()).containsExactly("a", "b", "c", "d", "e", "f", "g", "h", "i");
    assertThat(map.get("z")).isEmpty();
    assertThat(map.has("a")).isTrue();
    assertThat(map.entry("b").orElseThrow().where()).isEqualTo("f.yaml:1:11");
  }

  @Test
  @DisplayName("positions count from 1, of keys and of values")
  void positionsCountFrom1OfKeysAndOfValues() {
    YamlMap map = read("# note\nname: x\nlist:\n  - 1\n  - {k: 'v'}\n").asMap();
    assertThat(map.where()).isEqualTo("f.yaml:2:1");
    assertThat(map.require("name").where()).isEqualTo("f.yaml:2:7");
    List<YamlNode> list = map.require("list").asList();
    assertThat(list.get(0).where()).isEqualTo("f.yaml:4:5");
    assertThat(list.get(1).asMap().single("a step").where()).isEqualTo("f.yaml:5:6");
    assertThat(list.get(1).asMap().require("k")).hasToString("text 'v' at f.yaml:5:9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "integer|v: abc|f.yaml:1:4: expected an integer, found text 'abc'",
        "integer|v: 1.7|f.yaml:1:4: expected an integer, found real number 1.7",
        "integer|v: 1e3|f.yaml:1:4: expected an integer, found real number 1e3",
        "integer|v: '12'|f.yaml:1:4: expected an integer, found text '12'",
        "integer|v: 9223372036854775808|f.yaml:1:4: expected an integer from -9223372036854775808"
            + " to 9223372036854775807, found 9223372036854775808",
        "integer|v:|f.yaml:1:3: expected an integer, found nothing",
        "integer|v: [1]|f.yaml:1:4: expected an integer, found a list",
        "double|v: fast|f.yaml:1:4: expected a number, found text 'fast'",
        "decimal|v: .inf|f.yaml:1:4: expected a finite number, found .inf",
        "decimal|v: 1e400|f.yaml:1:4: expected a finite number, found 1e400",
        "text|v: 12|f.yaml:1:4: expected text, found integer 12",
        "text|v: true|f.yaml:1:4: expected text, found boolean true",
        "boolean|v: on|f.yaml:1:4: expected true or false, found text 'on'",
        "list|v: {a: 1}|f.yaml:1:4: expected a list, found a map",
        "map|v: [a]|f.yaml:1:4: expected a map, found a list",
        "raw|v: [a]|f.yaml:1:4: expected a single value, found a list",
      })
  void aValueOfAnotherTypeIsAnErrorThatSaysBoth(String as, String text, String message) {
    YamlNode v = read(text).asMap().require("v");
    assertThatThrownBy(
            () -> {
              switch (as) {
                case "integer" -> v.asLong();
                case "double" -> v.asDouble();
                case "decimal" -> v.asDecimal();
                case "text" -> v.asText();
                case "boolean" -> v.asBoolean();
                case "list" -> v.asList();
                case "raw" -> v.raw();
                default -> v.asMap();
              }
            })
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }

  @Test
  void duplicateUnknownAndMissingKeysAreErrorsWithTheNearest() {
    assertThatThrownBy(() -> read("a: 1\nb: 2\na: 3"))
        .hasMessage("f.yaml:3:1: duplicate key 'a'; it stands at line 1 already");
    YamlMap map = read("{grids: 1}").asMap();
    assertThatThrownBy(() -> map.allowOnly("grid", "block"))
        .hasMessage("f.yaml:1:2: unknown key 'grids'; did you mean 'grid'?");
    assertThatThrownBy(() -> map.allowOnly("steps", "name"))
        .hasMessage("f.yaml:1:2: unknown key 'grids'; valid: name, steps");
    assertThatThrownBy(() -> map.require("grid"))
        .hasMessage("f.yaml:1:1: the key 'grid' is missing");
    assertThatThrownBy(() -> read("{a: 1, b: 2}").asMap().single("a step"))
        .hasMessage("f.yaml:1:1: expected a step as a map of one key, found 2 keys");
    assertThatThrownBy(() -> read("? [a]\n: 1"))
        .hasMessage("f.yaml:1:3: expected a name as key, found a list or map");
    assertThatThrownBy(() -> read("{\"\": 1}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected a name as key, found nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: [1, 2|f.yaml:1:9: not YAML",
        "a: b: c|f.yaml:1:5: not YAML",
        "a: *nowhere|f.yaml:1:4: not YAML",
        "a: 'x|f.yaml:1:6: not YAML",
        "a: !!int '3'|f.yaml:1:4: the tag 'tag:yaml.org,2002:int' is not allowed here",
        "a: !x {}|f.yaml:1:4: the tag '!x' is not allowed here",
        "a: &x [*x]|f.yaml:1:4: an alias contains itself",
        "%YAML 3.0|f.yaml",
        "a: @x|f.yaml:1:4: not YAML",
      })
  void wrongSyntaxIsOneLineWithItsPosition(String text, String start) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(start)
        .hasMessageNotContaining("\n");
  }

  @Test
  void oneDocumentIsReadAndOthersAreErrors() {
    assertThatThrownBy(() -> read("a: 1\n---\nb: 2\n"))
        .hasMessage("f.yaml:2:1: expected one YAML document");
    assertThatThrownBy(() -> read("# nothing\n")).hasMessage("f.yaml: is empty");
    assertThatThrownBy(() -> read("a: 1\nb: \u0007\n"))
        .hasMessage("f.yaml:2:4: the character U+0007 is not allowed in YAML");
    assertThat(read("\uFEFFa: 1").asMap().require("a").asLong()).isEqualTo(1);
    assertThat(read("a: &x [1, 2]\nb: *x\n").asMap().require("b").asList()).hasSize(2);
    assertThat(read("<<: {a: 1}").asMap().keys()).containsExactly("<<");
  }

  @Test
  @DisplayName("depth and aliases are bounded")
  void depthAndAliasesAreBounded() {
    assertThatThrownBy(() -> read("[".repeat(100_000)))
        .hasMessage("f.yaml:1:65: nested deeper than 64 levels");
    StringBuilder bomb = new StringBuilder("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n");
    for (int i = 1; i < 12; i++) {
      String r = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + String.join(",", List.of(r, r, r, r, r, r, r, r)));
      bomb.append("]\n");
    }
    assertThatThrownBy(() -> read(bomb.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("holds more than 2000000 values, aliases expanded");
    assertThatThrownBy(() -> read(" ".repeat(YamlFile.MAX_BYTES + 1)))
        .hasMessageContaining("at most 16777216 are read");
  }

  @Test
  void filesThatAreMissingFoldersTooLargeOrNoTextAreErrors(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("a.yaml");
    assertThatThrownBy(() -> YamlFile.read(file)).hasMessage(file + ": no such file");
    assertThatThrownBy(() -> YamlFile.read(dir))
        .hasMessage(dir + ": is a directory, expected a YAML file");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xC3, '('});
    assertThatThrownBy(() -> YamlFile.read(file)).hasMessage(file + ": is not UTF-8 text");
    Files.write(file, "größe: ä".getBytes(StandardCharsets.UTF_8));
    assertThat(YamlFile.read(file).asMap().require("größe").asText()).isEqualTo("ä");
    try (var big = new java.io.RandomAccessFile(file.toFile(), "rw")) {
      big.setLength(YamlFile.MAX_BYTES + 1L);
    }
    assertThatThrownBy(() -> YamlFile.read(file))
        .hasMessage(file + ": has 16777217 bytes; at most 16777216 are read");
  }

  @Test
  void theNearestNameIsSuggestedOrTheListWhereNoneIsNear() {
    assertThat(Suggestions.nearest("laucnh", List.of("launch", "fill"))).contains("launch");
    assertThat(Suggestions.nearest("zzzzzz", List.of("launch", "fill"))).isEmpty();
    assertThat(Suggestions.hint("zzzzzz", List.of("launch", "fill")))
        .isEqualTo("; valid: fill, launch");
  }

  @Test
  @DisplayName("any text that is written is read back")
  void anyTextThatIsWrittenIsReadBack() {
    for (String text :
        List.of("a\nb", "tab\there", "it's \"a\" \\ {x}: #", "\u2028\u0085\u0001", "no")) {
      String yaml = "name: " + YamlNode.quoted(text) + "\n";
      assertThat(YamlFile.read("w.yaml", yaml).asMap().require("name").asText()).isEqualTo(text);
    }
  }
}
