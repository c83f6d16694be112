// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ValidationAnswerTest {
  @Test
  @DisplayName("a row without a published value is printed with null in JSON and empty in CSV")
  void aRowWithoutAPublishedValueIsPrintedWithNullInJsonAndEmptyInCsv() {
    RowResult wrong =
        new RowResult(
            new RowResult.Key("id", "gtx280", "all"),
            new RowResult.Publication(Double.NaN, "us", 0.1, 1, "", ""),
            RowStatus.BAD_INPUT,
            new RowResult.Values(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
            new RowResult.Setting(new TreeMap<>(), Map.of(), Optional.empty()),
            "the key 'expected' is missing");
    assertThat(wrong.published()).isEmpty();
    assertThat(ValidationAnswer.ANSWER.json("1", List.of(wrong))).contains("\"expected\" : null");
    assertThat(ValidationAnswer.ROW.csvOfAll(Map.of(), List.of(wrong)).lines().skip(1))
        .singleElement()
        .asString()
        .startsWith("id,gtx280,all,,,");
  }

  @Test
  @DisplayName("what is not finite is null in JSON and empty in CSV")
  void whatIsNotFiniteIsNullInJsonAndEmptyInCsv() {
    RowResult tiny =
        new RowResult(
            new RowResult.Key("id", "gtx280", "all"),
            new RowResult.Publication(Double.MIN_VALUE, "us", 0.1, 1, "", ""),
            RowStatus.OK,
            new RowResult.Values(
                OptionalDouble.of(1e300),
                OptionalDouble.of(Double.POSITIVE_INFINITY),
                OptionalDouble.of(Double.NaN)),
            new RowResult.Setting(new TreeMap<>(), Map.of(), Optional.empty()),
            "");
    assertThat(ValidationAnswer.ANSWER.json("1", List.of(tiny)))
        .contains("\"error\" : null", "\"interpolation\" : null", "\"roofline\" : null");
    assertThat(ValidationAnswer.ROW.csvOfAll(Map.of(), List.of(tiny)))
        .doesNotContain("Infinity", "NaN");
  }
}
