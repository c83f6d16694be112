// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Points that are even in each dimension and do not repeat one dimension in another. */
class DesignPointsTest {
  private static final int COUNT = 64;

  private static double[][] sobol(int dimensions, int count, long seed) {
    return DesignPoints.sobol(dimensions, count, seed, DesignPoints.WIDTH);
  }

  private static double greatestCorrelation(double[][] points) {
    PearsonsCorrelation correlation = new PearsonsCorrelation();
    double greatest = 0;
    for (int a = 0; a < points.length; a++) {
      for (int b = 0; b < a; b++) {
        greatest = Math.max(greatest, Math.abs(correlation.correlation(points[a], points[b])));
      }
    }
    return greatest;
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "5, 0.25", "20, 0.36", "50, 0.42", "200, 0.5"})
  void noTwoDimensionsOfASobolDesignRepeatEachOther(int dimensions, double most) {
    for (long seed = 0; seed < 2; seed++) {
      assertThat(greatestCorrelation(sobol(dimensions, COUNT, seed))).isLessThanOrEqualTo(most);
    }
  }

  @Test
  void noTwoDimensionsOfOneSequenceRepeatEachOther() {
    assertThat(greatestCorrelation(sobol(DesignPoints.WIDTH, COUNT, 0))).isLessThan(0.25);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "5, 0.3", "20, 0.5", "50, 0.5", "200, 0.6"})
  void noTwoDimensionsOfALatinHypercubeRepeatEachOther(int dimensions, double most) {
    double[][] points = DesignPoints.latin(dimensions, COUNT, 0);
    assertThat(greatestCorrelation(points)).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void inEachDimensionPointsLieInDifferentParts(long seed) {
    for (double[][] points :
        new double[][][] {sobol(138, COUNT, seed), DesignPoints.latin(9, COUNT, seed)}) {
      for (double[] dimension : points) {
        assertThat(Arrays.stream(dimension).mapToObj(x -> (int) (x * COUNT)).distinct())
            .hasSize(COUNT);
      }
    }
  }

  @Test
  void theSameSeedMakesTheSamePointsAndAnotherOneOthers() {
    double[][] points = sobol(30, COUNT, 5);
    assertThat(sobol(30, COUNT, 5)).isDeepEqualTo(points);
    double[][] others = sobol(30, COUNT, 6);
    assertThat(IntStream.range(0, 30)).noneMatch(d -> Arrays.equals(points[d], others[d]));
  }

  @Test
  void thereMayBeMoreDimensionsThanASobolSequenceHas() {
    assertThat(sobol(1500, 2, 1)).hasDimensions(1500, 2);
  }
}
