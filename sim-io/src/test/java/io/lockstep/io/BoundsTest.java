// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BoundsTest {
  @Property
  @Label("the nearest legal number is legal, and no other legal one is nearer")
  void theNearestLegalNumberIsLegalAndNoOtherLegalOneIsNearer(
      @ForAll @LongRange(min = -20, max = 140) long value,
      @ForAll @IntRange(min = -5, max = 60) int low,
      @ForAll @IntRange(min = 0, max = 70) int more,
      @ForAll boolean powerOfTwo) {
    Bounds bounds =
        powerOfTwo ? new Bounds(low, low + 64 + more, true) : Bounds.of(low, low + more);
    long nearest = bounds.nearest(value);
    assertThat(bounds.allow(nearest)).isTrue();
    for (long other = -30; other < 300; other++) {
      if (bounds.allow(other)) {
        assertThat(Math.abs(value - other)).isGreaterThanOrEqualTo(Math.abs(value - nearest));
      }
    }
  }

  @Property
  @Label("a legal number is its own nearest")
  void aLegalNumberIsItsOwnNearest(@ForAll long value) {
    assertThat(Bounds.of(Long.MIN_VALUE, Long.MAX_VALUE).nearest(value)).isEqualTo(value);
  }

  @Test
  @DisplayName("the largest numbers do not overflow")
  void theLargestNumbersDoNotOverflow() {
    assertThat(new Bounds(1, Long.MAX_VALUE, true).nearest(Long.MAX_VALUE)).isEqualTo(1L << 62);
    assertThat(Bounds.atLeast(1).nearest(new java.math.BigDecimal("1e30")))
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @DisplayName("what is expected names both bounds, or the only one")
  void whatIsExpectedNamesBothBoundsOrTheOnlyOne() {
    assertThat(Bounds.of(1, 256).expected()).isEqualTo("1 to 256");
    assertThat(Bounds.atLeast(1).expected()).isEqualTo("at least 1");
    assertThat(Bounds.of(1, 256).hint(300)).isEqualTo("; nearest legal: 256");
  }
}
