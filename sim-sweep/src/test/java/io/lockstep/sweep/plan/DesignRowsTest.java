// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.run.design.DesignPoints;
import io.lockstep.sweep.file.Design;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.math3.random.SobolSequenceGenerator;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesignRowsTest {
  private static DesignRows rows(Design.Kind kind, int points, long seed, int coordinates) {
    return DesignRows.of(
        new Design(kind, points, seed, DesignPoints.WIDTH, "s.yaml:1:1"), coordinates);
  }

  private static long slices(DesignRows rows, int coordinate, int from, int count) {
    Set<Integer> slices = new HashSet<>();
    for (int row = from; row < from + count; row++) {
      double share = rows.share(coordinate, row);
      assertThat(share).isGreaterThanOrEqualTo(0).isLessThan(1);
      slices.add((int) (share * count));
    }
    return slices.size();
  }

  @Test
  void inALatinHypercubeEachCoordinateHasOnePointInEachSlice() {
    DesignRows rows = rows(Design.Kind.LATIN_HYPERCUBE, 37, 5, 6);
    assertThat(rows.size()).isEqualTo(37);
    for (int coordinate = 0; coordinate < 6; coordinate++) {
      assertThat(slices(rows, coordinate, 0, 37)).isEqualTo(37);
    }
  }

  @Test
  void coordinatesOfALatinHypercubeGoTheirOwnWays() {
    DesignRows rows = rows(Design.Kind.LATIN_HYPERCUBE, 400, 1, 4);
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < a; b++) {
        double sum = 0;
        for (int row = 0; row < 400; row++) {
          sum += (rows.share(a, row) - 0.5) * (rows.share(b, row) - 0.5) * 12;
        }
        assertThat(sum / 400).isCloseTo(0, within(0.2));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0.3", "5, 0.3", "20, 0.4", "50, 0.45", "200, 0.55"})
  void noTwoColumnsOfSaltellisTwoSamplesRepeatEachOther(int coordinates, double most) {
    DesignRows rows = rows(Design.Kind.SALTELLI, 64, 0, coordinates);
    double[][] columns = new double[2 * coordinates][64];
    for (int column = 0; column < columns.length; column++) {
      for (int row = 0; row < 64; row++) {
        int sample = column < coordinates ? 0 : 64;
        columns[column][row] = rows.share(column % coordinates, sample + row);
      }
    }
    PearsonsCorrelation correlation = new PearsonsCorrelation();
    for (int a = 0; a < columns.length; a++) {
      for (int b = 0; b < a; b++) {
        assertThat(Math.abs(correlation.correlation(columns[a], columns[b])))
            .as("columns %d and %d", a, b)
            .isLessThan(most);
      }
    }
  }

  @Test
  void withoutAWidthAllCoordinatesAreOfOneSequenceAsInPlansOfEarlierVersions() {
    Design design = new Design(Design.Kind.SALTELLI, 8, 4, 0, "s.yaml:1:1");
    DesignRows rows = DesignRows.of(design, 20);
    SobolSequenceGenerator sequence = new SobolSequenceGenerator(40);
    sequence.nextVector(); // zeros
    for (int row = 1; row < 8; row++) {
      double[] point = sequence.nextVector();
      for (int c = 0; c < 20; c++) {
        long shifted = (long) (rows.share(c, row) * 0x1p52) ^ (long) (rows.share(c, 0) * 0x1p52);
        assertThat(shifted * 0x1p-52).isEqualTo(point[c]);
      }
    }
  }

  @Test
  void everyBeginningOfASobolSequenceFillsTheSpaceEvenly() {
    DesignRows rows = rows(Design.Kind.SOBOL, 64, 3, 8);
    for (int coordinate = 0; coordinate < 8; coordinate++) {
      assertThat(slices(rows, coordinate, 0, 16)).isEqualTo(16);
      assertThat(slices(rows, coordinate, 0, 64)).isEqualTo(64);
    }
  }

  @Test
  void aSeedGivesItsPointsAndAnotherOneOthers() {
    for (Design.Kind kind : Design.Kind.values()) {
      if (kind == Design.Kind.GRID) {
        continue;
      }
      DesignRows one = rows(kind, 16, 9, 3);
      DesignRows same = rows(kind, 16, 9, 3);
      DesignRows other = rows(kind, 16, 10, 3);
      int equal = 0;
      for (int row = 0; row < one.size(); row++) {
        assertThat(one.share(2, row)).isEqualTo(same.share(2, row));
        equal += one.share(2, row) == other.share(2, row) ? 1 : 0;
      }
      assertThat(equal).isLessThan(4);
    }
    assertThat(rows(Design.Kind.LATIN_HYPERCUBE, 5, 1, 1).share(0, 0)) // on every machine
        .isEqualTo(LATIN);
    assertThat(rows(Design.Kind.SOBOL, 5, 1, 1).share(0, 0)).isEqualTo(SOBOL);
  }

  private static final double LATIN = 0.5548798343334403;
  private static final double SOBOL = 0.636211905662819;

  @Test
  void ofSaltellisRowsAllButTwoSamplesDifferFromTheFirstInOneCoordinateAlone() {
    int points = 8;
    int coordinates = 3;
    DesignRows rows = rows(Design.Kind.SALTELLI, points, 2, coordinates);
    assertThat(rows.size()).isEqualTo(points * (coordinates + 2));
    for (int row = 0; row < points; row++) {
      for (int c = 0; c < coordinates; c++) {
        double first = rows.share(c, row);
        double second = rows.share(c, points + row);
        assertThat(first).isNotEqualTo(second);
        for (int changed = 0; changed < coordinates; changed++) {
          assertThat(rows.share(c, (2 + changed) * points + row))
              .isEqualTo(c == changed ? second : first);
        }
      }
    }
    assertThat(slices(rows, 0, 0, points)).isEqualTo(points);
    assertThat(slices(rows, 0, points, points)).isEqualTo(points);
  }
}
