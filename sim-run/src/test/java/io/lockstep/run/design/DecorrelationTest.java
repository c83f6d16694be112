// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DecorrelationTest {
  private static double[] ramp(int count) {
    return IntStream.range(0, count).mapToDouble(i -> i).toArray();
  }

  private static double correlation(double[] a, double[] b) {
    return Math.abs(new PearsonsCorrelation().correlation(a, b));
  }

  @Test
  @DisplayName("of sixteen orders the one is taken that correlates least with earlier dimensions")
  void theLeastCorrelatedOrderIsTaken() {
    int count = 20;
    for (int seed = 0; seed < 20; seed++) {
      Decorrelation design = new Decorrelation(count);
      double[] before = ramp(count);
      double[] squares = Arrays.stream(before).map(v -> v * v).toArray();
      design.add(new double[][] {before, squares});
      double[] found = design.order(new double[][] {ramp(count)}, new SeededNumbers(seed))[0];
      SeededNumbers random = new SeededNumbers(seed);
      double least = 1;
      for (int k = 0; k < 16; k++) {
        double[] order = Arrays.stream(random.order(count)).asDoubleStream().toArray();
        double most = Math.max(correlation(order, before), correlation(order, squares));
        least = Math.min(least, most);
      }
      assertThat(Math.max(correlation(found, before), correlation(found, squares)))
          .isBetween(least - 1e-9, least + 1e-9);
    }
  }

  @Test
  @DisplayName("dimensions that belong together get one order")
  void dimensionsGetOneOrder() {
    Decorrelation design = new Decorrelation(30);
    design.add(new double[][] {ramp(30)});
    double[] doubled = Arrays.stream(ramp(30)).map(v -> 2 * v + 1).toArray();
    double[][] found = design.order(new double[][] {ramp(30), doubled}, new SeededNumbers(3));
    assertThat(found[1]).isEqualTo(Arrays.stream(found[0]).map(v -> 2 * v + 1).toArray());
    assertThat(Arrays.stream(found[0]).sorted().toArray()).isEqualTo(ramp(30));
  }

  @Test
  @DisplayName(
      "more than 256 points take the first order; a constant dimension correlates with none")
  void manyPointsTakeTheFirstOrder() {
    Decorrelation many = new Decorrelation(257);
    many.add(new double[][] {ramp(257)});
    double[] found = many.order(new double[][] {ramp(257)}, new SeededNumbers(9))[0];
    int[] first = new SeededNumbers(9).order(257);
    assertThat(found).isEqualTo(Arrays.stream(first).asDoubleStream().toArray());
    Decorrelation constant = new Decorrelation(5);
    constant.add(new double[][] {new double[5]});
    int[] order = new SeededNumbers(2).order(5);
    assertThat(constant.order(new double[][] {ramp(5)}, new SeededNumbers(2))[0])
        .isEqualTo(Arrays.stream(order).asDoubleStream().toArray());
  }
}
