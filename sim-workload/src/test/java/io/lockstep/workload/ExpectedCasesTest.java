// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations that hold for several values of parameters. */
class ExpectedCasesTest {
  @TempDir Path dir;

  private Outcome run(String expect, String... parameters) {
    String text =
        "name: h\nparameters: {n: 2, scale: 3}\nbuffers:\n"
            + "  a: {type: i32, count: n, init: {iota: {start: 1}}}\n"
            + "  b: {type: i32, count: n}\n"
            + "steps:\n  - {compute: {buffer: b, expression: 'a[i] * scale'}}\n"
            + "  - {compute: {buffer: a, expression: 0}}\nexpect:\n"
            + expect;
    Map<String, String> given =
        parameters.length == 0 ? Map.of() : Map.of(parameters[0], parameters[1]);
    try (WorkloadExecution execution =
        new WorkloadExecution(
            Workload.read("h.yaml", text, dir).bind(given),
            List.of(),
            ExecutionOptions.defaults())) {
      ProgramItem item = execution.next();
      while (item != ProgramItem.END) {
        item = execution.next();
      }
      return execution.outcome();
    }
  }

  private void file(String name, int... bytes) throws IOException {
    byte[] raw = new byte[4 * bytes.length];
    for (int k = 0; k < bytes.length; k++) {
      raw[4 * k] = (byte) bytes[k];
    }
    Files.write(dir.resolve(name), raw);
  }

  @ParameterizedTest
  @CsvSource({"n, 2, true", "n, 3, false", "n, 4, true", "n, 5,"})
  void aListHasACaseForEachValue(String name, String value, Boolean verified) throws IOException {
    file("2.bin", 3, 6);
    file("3.bin", 3, 6, 8);
    file("4.bin", 3, 6, 9, 12);
    String cases =
        "  b:\n    - {file: 2.bin}\n    - {file: 3.bin, for: {n: 3}}\n"
            + "    - {file: 4.bin, for: {n: 4}}\n";
    assertThat(run(cases, name, value).verified()).isEqualTo(verified);
  }

  @ParameterizedTest
  @CsvSource({"n, 2, true", "n, 4, true", "n, 3,"})
  void aFilesNameFollowsTheParametersOfAListOfValues(String name, String value, Boolean verified)
      throws IOException {
    file("b2.bin", 3, 6);
    file("b4.bin", 3, 6, 9, 12);
    String entry = "  b: {file: 'b{n}.bin', for: {n: [2, 4]}}\n";
    assertThat(run(entry, name, value).verified()).isEqualTo(verified);
  }

  @ParameterizedTest
  @CsvSource({"n, 2", "n, 5000", "scale, 7"})
  void anExpressionHoldsForAllValuesAndReadsInitialContents(String name, String value) {
    assertThat(run("  b: {expression: 'a[i] * scale'}\n", name, value).verified()).isTrue();
    Outcome wrong = run("  b: {expression: 'a[i] * scale + i / (n - 1)'}\n", name, value);
    assertThat(wrong.verified()).isFalse();
    assertThat(wrong.message()).startsWith("b: 1 of ");
  }

  @Test
  void anExpressionHoldsForTheValuesThatItNames() {
    assertThat(run("  b: {expression: 0, for: {n: 7}}\n").verified()).isNull();
    assertThat(run("  for: {n: 7}\n  b: {expression: 0}\n").verified()).isNull();
    assertThat(run("  for: {n: 7}\n  b: {expression: 0}\n", "n", "7").verified()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b: {}|10:3: expected either 'file', 'fnv1a64' or 'expression' for 'b'",
        "b: []|10:6: expected at least one case for 'b'",
        "b: [{expression: 0, for: {n: 2}}, {expression: 1, for: {n: 2}}]|10:37: 'b' has a case for"
            + " n: 2 already, at h.yaml:10:7",
        "b: [{expression: 0, for: {m: 2}}]|10:29: no parameter 'm'; did you mean 'n'?",
        "b: [{expression: 0, for: {n: []}}]|10:32: expected at least one value of 'n'",
        "b: [{expression: 0, for: {n: [2, x]}}]|10:36: expected",
        "b: {expression: \"c[i]\"}|10:19: in 'c[i]' at character 1: no buffer 'c'",
        "b: {expression: 0.5}|10:19: in '0.5': expected a whole number for i32",
      })
  void whatIsWrongIsToldWithItsPlace(String expect, String message) {
    assertThatThrownBy(() -> run("  " + expect + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("h.yaml:" + message);
  }
}
