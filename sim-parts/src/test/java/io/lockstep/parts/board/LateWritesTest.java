// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LateWritesTest {
  private final List<Long> passed = new ArrayList<>();
  private final LateWrites writes =
      new LateWrites(
          (unit, address, bytes) -> {
            assertThat(bytes).isEqualTo(address + 1);
            assertThat(unit).isEqualTo(address % 7);
            passed.add(address);
          },
          5000);

  private void add(long address) {
    writes.add((int) (address % 7), address, address + 1);
  }

  @Test
  void aGroupWritesWhenAsManyOthersHaveBegunAsAreResident() {
    for (int g = 0; g < 5; g++) {
      add(10 * g);
      add(10 * g + 1);
      writes.ends(2);
    }
    assertThat(passed).containsExactly(0L, 1L, 10L, 11L, 20L, 21L);
    writes.pass();
    assertThat(passed).endsWith(30L, 31L, 40L, 41L).hasSize(10);
  }

  @Test
  void holdsABoundedNumberOfWrites() {
    for (int w = 0; w < 6000; w++) {
      add(w);
    }
    assertThat(passed).hasSize(1000).startsWith(0L).endsWith(999L);
    writes.ends(1);
    assertThat(passed).hasSize(1001);
    writes.pass();
    assertThat(passed).hasSize(6000).endsWith(5999L);
  }

  @Test
  void holdsManyWritesInOrder() {
    for (int g = 0; g < 100; g++) {
      for (int w = 0; w < 9 + g; w++) {
        add(1000 * g + w);
      }
      writes.ends(30);
    }
    writes.pass();
    long[] all =
        LongStream.range(0, 100)
            .flatMap(g -> LongStream.range(1000 * g, 1000 * g + 9 + g))
            .toArray();
    assertThat(passed.stream().mapToLong(Long::longValue))
        .containsExactly(LongStream.of(all).boxed().toArray(Long[]::new));
  }
}
