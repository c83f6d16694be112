// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.io.Digests;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.JsonTree;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Formats results as JSON, with equal bytes for equal results. Measurements of the host, cycles by
 * line and critical paths are omitted. Files also contain a SHA-256 digest, which a reader verifies
 * by formatting the result again.
 */
public final class ResultText {
  private static final JsonFactory JSON = new JsonFactory();

  private ResultText() {}

  static byte[] write(String key, RunResult r) {
    String result = result(r);
    return ("{\"lockstep_result\":1,\"key\":\""
            + key
            + "\",\"sha256\":\""
            + Digests.sha256(key + "\n" + result)
            + "\",\"result\":"
            + result
            + "}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String result(RunResult r) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(r, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return text.toString();
  }

  /**
   * Writes a result as one object. Statistics come last; numbers keep their scale.
   *
   * @param json a generator that expects a value
   */
  public static void write(RunResult r, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (ResultField<?> field : ResultFields.KEPT) {
      if (field.presence() == Presence.OPTIONAL && field.of(r) == null) {
        continue;
      }
      json.writeFieldName(field.keptName());
      Object value = field.of(r);
      if (value instanceof Map<?, ?> map) {
        write(map, json);
      } else if (value instanceof Long) {
        json.writeNumber(field.kept(r));
      } else {
        json.writeString(field.kept(r));
      }
    }
    json.writeEndObject();
  }

  private static void write(Map<?, ?> values, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> e : values.entrySet()) {
      json.writeFieldName((String) e.getKey());
      if (e.getValue() instanceof BigDecimal number) {
        json.writeNumber(number.toString()); // keeps the scale
      } else {
        json.writeString((String) e.getValue());
      }
    }
    json.writeEndObject();
  }

  /** Parses the content of a file, which may be corrupt or forged; empty if it is no result. */
  static Optional<RunResult> read(byte[] bytes) {
    try {
      return Optional.of(read(JsonTree.read(bytes, 0, bytes.length).path("result")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads a result written by {@link #write(RunResult, JsonGenerator)} in this or another version:
   * unknown names are ignored, missing optional fields are empty.
   *
   * @throws IOException if the object is not a result
   */
  public static RunResult read(JsonNode json) throws IOException {
    ResultFields.Values values = new ResultFields.Values();
    try {
      for (ResultField<?> field : ResultFields.KEPT) {
        JsonNode value = json.path(field.keptName());
        if (!value.isMissingNode()) {
          read(field, value, values);
        } else if (field.presence() == Presence.REQUIRED) {
          throw new IOException("no " + field.keptName());
        }
      }
      return values.result();
    } catch (IllegalArgumentException e) {
      throw new IOException("not a result", e);
    }
  }

  private static <T> void read(ResultField<T> field, JsonNode json, ResultFields.Values to)
      throws IOException {
    boolean isMap = field.type().empty() instanceof Map;
    if (isMap ? !json.isObject() : !json.isValueNode()) {
      throw new IOException("no " + field.keptName());
    }
    to.set(field, field.type().read().apply(json));
  }
}
