// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LineSetTest {
  @Property(tries = 50)
  @Label("counts each line once")
  void countsEachLineOnce(@ForAll long seed) {
    Random random = new Random(seed);
    LineSet lines = new LineSet(1L << 30);
    Set<Long> expected = new HashSet<>();
    for (int i = 0; i < 2000; i++) {
      long address = random.nextInt(4) == 0 ? random.nextInt(1 << 30) : random.nextInt(1 << 14);
      lines.touch(address);
      expected.add(address / 128);
    }
    assertThat(lines.count()).isEqualTo(expected.size());
    assertThat(lines.isExact()).isTrue();
  }

  @Test
  @DisplayName("beyond its pages it says that there are more")
  void beyondItsPagesItSaysThatThereAreMore() {
    LineSet lines = new LineSet(1L << 30, 2);
    for (long page = 0; page < 5; page++) {
      lines.touch(page << 23);
      lines.touch((page << 23) + 128);
    }
    assertThat(lines.count()).isEqualTo(4);
    assertThat(lines.isExact()).isFalse();
  }
}
