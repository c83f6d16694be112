// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.baseline;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.io.InputException;
import io.lockstep.run.result.JsonTree;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Reads results from one JSON file. Unknown fields of other versions are ignored. */
final class BaselineReader {
  private static final String EXPECTED = "expected results that --format json wrote";

  private final Path file;
  private String version = "";

  BaselineReader(Path file) {
    this.file = file;
  }

  /** Returns the rows and sets {@link #version}. */
  List<BaselineRow> read() {
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          file.toString(), Files.exists(file) ? "is not a file; " + EXPECTED : "no such file");
    }
    try {
      return document(JsonTree.read(file));
    } catch (JsonProcessingException e) {
      throw new InputException(
          JsonTree.place(file, e.getLocation()),
          EXPECTED + "; " + firstLine(e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new InputException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("no JSON");
  }

  String version() {
    return version;
  }

  private InputException wrong(JsonPointer at, String what) {
    return new InputException(JsonTree.place(file, at), what);
  }

  private List<BaselineRow> document(JsonNode document) {
    JsonPointer top = JsonPointer.empty();
    if (document.isMissingNode()) {
      throw new InputException(file + ":1:1", EXPECTED + ", found an empty file");
    }
    if (!document.isObject()) {
      throw wrong(top, EXPECTED + ", found " + found(document));
    }
    JsonNode own = document.path("lockstep");
    version = own.isMissingNode() ? "" : text("lockstep", own, top);
    JsonNode results = document.path("results");
    JsonPointer list = top.appendProperty("results");
    if (results.isMissingNode()) {
      throw wrong(top, EXPECTED + ": there is no field 'results'");
    }
    if (!results.isArray()) {
      throw wrong(list, "'results': expected a list, found " + found(results));
    }
    List<BaselineRow> rows = new ArrayList<>();
    for (JsonNode result : results) {
      JsonPointer at = list.appendIndex(rows.size());
      if (!result.isObject()) {
        throw wrong(at, "'results': expected objects, found " + found(result));
      }
      rows.add(row(result, at));
    }
    return rows;
  }

  private BaselineRow row(JsonNode result, JsonPointer row) {
    Map<String, String> texts = new HashMap<>(); // never iterated
    Map<String, BigDecimal> numbers = new HashMap<>(); // never iterated
    SortedMap<String, String> parameters = new TreeMap<>();
    SortedMap<String, String> overrides = new TreeMap<>();
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    for (ResultField<?> field : ResultFields.PRINTED) {
      String name = field.name();
      JsonNode value = result.path(name);
      if (value.isMissingNode()) {
        continue;
      }
      switch (field.kind()) {
        case TEXT, HEX, WORD -> texts.put(name, text(name, value, row));
        case COUNT, TIME -> number(name, value, row, numbers);
        case TEXTS -> {
          var to = field == ResultFields.PARAMETERS ? parameters : overrides;
          JsonPointer at = row.appendProperty(name);
          each(name, value, row, (k, one) -> to.put(k, typed(name + "." + k, one, at, k)));
        }
        case NUMBERS -> {
          JsonPointer at = row.appendProperty(name);
          each(name, value, row, (k, one) -> number(k, one, at, statistics));
        }
        case FLAG, DETAIL -> {
          continue; // not compared
        }
      }
    }
    for (ResultField<?> field : ResultFields.PRINTED) {
      boolean isRequired = field.presence() == Presence.REQUIRED;
      if (isRequired && texts.getOrDefault(field.name(), "").isEmpty()) {
        throw wrong(row, "a result without '" + field.name() + "'; " + EXPECTED);
      }
    }
    return new BaselineRow(texts, numbers, parameters, overrides, statistics);
  }

  private void each(String name, JsonNode value, JsonPointer in, BiConsumer<String, JsonNode> to) {
    if (!value.isObject()) {
      throw wrong(
          in.appendProperty(name), "'" + name + "': expected an object, found " + found(value));
    }
    value.properties().forEach(one -> to.accept(one.getKey(), one.getValue()));
  }

  private String typed(String name, JsonNode value, JsonPointer map, String key) {
    if (!value.isValueNode()) {
      JsonPointer at = map.appendProperty(key);
      throw wrong(at, "'" + name + "': expected a value, found " + found(value));
    }
    return JsonTree.text(value);
  }

  /** Reads a text; null is read as an empty text. */
  private String text(String name, JsonNode value, JsonPointer in) {
    if (!value.isTextual() && !value.isNull()) {
      throw wrong(
          in.appendProperty(name), "'" + name + "': expected a text, found " + found(value));
    }
    return value.isNull() ? "" : value.textValue();
  }

  /** Stores a number, unless it is null. */
  private void number(String name, JsonNode value, JsonPointer in, Map<String, BigDecimal> to) {
    if (!value.isNumber() && !value.isNull()) {
      throw wrong(
          in.appendProperty(name), "'" + name + "': expected a number, found " + found(value));
    }
    if (value.isNumber()) {
      to.put(name, value.decimalValue());
    }
  }

  private static String found(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case STRING -> "a text";
      case NULL -> "null";
      default -> JsonTree.text(value);
    };
  }
}
