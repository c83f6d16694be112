// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import io.lockstep.advise.Recommendations;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.AnswerSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The schemas of {@code docs/schemas} follow from the declared answers. */
class SchemaFilesTest {
  private static final Path FOLDER =
      Path.of("").toAbsolutePath().getParent().resolve("docs/schemas");

  /** Documents that earlier versions printed, called SCHEMA.SAMPLE.json; long lists are cut. */
  private static final Path DOCUMENTS = Path.of("src/test/resources/documents");

  private static final Map<String, Answer<?>> ANSWERS =
      new TreeMap<>(Map.ofEntries(Map.entry("advice", Recommendations.ANSWER)));

  static Stream<String> answers() {
    return ANSWERS.keySet().stream();
  }

  static Stream<Path> documents() throws IOException {
    return Files.list(DOCUMENTS).sorted();
  }

  /** -Dlockstep.write.docs=true writes the files. */
  @ParameterizedTest
  @MethodSource("answers")
  void thePublishedSchemaIsThatOfTheDeclaration(String name) throws IOException {
    Path file = FOLDER.resolve(name + ".schema.json");
    String schema = AnswerSchema.of(ANSWERS.get(name));
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(file, schema);
    }
    assertThat(Files.readString(file)).isEqualTo(schema);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void documentsOfEarlierVersionsAreValid(Path document) throws IOException {
    String name = document.getFileName().toString().replaceFirst("\\..*", "");
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(SchemaLocation.of(FOLDER.resolve(name + ".schema.json").toUri().toString()));
    assertThat(schema.validate(new ObjectMapper().readTree(Files.readString(document)))).isEmpty();
  }
}
