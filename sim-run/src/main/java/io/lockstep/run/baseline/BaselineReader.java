package io.lockstep.run.baseline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.lockstep.io.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads results from JSON, a token at a time. Fields that it does not know are passed over: other
 * versions may have them. For one file; not thread-safe.
 */
final class BaselineReader {
  private static final String EXPECTED = "expected results that --format json wrote";

  private final Path file;
  private JsonParser json;
  private String version = "";

  BaselineReader(Path file) {
    this.file = file;
  }

  /** The rows; after it, {@link #version}. */
  List<BaselineRow> read() {
    if (!Files.isRegularFile(file)) {
      throw new InputException(
          file.toString(), Files.exists(file) ? "is no file; " + EXPECTED : "no such file");
    }
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      json = parser;
      return document();
    } catch (JsonProcessingException e) {
      throw new InputException(
          where(e.getLocation()), EXPECTED + "; " + firstLine(e.getOriginalMessage()), e);
    } catch (IOException e) {
      throw new InputException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("no JSON");
  }

  private String where(JsonLocation place) {
    return place == null
        ? file.toString()
        : file + ":" + place.getLineNr() + ":" + place.getColumnNr();
  }

  private InputException wrong(String what) {
    return new InputException(where(json.currentTokenLocation()), what);
  }

  /** Of the Lockstep that wrote what was read. */
  String version() {
    return version;
  }

  private List<BaselineRow> document() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw json.currentToken() == null
          ? new InputException(file + ":1:1", EXPECTED + ", found an empty file")
          : wrong(EXPECTED + ", found " + found());
    }
    List<BaselineRow> rows = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "lockstep" -> version = text(name);
        case "results" -> rows = rows();
        default -> json.skipChildren();
      }
    }
    if (rows == null) {
      throw wrong(EXPECTED + ": there is no field 'results'");
    }
    return rows;
  }

  private List<BaselineRow> rows() throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw wrong("'results': expected a list, found " + found());
    }
    List<BaselineRow> rows = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw wrong("'results': expected objects, found " + found());
      }
      rows.add(row());
    }
    return rows;
  }

  private BaselineRow row() throws IOException {
    JsonLocation place = json.currentTokenLocation();
    SortedMap<String, String> texts = new TreeMap<>();
    SortedMap<String, String> parameters = new TreeMap<>();
    SortedMap<String, String> overrides = new TreeMap<>();
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    Optional<BigDecimal> cycles = Optional.empty();
    Optional<BigDecimal> seconds = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "workload", "device", "status", "fingerprint", "trace_sha256", "device_sha256" ->
            texts.put(name, text(name));
        case "parameters" -> map(name, parameters);
        case "overrides" -> map(name, overrides);
        case "cycles" -> cycles = number(name);
        case "seconds" -> seconds = number(name);
        case "statistics" -> statistics(statistics);
        default -> json.skipChildren();
      }
    }
    for (String required : List.of("workload", "device", "status")) {
      if (texts.getOrDefault(required, "").isEmpty()) {
        throw new InputException(where(place), "a result without '" + required + "'; " + EXPECTED);
      }
    }
    return new BaselineRow(
        texts.get("workload"),
        texts.get("device"),
        parameters,
        overrides,
        texts.get("status"),
        cycles,
        seconds,
        texts.getOrDefault("fingerprint", ""),
        texts.getOrDefault("trace_sha256", ""),
        texts.getOrDefault("device_sha256", ""),
        statistics);
  }

  private void map(String name, SortedMap<String, String> out) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw wrong("'" + name + "': expected an object, found " + found());
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      if (!json.nextToken().isScalarValue()) {
        throw wrong("'" + name + "." + key + "': expected a value, found " + found());
      }
      out.put(key, json.getText());
    }
  }

  private void statistics(SortedMap<String, BigDecimal> out) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw wrong("'statistics': expected an object, found " + found());
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      number(key).ifPresent(value -> out.put(key, value));
    }
  }

  /** A text; null counts as an empty one. */
  private String text(String name) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return "";
    }
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw wrong("'" + name + "': expected a text, found " + found());
    }
    return json.getText();
  }

  private Optional<BigDecimal> number(String name) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    if (!json.currentToken().isNumeric()) {
      throw wrong("'" + name + "': expected a number, found " + found());
    }
    return Optional.of(json.getDecimalValue());
  }

  private String found() throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a text";
      case VALUE_NULL -> "null";
      default -> json.getText();
    };
  }
}
