// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The size of a cache whose sets come from a hash, by what share of its lines miss. */
class LatencyProbesTest {
  @ParameterizedTest
  @CsvSource({
    "16, 0.19, 12.4", // sums of Poisson's distribution: 1 - P[X <= 15]
    "16, 0.5333, 16",
    "16, 0.57, 16.4",
    "16, 0.94, 22.8",
    "1, 0.6321, 1",
  })
  void aShareOfMissesTellsHowManyLinesASetHas(int ways, double misses, double lines) {
    assertThat(LatencyProbes.meanOthers(ways, misses)).isCloseTo(lines, within(lines * 0.02));
  }
}
