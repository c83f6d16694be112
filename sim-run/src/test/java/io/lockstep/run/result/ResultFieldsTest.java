// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.answer.JsonTree;
import io.lockstep.run.format.ResultAnswer;
import io.lockstep.run.format.ResultCsv;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What follows from the list of fields. */
class ResultFieldsTest {
  static RunResult result(RunStatus status) {
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "w")
        .set(ResultFields.DEVICE, "toy")
        .set(ResultFields.DEVICE_NAME, "A device")
        .set(ResultFields.PARAMETERS, new TreeMap<>(Map.of("n", "64")))
        .set(ResultFields.VERIFIED_BY, "by the program (exit 0)")
        .set(ResultFields.OVERRIDES, new TreeMap<>(Map.of("l1.size", "16KiB")))
        .set(ResultFields.STATUS, status)
        .set(ResultFields.FAILURE, status == RunStatus.FAILED ? Failure.NO_PROGRESS : null)
        .set(ResultFields.MESSAGE, "a remark")
        .set(ResultFields.CYCLES, 850L)
        .set(ResultFields.SECONDS, 1_000_000L)
        .set(ResultFields.KERNEL_SECONDS, 400_000L)
        .set(ResultFields.DEVICE_SHA256, "bb")
        .set(ResultFields.SAMPLE, "error=2%")
        .set(ResultFields.STATISTICS, new TreeMap<>(Map.of("share", new BigDecimal("0.500"))))
        .set(ResultFields.HOST, new RunResult.HostFigures(1, 2, 3, 4))
        .result();
  }

  @Test
  void aResultIsMadeOfTheValuesOfItsFields() {
    for (RunStatus status : RunStatus.values()) {
      assertThat(ResultFields.Values.of(result(status)).result()).isEqualTo(result(status));
    }
  }

  @Test
  void eachColumnHasANumberOfItsOwnWithoutGaps() {
    assertThat(ResultFields.COLUMNS)
        .extracting(ResultField::column)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, ResultFields.COLUMNS.size()).boxed().toList());
    assertThat(ResultFields.ALL).extracting(ResultField::name).doesNotHaveDuplicates();
  }

  @Test
  void aDocumentHasTheFieldsOfTheListInItsOrder() throws IOException {
    for (RunStatus status : RunStatus.values()) {
      RunResult result = result(status);
      byte[] json = ResultAnswer.json("1", List.of(result)).getBytes(StandardCharsets.UTF_8);
      List<String> names =
          ResultFields.PRINTED.stream()
              .filter(f -> f.shown(result) != null || !isLeftOut(f))
              .map(ResultField::name)
              .toList();
      assertThat(JsonTree.read(json, 0, json.length).at("/results/0").fieldNames())
          .toIterable()
          .containsExactlyElementsOf(names);
    }
  }

  private static boolean isLeftOut(ResultField<?> field) {
    return field.presence() == ResultField.Presence.OPTIONAL
        || field.presence() == ResultField.Presence.KNOWN;
  }

  @Test
  void aTableHasTheColumnsOfTheList() {
    String header = ResultCsv.write(List.of(result(RunStatus.FAILED))).lines().findFirst().get();
    List<String> names = List.of(header.split(","));
    assertThat(names.stream().filter(n -> ResultFields.COLUMNS.toString().contains(n)))
        .containsExactlyElementsOf(
            ResultFields.COLUMNS.stream()
                .filter(ResultField::isScalar)
                .map(ResultField::name)
                .toList());
  }

  @Test
  void aReasonOfSeveralWordsHasHyphens() {
    assertThat(ResultFields.FAILURE.text(result(RunStatus.FAILED))).isEqualTo("no-progress");
    assertThat(ResultFields.FAILURE.kept(result(RunStatus.FAILED))).isEqualTo("NO_PROGRESS");
    for (Failure failure : Failure.values()) {
      assertThat(ResultFields.FAILURE.type().words(failure)).isEqualTo(failure.key());
    }
  }
}
