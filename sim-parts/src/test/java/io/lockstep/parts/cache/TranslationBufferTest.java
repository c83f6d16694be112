// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A translation buffer of 32 fragments of 2 MiB whose misses take 112 clocks. */
class TranslationBufferTest {
  private static final long MIB = 1 << 20;
  private static final int MISS = 112;

  private final TranslationBuffer buffer =
      new TranslationBuffer(new TranslationConfig(32, 2 * MIB, MISS));

  /**
   * RRZE gpu-latency on an MI210: beyond 64 MiB a set of W MiB takes 112 clocks more in 1 - 64/W of
   * its loads: 97 MiB 38, 180 MiB 72, 1.55 GiB 110 clocks.
   */
  @ParameterizedTest(name = "{0} MiB: {1} clocks")
  @CsvSource({"32, 0", "64, 0", "97, 38", "180, 72", "1592, 110"})
  void aRandomChaseMissesInWhatIsBeyondTheReach(int mebibytes, double clocks) {
    SplittableRandom random = new SplittableRandom(1);
    long sum = 0;
    long tick = 0;
    int loads = 40_000;
    for (int i = -loads; i < loads; i++) {
      long ready = buffer.translate(random.nextLong(mebibytes * MIB), tick);
      sum += i < 0 ? 0 : ready - tick;
      tick = ready + 500;
    }
    assertThat((double) sum / loads).isCloseTo(clocks, within(3.0));
    assertThat(buffer.lookups()).isEqualTo(2L * loads);
  }

  @Test
  void accessesToAFragmentWhoseTranslationIsOnItsWayWaitForThatOne() {
    assertThat(buffer.translate(5 * MIB, 10)).isEqualTo(10 + MISS);
    assertThat(buffer.translate(5 * MIB + 64, 11)).isEqualTo(10 + MISS);
    assertThat(buffer.translate(4 * MIB, 200)).isEqualTo(200);
    assertThat(buffer.lookups() - buffer.hits()).isEqualTo(1);
  }

  @Test
  void fourStreamsMissOnceInEachFragment() {
    long tick = 1000;
    for (long at = 0; at < 64 * MIB; at += 4096) {
      for (long stream = 0; stream < 4; stream++) {
        buffer.translate((stream << 34) + at, tick++);
      }
    }
    assertThat(buffer.lookups() - buffer.hits()).isEqualTo(4 * 32);
  }

  @Test
  void theLeastRecentlyUsedFragmentMakesRoom() {
    for (int i = 0; i < 32; i++) {
      buffer.translate(2 * i * MIB, 0);
    }
    buffer.translate(0, 500);
    assertThat(buffer.evictions()).isZero();
    buffer.translate(64 * MIB, 500);
    assertThat(buffer.translate(0, 900)).isEqualTo(900);
    assertThat(buffer.translate(2 * MIB, 900)).isEqualTo(900 + MISS);
    assertThat(buffer.evictions()).isEqualTo(2);
  }

  /** Jia et al. on a V100: 32 MiB in the first level, some 8 GiB in entries of 32 MiB. */
  @ParameterizedTest(name = "{0} MiB: {1} clocks")
  @CsvSource({"32, 0", "1024, 8", "8192, 8", "16384, 173"})
  void aChaseBeyondTheReachOfTheSecondLevelWalksThePageTables(int mebibytes, double clocks) {
    TranslationConfig second = new TranslationConfig(256, 32 * MIB, 330);
    TranslationBuffer first =
        new TranslationBuffer(new TranslationConfig(16, 2 * MIB, 8, Optional.of(second)));
    SplittableRandom random = new SplittableRandom(2);
    long sum = 0;
    long tick = 0;
    int loads = 40_000;
    for (int i = -loads; i < loads; i++) {
      long ready = first.translate(random.nextLong(mebibytes * MIB), tick);
      sum += i < 0 ? 0 : ready - tick;
      tick = ready + 500;
    }
    assertThat((double) sum / loads).isCloseTo(clocks, within(3.0));
  }
}
