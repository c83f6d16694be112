// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.check.Launches;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Fetches that hit: four addresses a cycle of at most 16 bytes each, wherever they lie. */
class FetchCyclesTest {
  private static final int MANY = 16; // loads of a clause

  private static long issued(int width, int stride, String... overrides) {
    return run(MANY, width, stride, overrides).get("issue.issued_fetch");
  }

  /** What a second clause takes, all of whose fetches hit. */
  private static long ofHits(int stride, String... overrides) {
    return run(2 * MANY, 1, stride, overrides).cycles() - run(MANY, 1, stride, overrides).cycles();
  }

  private static Launches.Result run(int loads, int width, int stride, String... overrides) {
    Kernel kernel = Loads.of(loads, width, 0, true);
    long[] strides = new long[loads];
    Arrays.fill(strides, stride);
    return Launches.run(Catalogue.device("hd5870", overrides), kernel, 1, 64, strides);
  }

  @Test
  void everyWidthUpTo16BytesTakes16CyclesOfTheFetchPort() {
    assertThat(issued(1, 4)).isEqualTo(16 * MANY);
    assertThat(issued(2, 8)).isEqualTo(16 * MANY);
    assertThat(issued(4, 16)).isEqualTo(16 * MANY);
  }

  @Test
  void halfTheBandwidthOfTheCacheDoublesTheCyclesOfTheWidestFetchesOnly() {
    String[] half = {"l1.bandwidth", "32B/cycle"};
    assertThat(issued(4, 16, half)).isEqualTo(32 * MANY);
    assertThat(issued(2, 8, half)).isEqualTo(16 * MANY);
  }

  @Test
  void addressesInAsManyLinesAsLanesCostNothingExtraWhereTheyHit() {
    assertThat(ofHits(64) - ofHits(4)).isBetween(0L, 16L);
    String[] lineByLine = {"l1.lookups", "absent"};
    assertThat(ofHits(64, lineByLine) - ofHits(4, lineByLine)).isBetween(48L * MANY, 50L * MANY);
  }
}
