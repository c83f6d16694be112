// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterpolationTest {
  @TempDir Path folder;

  private List<SuiteRow> rows;
  private Interpolation interpolation;

  @BeforeEach
  void read() throws IOException {
    Path suite = folder.resolve("suite.yaml");
    Files.writeString(
        suite,
        """
        defaults: {device: mi300a, workload: fir.yaml}
        rows:
          - {id: small, param: {n: 16}, expected: 1}
          - {id: middle, param: {n: 64}, expected: 9}
          - {id: large, param: {n: 256}, expected: 4}
          - {id: base, param: {n: 32}}
          - {id: nothing, param: {n: 128}, expected: 0}
          - {id: relative, param: {n: 512}, expected: 2, relative_to: base}
        """);
    rows = Suite.read(suite).rows();
    assertThat(rows).noneMatch(SuiteRow::isWrong);
    interpolation = new Interpolation(rows);
  }

  @Test
  void interpolatesTheLogarithmsOfTheOtherSizes() {
    assertThat(interpolation.value(rows.get(1)).getAsDouble()).isCloseTo(2, within(1e-12));
  }

  @Test
  void extrapolatesTheLineThroughTheTwoNearestSizes() {
    assertThat(interpolation.value(rows.get(2)).getAsDouble()).isCloseTo(81, within(1e-9));
    assertThat(interpolation.value(rows.get(0)).getAsDouble()).isCloseTo(20.25, within(1e-9));
  }

  @Test
  void predictsNothingForAReferenceAPublishedZeroOrASingleSize() {
    assertThat(rows.subList(3, 6)).allMatch(row -> interpolation.value(row).isEmpty());
  }
}
