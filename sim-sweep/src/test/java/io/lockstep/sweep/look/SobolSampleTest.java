// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.sweep.file.Design;
import io.lockstep.sweep.plan.DesignRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class SobolSampleTest {
  private static final int POINTS = 4096;
  private static final int COORDINATES = 3;
  private static final List<String> NAMES = List.of("x1", "x2", "x3");

  /** Ishigami and Homma, 1990, with a = 7 and b = 0.1. */
  private static double ishigami(DesignRows rows, int row) {
    double[] x = new double[COORDINATES];
    for (int i = 0; i < COORDINATES; i++) {
      x[i] = Math.PI * (2 * rows.share(i, row) - 1);
    }
    double second = StrictMath.sin(x[1]);
    return StrictMath.sin(x[0]) * (1 + 0.1 * x[2] * x[2] * x[2] * x[2]) + 7 * second * second;
  }

  private static SobolSample sample(double shift) {
    DesignRows rows =
        DesignRows.of(new Design(Design.Kind.SALTELLI, POINTS, 1, 0, true, "design"), COORDINATES);
    double[][] values = new double[COORDINATES + 2][POINTS];
    for (int i = 0; i < rows.size(); i++) {
      values[i / POINTS][i % POINTS] = ishigami(rows, i) + shift;
    }
    return new SobolSample(values[0], values[1], new double[][] {values[2], values[3], values[4]});
  }

  @Test
  void ofIshigamisFunctionItFindsThePublishedIndicesWithIntervalsAroundThem() {
    double[] first = {0.3139, 0.4424, 0}; // Saltelli and others, Sensitivity Analysis, 2000
    double[] total = {0.5576, 0.4424, 0.2437};
    List<SobolIndex> indices = sample(0).indices(NAMES, 1);
    assertThat(indices).extracting(SobolIndex::name).isEqualTo(NAMES);
    for (int i = 0; i < COORDINATES; i++) {
      SobolIndex index = indices.get(i);
      assertThat(index.first().value()).isCloseTo(first[i], within(0.01));
      assertThat(index.total().value()).isCloseTo(total[i], within(0.01));
      for (SobolIndex.Estimate e : List.of(index.first(), index.total())) {
        assertThat(e.value()).isBetween(e.low(), e.high());
        assertThat(e.high() - e.low()).isBetween(0.001, 0.12);
      }
    }
  }

  @Test
  void aConstantAddedChangesNothingAndTheSameSeedGivesTheSameIntervals() {
    List<SobolIndex> indices = sample(0).indices(NAMES, 1);
    assertThat(sample(0).indices(NAMES, 1)).isEqualTo(indices);
    assertThat(sample(0).indices(NAMES, 2)).isNotEqualTo(indices);
    SobolIndex far = sample(1000).indices(NAMES, 1).get(0);
    assertThat(far.first().value()).isCloseTo(indices.get(0).first().value(), within(1e-6));
  }

  @Test
  void aConstantFunctionAndASinglePointHaveNone() {
    double[] one = {1, 1, 1};
    assertThat(new SobolSample(one, one, new double[][] {one}).indices(List.of("x"), 1)).isEmpty();
    double[] a = {1};
    double[] b = {2};
    assertThat(new SobolSample(a, b, new double[][] {a}).indices(List.of("x"), 1)).isEmpty();
  }
}
