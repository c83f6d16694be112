// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StratumTest {
  /** Returns a stratum of ten launches, eight of them measured, with numbers that vary. */
  private static Stratum of(List<double[]> varying) {
    Stratum stratum = new Stratum(IntStream.range(0, 10).toArray(), varying);
    for (int m = 0; m < 8; m++) {
      stratum.measured(m, 100 + m * m % 7, 1);
    }
    return stratum;
  }

  private static double[] number(int factor) {
    return IntStream.range(0, 10).mapToDouble(m -> factor * m % 11).toArray();
  }

  @Test
  void aMeanTakesOneDegreeOfFreedom() {
    Stratum stratum = of(List.of());
    assertEquals(7, stratum.degrees(stratum.estimate()));
  }

  @Test
  void aLineTakesTwoDegreesOfFreedom() {
    Stratum stratum = of(List.of(number(1)));
    assertEquals(6, stratum.degrees(stratum.estimate()));
  }

  @Test
  void theChoiceAmongNumbersTakesADegreeOfFreedomForEachFurtherOne() {
    Stratum stratum = of(List.of(number(1), number(3), number(5)));
    assertEquals(4, stratum.degrees(stratum.estimate()));
  }
}
