// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.run.answer.JsonTree;
import io.lockstep.study.point.Point;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line of input: a point as a JSON object. The names of its keys are those of sweep files and
 * of results.
 *
 * @param number number of the line in the input, from 1
 * @param id the id as given, a text or a whole number, which answers repeat; null if there is none
 * @param point the point; null if the line is wrong
 * @param error what is wrong with the line; empty if nothing is
 */
public record PointLine(long number, JsonNode id, Point point, String error) {
  private static final String ID = "id";
  private static final String WORKLOAD = "workload";
  private static final String PARAMETERS = "parameters";
  private static final String DEVICE = "device";
  private static final String SET = "set";
  private static final String PHASE = "phase";
  private static final Set<String> KEYS = Set.of(ID, WORKLOAD, PARAMETERS, DEVICE, SET, PHASE);
  private static final int MOST_PHASE = 1_000_000;
  private static final String EXPECTED =
      "expected a JSON object such as {\"workload\": \"matmul.yaml\", \"device\": \"gtx280\"}";

  /**
   * Reads a line. Whether the workload, the device and the names of parameters exist is not
   * examined.
   *
   * @param number number of the line, from 1
   * @param text bytes of the line, without its end
   * @param index index of the point among the points
   */
  public static PointLine read(long number, byte[] text, long index) {
    JsonNode id = null;
    try {
      JsonNode line = tree(text);
      id = id(line);
      return new PointLine(number, id, point(line, index), "");
    } catch (InputException e) {
      return new PointLine(number, id, null, e.getMessage());
    }
  }

  static PointLine wrong(long number, String error) {
    return new PointLine(number, null, null, error);
  }

  private static JsonNode tree(byte[] text) {
    JsonNode line;
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      line = JsonTree.read(text, 0, text.length);
    } catch (CharacterCodingException e) {
      throw new InputException("line", "expected UTF-8, found other bytes", e);
    } catch (JsonProcessingException e) {
      throw new InputException(place(e), "no JSON; " + EXPECTED, e);
    } catch (IOException e) {
      throw new InputException("line", EXPECTED + "; " + e.getMessage(), e);
    }
    if (!line.isObject()) {
      throw new InputException("line", EXPECTED + ", found " + found(line));
    }
    return line;
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null ? "line" : "column " + e.getLocation().getColumnNr();
  }

  private static JsonNode id(JsonNode line) {
    JsonNode id = line.get(ID);
    if (id != null && !id.isTextual() && !id.isIntegralNumber()) {
      throw wrong(ID, "a text or a whole number", id);
    }
    return id;
  }

  private static Point point(JsonNode line, long index) {
    for (var key : line.properties()) {
      if (!KEYS.contains(key.getKey())) {
        throw new InputException(
            "'" + key.getKey() + "'", "unknown key" + Suggestions.hint(key.getKey(), KEYS));
      }
    }
    return new Point(
        index,
        path(text(line, WORKLOAD, "a workload file or a trace")),
        values(line, PARAMETERS),
        text(line, DEVICE, "a device id or a specification file"),
        values(line, SET),
        phase(line));
  }

  private static Path path(String text) {
    try {
      Path path = Path.of(text);
      if (path.getFileName() != null) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw new InputException("'" + WORKLOAD + "'", "no name of a file: " + e.getMessage(), e);
    }
    throw new InputException("'" + WORKLOAD + "'", "no name of a file: '" + text + "'");
  }

  private static String text(JsonNode line, String key, String expected) {
    JsonNode value = line.get(key);
    if (value == null) {
      throw new InputException("'" + key + "'", "the key is missing; expected " + expected);
    }
    if (!value.isTextual() || value.asText().isEmpty()) {
      throw wrong(key, expected, value);
    }
    return value.asText();
  }

  /** Reads an object of numbers and texts, which mean what they mean on a command line. */
  private static SortedMap<String, String> values(JsonNode line, String key) {
    JsonNode values = line.get(key);
    if (values == null) {
      return Collections.emptySortedMap();
    }
    if (!values.isObject()) {
      throw wrong(key, "an object of names and values", values);
    }
    SortedMap<String, String> all = new TreeMap<>();
    for (var one : values.properties()) {
      if (!one.getValue().isNumber() && !one.getValue().isTextual()) {
        throw wrong(key + "." + one.getKey(), "a number or a text", one.getValue());
      }
      all.put(one.getKey(), JsonTree.text(one.getValue()));
    }
    return all;
  }

  private static int phase(JsonNode line) {
    JsonNode phase = line.get(PHASE);
    if (phase == null) {
      return 0;
    }
    if (!phase.isInt() || phase.asInt() < 0 || phase.asInt() > MOST_PHASE) {
      throw wrong(PHASE, "a launch phase, a whole number from 0 to " + MOST_PHASE, phase);
    }
    return phase.asInt();
  }

  private static InputException wrong(String key, String expected, JsonNode found) {
    return new InputException("'" + key + "'", "expected " + expected + ", found " + found(found));
  }

  private static String found(JsonNode value) {
    if (value.isMissingNode()) {
      return "nothing";
    }
    return value.isContainerNode()
        ? value.isArray() ? "a list" : "an object"
        : value.isTextual() ? "'" + value.asText() + "'" : value.toString();
  }
}
