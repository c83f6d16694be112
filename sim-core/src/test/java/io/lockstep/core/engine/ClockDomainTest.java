// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Edges lie exactly at ceil(k·p/q), however late. */
class ClockDomainTest {
  @Property(tries = 500)
  void exactAtAnyEdge(
      @ForAll @LongRange(min = 1, max = 3_000_000_000L) long clock,
      @ForAll @LongRange(min = 0, max = 2_000_000_000L) long faster,
      @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long edge) {
    long ticks = Math.min(3_000_000_000L, clock + faster);
    if (clock < 1_000) { // a slow clock's trillionth edge lies beyond 64 bits
      edge %= 1_000_000;
    }
    ClockDomain domain = ClockDomain.of(clock, ticks);
    BigInteger product = BigInteger.valueOf(edge).multiply(BigInteger.valueOf(ticks));
    BigInteger[] exact = product.divideAndRemainder(BigInteger.valueOf(clock));
    long ceiling = exact[0].longValueExact() + exact[1].signum();
    assertThat(domain.tick(edge)).isEqualTo(ceiling);
    assertThat(domain.edgeAtOrAfter(ceiling)).isEqualTo(edge);
    assertThat(domain.edgesUntil(ceiling)).isEqualTo(edge);
    assertThat(domain.edgeAtOrAfter(ceiling + 1)).isEqualTo(edge + 1);
    if (ceiling > 0) {
      assertThat(domain.edgesUntil(ceiling - 1)).isEqualTo(edge - 1);
    }
    assertThat(domain.after(ceiling, 3)).isEqualTo(domain.tick(edge + 3));
  }

  @Test
  @DisplayName("850 MHz in ticks of 1200 MHz: edges at 0, 2, 3, 5, 6, 8 …, the 17th at 24")
  void aClockOf850MhzIsCountedInTicksOf1200Mhz() {
    ClockDomain core = ClockDomain.of(850_000_000, 1_200_000_000);
    long[] edges = new long[6];
    for (int k = 0; k < edges.length; k++) {
      edges[k] = core.tick(k);
    }
    assertThat(edges).containsExactly(0, 2, 3, 5, 6, 8);
    assertThat(core.tick(17)).isEqualTo(24);
    assertThat(core.edgeAtOrAfter(-5)).isZero();
    assertThat(core).hasToString("850000000 Hz, 17/24 of the tick");
    assertThat(core.hertz()).isEqualTo(850_000_000);
  }

  @Test
  @DisplayName("the fastest clock is the tick")
  void theFastestClockIsTheTick() {
    ClockDomain tick = ClockDomain.of(1_000, 1_000);
    assertThat(tick.tick(77)).isEqualTo(77);
    assertThat(tick.edgesUntil(77)).isEqualTo(77);
    assertThat(tick.edgeAtOrAfter(77)).isEqualTo(77);
    assertThat(tick.after(77, 2)).isEqualTo(79);
  }

  @Test
  void clocksFasterThanTheTickStandingOrTooFineAreRefused() {
    assertThatThrownBy(() -> ClockDomain.of(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ClockDomain.of(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ClockDomain.of(8_000_000_011L, 8_000_000_033L))
        .hasMessageContaining("too fine");
  }
}
