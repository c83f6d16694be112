package io.lockstep.explain.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Points that are even in each dimension and do not repeat one dimension in another. */
class PointsTest {
  private static final int COUNT = 64;

  @Test
  @DisplayName("in each dimension 64 points lie in 64 different 64ths, whatever the seed")
  void inEachDimensionPointsLieInDifferentParts() {
    for (long seed = 1; seed <= 3; seed++) {
      for (double[] dimension : Points.of(138, COUNT, seed)) {
        assertThat(Arrays.stream(dimension).mapToObj(x -> (int) (x * COUNT)).distinct())
            .hasSize(COUNT);
      }
    }
  }

  @Test
  @DisplayName("no two of 138 dimensions repeat each other, as those of one sequence would")
  void noTwoDimensionsRepeatEachOther() {
    double[][] points = Points.of(138, COUNT, 1);
    PearsonsCorrelation correlation = new PearsonsCorrelation();
    for (int a = 0; a < points.length; a++) {
      for (int b = 0; b < a; b++) {
        double most = a / Points.BLOCK == b / Points.BLOCK ? 0.25 : 0.55;
        assertThat(Math.abs(correlation.correlation(points[a], points[b])))
            .as("dimensions %d and %d", a, b)
            .isLessThan(most);
      }
    }
  }

  @Test
  @DisplayName("the same seed makes the same points, another one others")
  void theSameSeedMakesTheSamePoints() {
    double[][] points = Points.of(30, COUNT, 5);
    assertThat(Points.of(30, COUNT, 5)).isDeepEqualTo(points);
    double[][] others = Points.of(30, COUNT, 6);
    assertThat(IntStream.range(0, 30)).noneMatch(d -> Arrays.equals(points[d], others[d]));
  }

  @Test
  @DisplayName("there may be more dimensions than a Sobol sequence has")
  void thereMayBeMoreDimensionsThanASequenceHas() {
    assertThat(Points.of(1500, 2, 1)).hasDimensions(1500, 2);
  }
}
