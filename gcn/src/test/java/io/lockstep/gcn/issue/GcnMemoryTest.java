// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What lies behind the L2 counts the cycles of its own clock. */
class GcnMemoryTest {
  private static final long BYTES = 22 * 21_000L;

  private static MemorySideConfig side(String compute, String fabric) {
    return GcnMemory.gpu(
            Specs.of("mi300x")
                .with(
                    Map.of(
                        "clock.compute",
                        compute,
                        "mall.clock",
                        fabric,
                        "mall.bandwidth",
                        "22B/cycle")))
        .memory();
  }

  private static MemoryCacheConfig cache(String compute, String fabric) {
    return side(compute, fabric).memoryCache().orElseThrow();
  }

  @Test
  void theMemorySideCacheKeepsItsRateAndLatencyWhenTheComputeClockFalls() {
    MemoryCacheConfig fast = cache("2100MHz", "2100MHz");
    MemoryCacheConfig slow = cache("1050MHz", "2100MHz");
    assertThat(fast.transfers().duration(BYTES)).isEqualTo(21_000);
    assertThat(slow.transfers().duration(BYTES)).isEqualTo(21_000 / 2);
    assertThat(slow.hitTicks()).isEqualTo(fast.hitTicks() / 2);
    assertThat(side("1050MHz", "2100MHz").l2().missTicks())
        .isEqualTo(side("2100MHz", "2100MHz").l2().missTicks() / 2);
  }

  @Test
  void theMemorySideCacheFollowsTheComputeClockIfItHasTheSame() {
    MemoryCacheConfig slow = cache("1050MHz", "1050MHz");
    MemoryCacheConfig fast = cache("2100MHz", "2100MHz");
    assertThat(slow.transfers()).isEqualTo(fast.transfers());
    assertThat(slow.hitTicks()).isEqualTo(fast.hitTicks());
  }
}
