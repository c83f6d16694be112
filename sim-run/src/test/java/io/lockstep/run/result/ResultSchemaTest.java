// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.run.result.ResultField.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The published schema of a result follows from the list of fields. */
class ResultSchemaTest {
  private static final Path FILE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/schemas/results.schema.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  @DisplayName("results.schema.json has the fields of the list (-Dlockstep.write.docs writes it)")
  void theSchemaHasTheFieldsOfTheList() throws IOException {
    ObjectNode schema = (ObjectNode) JSON.readTree(Files.readString(FILE));
    ((ObjectNode) schema.get("$defs")).set("result", result());
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER);
    String text =
        JSON.writer(
                    new DefaultPrettyPrinter(separators)
                        .withObjectIndenter(lines)
                        .withArrayIndenter(lines))
                .writeValueAsString(schema)
            + "\n";
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(FILE, text);
    }
    assertThat(Files.readString(FILE)).isEqualTo(text);
  }

  private static ObjectNode result() {
    ObjectNode result = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = result.putObject("properties");
    ResultFields.PRINTED.forEach(field -> properties.set(field.name(), property(field)));
    properties.putObject("baseline").put("$ref", "#/$defs/change");
    var required = result.putArray("required");
    ResultFields.PRINTED.stream()
        .filter(f -> f.presence() != Presence.KNOWN && f.presence() != Presence.OPTIONAL)
        .forEach(f -> required.add(f.name()));
    ObjectNode status = result.putObject("if").putObject("properties").putObject("status");
    status.putArray("enum").add("ok").add("wrong");
    ObjectNode then = result.putObject("then").putObject("properties");
    ObjectNode otherwise = result.putObject("else").putObject("properties");
    for (ResultField<?> field : ResultFields.PRINTED) {
      if (field.presence() == Presence.SIMULATED) {
        then.putObject(field.name()).putObject("not").put("type", "null");
        otherwise.putObject(field.name()).put("type", "null");
      }
    }
    return result;
  }

  private static ObjectNode property(ResultField<?> field) {
    ObjectNode own = JSON.createObjectNode();
    switch (field.kind()) {
      case TEXT, HEX -> type(own, "string", field);
      case WORD -> List.of(field.type().pattern().split("\\|")).forEach(own.withArray("enum")::add);
      case FLAG -> own.putArray("type").add("boolean").add("null");
      case COUNT -> type(own, "integer", field).put("minimum", 0);
      case TIME -> type(own, "number", field).put("minimum", 0);
      case TEXTS -> {
        ObjectNode values = own.put("type", "object").putObject("additionalProperties");
        values.putArray("type").add("string").add("number");
      }
      case NUMBERS ->
          own.put("type", "object").putObject("additionalProperties").put("type", "number");
      case DETAIL -> own.put("$ref", "#/$defs/" + field.name());
    }
    if (field.kind() == FieldType.Kind.HEX) {
      own.put("pattern", "^" + field.type().pattern() + "$");
    }
    if (!field.type().unit().isEmpty()) {
      own.put("unit", field.type().unit());
    }
    return field.meaning().isEmpty() ? own : own.put("description", field.meaning());
  }

  private static ObjectNode type(ObjectNode own, String type, ResultField<?> field) {
    if (field.presence() != Presence.SIMULATED) {
      return own.put("type", type);
    }
    own.putArray("type").add(type).add("null");
    return own;
  }
}
