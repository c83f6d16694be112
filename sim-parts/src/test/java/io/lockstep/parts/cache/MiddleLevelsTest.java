// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.cache.policy.ReadOnly;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Levels as a GTX 280 has for constants: 8 KiB after 81 clocks, 32 KiB after 220 (Wong et al. 2010,
 * as recalled), behind a first level of 2 KiB with lines of 64 bytes.
 */
class MiddleLevelsTest {
  private static final int LINE = 64;
  private final FirstLevel level =
      new FirstLevel(
          CacheConfig.ofSize(2048, LINE, LINE, 4, new ReadOnly()),
          4,
          4,
          List.of(level(8 << 10, 4, 81), level(32 << 10, 8, 220)));

  private static MiddleLevelConfig level(int bytes, int ways, long ticks) {
    return new MiddleLevelConfig(CacheConfig.ofSize(bytes, 256, LINE, ways, new ReadOnly()), ticks);
  }

  /** Passes over a set of bytes once, from memory or the level that has them; the latest answer. */
  private long pass(int bytes, long tick) {
    long longest = 0;
    for (long at = 0; at < bytes; at += LINE) {
      if (level.cache().read(at, 4) == SectoredCache.HIT) {
        continue;
      }
      long data = level.fetch(at, tick);
      if (data < 0) {
        level.await(at, 1);
        level.following(level.fill(at));
      } else {
        longest = Math.max(longest, data - tick);
      }
    }
    return longest;
  }

  @Test
  @DisplayName("6 KiB are answered after 81 clocks, 24 KiB after 220, 2 KiB by the first level")
  void eachLevelAnswersAfterItsTime() {
    pass(6 << 10, 0);
    assertThat(pass(6 << 10, 1000)).isEqualTo(81);
    level.invalidate();
    pass(24 << 10, 2000);
    assertThat(pass(24 << 10, 3000)).isEqualTo(220);
    level.invalidate();
    pass(2 << 10, 4000);
    assertThat(pass(2 << 10, 5000)).isZero();
  }

  @Test
  @DisplayName("memory answers what no level holds, and everything after an invalidation")
  void memoryAnswersTheRest() {
    assertThat(level.fetch(0, 10)).isNegative();
    pass(64, 10);
    assertThat(level.holds(0)).isTrue();
    level.invalidate();
    assertThat(level.holds(0)).isFalse();
    assertThat(level.fetch(0, 20)).isNegative();
  }

  @Test
  @DisplayName("a line that is on its way to the first level is there when its data is")
  void aLineUnderWayIsNotThereBefore() {
    pass(6 << 10, 0);
    assertThat(level.holds(0)).as("made room").isFalse();
    assertThat(level.fetch(0, 1000)).isEqualTo(1081);
    assertThat(level.cache().read(0, 4)).isEqualTo(SectoredCache.HIT);
    assertThat(level.ready(1004)).isEqualTo(1081);
    assertThat(level.cache().read(0, 4)).isEqualTo(SectoredCache.HIT);
    assertThat(level.ready(1100)).isLessThanOrEqualTo(1100);
  }
}
