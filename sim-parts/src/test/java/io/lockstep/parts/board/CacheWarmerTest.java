// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.wave.GroupLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheWarmerTest {
  private static final int SIZE = 40;

  @Test
  void joinsTheAccessesOfAGroupToAdjacentBytes() {
    List<String> ranges = new ArrayList<>();
    new GroupLines()
        .each(
            ToyUnit.record(3, SIZE),
            ToyUnit.plan(4, SIZE, 1),
            (address, bytes, writes) -> ranges.add(address + " " + bytes + " " + writes));
    assertThat(ranges).containsExactly("480 160 false", (1 << 20) + 480 + " 160 true");
  }
}
