// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.spi.stats.Resource;
import org.junit.jupiter.api.Test;

/** Factors between a device of 30 units and one of 20, in words. */
class FactorWordsTest {
  private static final FactorWords WORDS =
      new FactorWords(
          new MadeUp("gtx280", 1000).subject("one"),
          null,
          new MadeUp("hd5870", 1000).subject("other"),
          null);

  @Test
  void unitsThatAreEquallyBusyAreAllUnits() {
    Factor factor = WORDS.units(1, 1);
    assertThat(factor.name()).isEqualTo("units");
    assertThat(factor.value()).isCloseTo(20 / 30.0, within(1e-12));
    assertThat(factor.sentence())
        .isEqualTo("units: 30 compute units on one, 20 compute units on other.");
  }

  @Test
  void unitsThatAreNotCountAsFewer() {
    Factor factor = WORDS.units(2, 1);
    assertThat(factor.name()).isEqualTo("units that work");
    assertThat(factor.value()).isCloseTo(20 / 15.0, within(1e-12));
    assertThat(factor.sentence())
        .isEqualTo(
            "units that work: as many as 15 of 30 compute units (the one with most work has 2"
                + " times the mean) on one, 20 compute units on other.");
    assertThat(WORDS.units(1, 4).name()).isEqualTo("units that work");
    assertThat(WORDS.units(1, 4).value()).isCloseTo(5 / 30.0, within(1e-12));
  }

  @Test
  void aClockIsInMegahertz() {
    assertThat(WORDS.clock(0.5).sentence())
        .isEqualTo("clock: cycles are counted at 1,296 MHz on one, 850 MHz on other.");
  }

  @Test
  void portsAreThoseOfAUnit() {
    double ticks = 30 * 1.296e9 / 1e12; // a port of each unit, a cycle each
    Roof mine = new Roof(Resource.PORT, "", "port sp", 0.5, 10, 2 * ticks, "cycles");
    Roof theirs = new Roof(Resource.PORT, "", "port alu", 0.5, 10, 20 * 850e6 / 1e12, "cycles");
    Factor factor = WORDS.each(mine, theirs, 0.5);
    assertThat(factor.name()).isEqualTo("ports a unit");
    assertThat(factor.sentence())
        .isEqualTo("ports a unit: a unit has 2 × port sp on one, 1 × port alu on other.");
    assertThat(factor.amounts()).isEqualTo(new Factor.Sides("1 alu", "2 sp"));
  }
}
