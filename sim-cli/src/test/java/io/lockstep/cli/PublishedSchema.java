// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A schema of {@code docs/schemas}, of JSON Schema 2020-12. */
final class PublishedSchema {
  static final Path FOLDER = Shell.REPOSITORY.resolve("docs/schemas");
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          // A schema may name another file of the folder.
          registry -> registry.schemaLoader(loader -> loader.fetchRemoteResources()));

  private final Schema schema;

  private PublishedSchema(Schema schema) {
    this.schema = schema;
  }

  static PublishedSchema of(String name) {
    Path file = FOLDER.resolve(name + ".schema.json");
    try {
      return new PublishedSchema(
          REGISTRY.getSchema(
              SchemaLocation.of(file.toUri().toString()),
              Files.readString(file),
              InputFormat.JSON));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the schema of schemas. */
  static PublishedSchema ofSchemas() {
    String id = SpecificationVersion.DRAFT_2020_12.getDialectId();
    return new PublishedSchema(REGISTRY.getSchema(SchemaLocation.of(id)));
  }

  /** Returns what is wrong with a document. It goes as text: the validator has trees of its own. */
  List<Error> errors(JsonNode document) {
    return schema.validate(document.toString(), InputFormat.JSON);
  }

  /** Returns the names of the properties of a whole document. */
  List<String> properties() {
    return List.copyOf(schema.getSchemaNode().get("properties").propertyNames());
  }
}
