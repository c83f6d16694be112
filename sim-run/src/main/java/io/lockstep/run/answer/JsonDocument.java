// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonGenerator.Feature;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The common form of Lockstep's JSON documents: one object whose first field is the version. */
public final class JsonDocument implements Fields {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator json;
  private final boolean present;

  private interface Writing {
    void write() throws IOException;
  }

  private JsonDocument(JsonGenerator json, boolean present) {
    this.json = json;
    this.present = present;
  }

  /** {@return the document as text, indented by two spaces, with line feeds on every system} */
  public static String of(String version, Consumer<Fields> body) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    StringWriter text = new StringWriter();
    write(
        text,
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines),
        document(version, body));
    return text.toString();
  }

  /** {@return one object as one line, for streams of objects} */
  public static String line(Consumer<Fields> body) {
    StringWriter text = new StringWriter();
    write(text, new MinimalPrettyPrinter(), body);
    return text.toString();
  }

  /**
   * Writes a document that need not fit into memory, with each object of a list on its own line. If
   * the body throws, the document stays incomplete.
   *
   * @throws UncheckedIOException if writing fails
   */
  static void stream(Writer to, String version, Consumer<Fields> body) {
    write(to, new ItemLines(), document(version, body));
  }

  private static Consumer<Fields> document(String version, Consumer<Fields> body) {
    return fields -> {
      fields.text("lockstep", version);
      body.accept(fields);
    };
  }

  private static void write(Writer to, PrettyPrinter layout, Consumer<Fields> body) {
    try (JsonGenerator json = FACTORY.createGenerator(to)) {
      json.disable(Feature.AUTO_CLOSE_TARGET).disable(Feature.AUTO_CLOSE_JSON_CONTENT);
      json.setPrettyPrinter(layout);
      new JsonDocument(json, true).object(body);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a line before each object of a list. */
  private static final class ItemLines extends MinimalPrettyPrinter {
    @Override
    public void writeStartObject(JsonGenerator json) throws IOException {
      if (json.getOutputContext().getParent().inArray()) {
        json.writeRaw('\n');
      }
      super.writeStartObject(json);
    }
  }

  private void field(String name, Object value, Writing writing) {
    if (!present) {
      return;
    }
    try {
      json.writeFieldName(name);
      if (value == null) {
        json.writeNull();
      } else {
        writing.write();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void text(String name, String value) {
    field(name, value, () -> json.writeString(value));
  }

  @Override
  public void number(String name, BigDecimal value) {
    field(name, value, () -> json.writeNumber(value.toPlainString()));
  }

  @Override
  public void flag(String name, Boolean value) {
    field(name, value, () -> json.writeBoolean(value));
  }

  @Override
  public void texts(String name, Collection<String> values) {
    field(
        name,
        values,
        () -> {
          json.writeStartArray();
          for (String value : values) {
            json.writeString(value);
          }
          json.writeEndArray();
        });
  }

  @Override
  public void numbers(String name, long... values) {
    field(name, values, () -> json.writeArray(values, 0, values.length));
  }

  /** Writes plain numbers as JSON numbers and values with a unit as strings. */
  @Override
  public void typed(String name, Map<String, String> values) {
    group(
        name,
        group ->
            values.forEach(
                (key, value) -> {
                  if (JsonTree.isNumber(value)) {
                    field(key, value, () -> json.writeNumber(value));
                  } else {
                    text(key, value);
                  }
                }));
  }

  @Override
  public void group(String name, Consumer<Fields> shown) {
    field(name, shown, () -> object(shown));
  }

  @Override
  public <T> void list(String name, Iterable<T> items, BiConsumer<T, Fields> shown) {
    field(
        name,
        items,
        () -> {
          json.writeStartArray();
          for (T item : items) {
            object(fields -> shown.accept(item, fields));
          }
          if (json.getPrettyPrinter() instanceof ItemLines) {
            json.writeRaw('\n');
          }
          json.writeEndArray();
        });
  }

  private void object(Consumer<Fields> shown) throws IOException {
    json.writeStartObject();
    shown.accept(this);
    json.writeEndObject();
  }

  @Override
  public Fields when(boolean there) {
    return there == present ? this : new JsonDocument(json, present && there);
  }
}
