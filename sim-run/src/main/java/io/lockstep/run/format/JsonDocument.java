package io.lockstep.run.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** What every JSON document of Lockstep has: one object that begins with the version. Stateless. */
final class JsonDocument {
  /** Writes the fields behind the version. */
  interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private JsonDocument() {}

  /** The whole text: two spaces, line feeds on every system, one at the end. */
  static String of(String version, Body body) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines));
      json.writeStartObject();
      json.writeStringField("lockstep", version);
      body.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.append('\n').toString();
  }

  /**
   * Parameters and overrides: numbers where they are plain numbers, text where they have a unit.
   */
  static void texts(JsonGenerator json, String name, Map<String, String> values)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, String> e : values.entrySet()) {
      json.writeFieldName(e.getKey());
      if (e.getValue().matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
        json.writeNumber(e.getValue());
      } else {
        json.writeString(e.getValue());
      }
    }
    json.writeEndObject();
  }
}
