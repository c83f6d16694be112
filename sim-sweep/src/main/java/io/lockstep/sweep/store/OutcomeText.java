// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.run.answer.JsonTree;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.study.store.ResultText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes and reads an outcome as JSON in one line of ASCII. */
final class OutcomeText {
  /** Escapes non-ASCII characters, so that even unpaired surrogates are preserved. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private OutcomeText() {}

  static byte[] write(PointOutcome o) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("point", o.point());
      json.writeStringField("key", o.key());
      OutcomeOrigin by = o.provenance();
      json.writeObjectFieldStart("provenance");
      json.writeStringField("host", by.host());
      json.writeNumberField("process", by.process());
      json.writeStringField("shard", by.shard());
      json.writeNumberField("attempt", by.attempt());
      json.writeNumberField("wall_micros", by.wallMicros());
      json.writeStringField("signal", by.signal());
      if (!o.build().equals(Build.UNKNOWN)) {
        json.writeStringField("version", o.build().version());
        json.writeStringField("build", o.build().digest());
        json.writeStringField("plugins", o.build().plugins());
      }
      if (o.revision() != 0) {
        json.writeNumberField("revision", o.revision());
      }
      json.writeEndObject();
      json.writeFieldName("result");
      ResultText.write(o.result(), json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * @throws IOException if the text is not an outcome
   */
  static PointOutcome read(byte[] bytes, int from, int length) throws IOException {
    JsonNode outcome = JsonTree.read(bytes, from, length);
    JsonNode by = outcome.path("provenance");
    try {
      return new PointOutcome(
          point(text(outcome, "point")),
          text(outcome, "key"),
          ResultText.read(outcome.path("result")),
          new OutcomeOrigin(
              text(by, "host"),
              Long.parseLong(text(by, "process")),
              text(by, "shard"),
              Integer.parseInt(text(by, "attempt")),
              Long.parseLong(text(by, "wall_micros")),
              text(by, "signal")),
          build(by),
          by.has("revision") ? Integer.parseInt(text(by, "revision")) : 0);
    } catch (IllegalArgumentException e) {
      throw new IOException("no outcome", e);
    }
  }

  /** Reads the build, which rows of earlier versions of Lockstep lack. */
  private static Build build(JsonNode by) throws IOException {
    return by.has("build")
        ? new Build(text(by, "version"), text(by, "build"), text(by, "plugins"))
        : Build.UNKNOWN;
  }

  private static String text(JsonNode object, String name) throws IOException {
    JsonNode value = object.path(name);
    if (!value.isValueNode()) {
      throw new IOException("no " + name);
    }
    return value.asText();
  }

  private static long point(String text) throws IOException {
    long point = Long.parseLong(text);
    if (point < 0) {
      throw new IOException("no outcome");
    }
    return point;
  }
}
