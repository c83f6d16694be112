// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ActiveLanesTest {
  /** With any percentage of active work-items, so that short and long ranges occur. */
  @Property(tries = 500)
  void rangesAreTheMaximalOnesOfTheMask(
      @ForAll @IntRange(min = 1, max = 300) int size,
      @ForAll @IntRange(max = 100) int percent,
      @ForAll long seed) {
    Random random = new Random(seed);
    ActiveLanes lanes = new ActiveLanes(size);
    List<Integer> active = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (random.nextInt(100) < percent) {
        lanes.mask[i >>> 6] |= 1L << i;
        active.add(i);
      }
    }
    lanes.update(7);
    List<Integer> listed = new ArrayList<>();
    int last = -2;
    for (int r = 0; r < lanes.ranges(); r++) {
      assertThat(lanes.low[r]).isGreaterThan(last + 1);
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        listed.add(i);
      }
      last = lanes.high[r] - 1;
    }
    assertThat(listed).isEqualTo(active);
    assertThat(lanes.count).isEqualTo(active.size());
    assertThat(lanes.version).isEqualTo(7);
    if (!active.isEmpty()) {
      assertThat(lanes.first()).isEqualTo(active.get(0));
      assertThat(lanes.end()).isEqualTo(active.get(active.size() - 1) + 1);
    }
  }
}
