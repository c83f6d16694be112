// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Generates JSON Schemas from declarations of answers. */
public final class AnswerSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private AnswerSchema() {}

  /** {@return the published schema of a document, JSON Schema 2020-12} */
  public static String of(Answer<?> answer) {
    ObjectNode schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", answer.title());
    schema.put("description", answer.description());
    schema.setAll(object(answer, true));
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER);
    try {
      return JsonMapper.builder()
              .build()
              .writer(
                  new DefaultPrettyPrinter(separators)
                      .withObjectIndenter(lines)
                      .withArrayIndenter(lines))
              .writeValueAsString(schema)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a tree of nodes is always written
    }
  }

  private static ObjectNode object(Declared<?> answer, boolean isDocument) {
    ObjectNode object = JSON.objectNode().put("type", "object");
    ObjectNode properties = object.putObject("properties");
    ArrayNode required = JSON.arrayNode();
    if (isDocument) {
      properties
          .putObject("lockstep")
          .put("type", "string")
          .put("description", "Version of Lockstep that wrote the document.");
      required.add("lockstep");
    }
    for (Declared.Field<?> field : answer.fields()) {
      if (field.kind == FieldKind.OTHERS) {
        object.set("additionalProperties", property(field));
        continue;
      }
      properties.set(field.name, property(field));
      if (!field.isOptional()) {
        required.add(field.name);
      }
    }
    if (!required.isEmpty()) {
      object.set("required", required);
    }
    ObjectNode together = together(answer.fields());
    if (!together.isEmpty()) {
      object.set("dependentRequired", together);
    }
    answer.known().ifPresent(known -> unless(known, object));
    return object;
  }

  private static void unless(Declared.Known known, ObjectNode object) {
    ObjectNode word = object.putObject("if").putObject("properties").putObject(known.unless());
    known.words().forEach(word.putArray("enum")::add);
    ObjectNode then = object.putObject("then").putObject("properties");
    ObjectNode otherwise = object.putObject("else").putObject("properties");
    for (String name : known.fields()) {
      then.putObject(name).putObject("not").put("type", "null");
      otherwise.putObject(name).put("type", "null");
    }
  }

  /**
   * Returns {@code dependentRequired}: by optional field, the names of the other fields that are
   * present under the same condition.
   */
  private static <T> ObjectNode together(List<Declared.Field<T>> fields) {
    ObjectNode together = JSON.objectNode();
    for (Declared.Field<T> f : fields) {
      for (Declared.Field<T> other : fields) {
        if (f.isOptional() && f != other && f.present == other.present) {
          together.withArray(f.name).add(other.name);
        }
      }
    }
    return together;
  }

  private static ObjectNode property(Declared.Field<?> field) {
    ObjectNode own = JSON.objectNode();
    if (field.kind == FieldKind.GROUP) {
      own.setAll(object(field.of, false));
    }
    if (field.isNullable) {
      own.putArray("type").add(field.kind.type).add("null");
    } else {
      own.put("type", field.kind.type);
    }
    if (!field.words.isEmpty()) {
      ArrayNode words = own.putArray("enum");
      field.words.forEach(words::add);
      if (field.isNullable) {
        words.addNull();
      }
    }
    field.keywords.forEach(own::putPOJO);
    if (!field.meaning.isEmpty()) {
      own.put("description", field.meaning);
    }
    switch (field.kind) {
      case TEXTS -> own.putObject("items").put("type", "string");
      case INTEGERS -> own.putObject("items").put("type", "integer");
      case LIST -> own.set("items", object(field.of, false));
      case NAMED -> own.putObject("additionalProperties").put("type", "string");
      case FIGURES -> own.putObject("additionalProperties").put("type", "number");
      case COUNTS -> own.putObject("additionalProperties").put("type", "integer");
      case OBJECTS -> own.set("additionalProperties", object(field.of, false));
      case TYPED ->
          own.putObject("additionalProperties").putArray("type").add("string").add("number");
      case OTHERS -> own.putArray("type").add("string").add("number").add("null");
      default -> {}
    }
    return own;
  }
}
