// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.advise.Recommendations;
import io.lockstep.cli.page.ResultSummary;
import io.lockstep.explain.ExplanationAnswer;
import io.lockstep.explain.calibration.Calibration;
import io.lockstep.explain.calibration.Diagnosis;
import io.lockstep.explain.sensitivity.Sensitivity;
import io.lockstep.explain.uncertainty.UncertainAnswer;
import io.lockstep.explain.whatif.Alternatives;
import io.lockstep.inspect.address.AddressAnswers;
import io.lockstep.inspect.format.KernelSummaryJson;
import io.lockstep.inspect.occupancy.OccupancyAnswer;
import io.lockstep.judge.conformance.CheckResult;
import io.lockstep.judge.validation.ValidationAnswer;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.AnswerSchema;
import io.lockstep.run.format.DeviceAnswer;
import io.lockstep.run.format.StatisticsAnswer;
import io.lockstep.sweep.look.BestAnswer;
import io.lockstep.sweep.look.SweepComparison;
import io.lockstep.sweep.plan.PlanSummary;
import io.lockstep.sweep.store.index.QueryAnswer;
import io.lockstep.sweep.store.index.SweepStatusAnswer;
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
  /** Documents that earlier versions printed, called SCHEMA.SAMPLE.json; long lists are cut. */
  private static final Path DOCUMENTS = Path.of("src/test/resources/documents");

  private static final Map<String, Answer<?>> ANSWERS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("address", AddressAnswers.ANSWER),
              Map.entry("address-kinds", AddressAnswers.KINDS),
              Map.entry("advice", Recommendations.ANSWER),
              Map.entry("alternatives", Alternatives.ANSWER),
              Map.entry("card", KernelSummaryJson.PROGRAM),
              Map.entry("check", CheckResult.ANSWER),
              Map.entry("device", DeviceAnswer.ANSWER),
              Map.entry("devices", DeviceAnswer.CATALOGUE),
              Map.entry("calibration", Calibration.ANSWER),
              Map.entry("diagnosis", Diagnosis.ANSWER),
              Map.entry("explanation", ExplanationAnswer.ANSWER),
              Map.entry("kernels", KernelSummaryJson.KERNELS),
              Map.entry("occupancy", OccupancyAnswer.ANSWER),
              Map.entry("plan", PlanSummary.ANSWER),
              Map.entry("results", UncertainAnswer.ANSWER),
              Map.entry("sensitivity", Sensitivity.ANSWER),
              Map.entry("statistics", StatisticsAnswer.ANSWER),
              Map.entry("summary", ResultSummary.ANSWER),
              Map.entry("sweep-answer", QueryAnswer.ANSWER),
              Map.entry("sweep-best", BestAnswer.ANSWER),
              Map.entry("sweep-comparison", SweepComparison.ANSWER),
              Map.entry("sweep-status", SweepStatusAnswer.ANSWER),
              Map.entry("validation", ValidationAnswer.ANSWER)));

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
    Path file = PublishedSchema.FOLDER.resolve(name + ".schema.json");
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
    JsonNode earlier = new ObjectMapper().readTree(Files.readString(document));
    assertThat(PublishedSchema.of(name).errors(earlier)).isEmpty();
  }
}
