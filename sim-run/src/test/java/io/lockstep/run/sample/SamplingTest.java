// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingTest {
  @Test
  void readsErrorAndBudgetInAnyOrder() {
    Sampling s = Sampling.parse("budget=10s,error=2.50%");
    assertEquals(0.025, s.error(), 1e-12);
    assertEquals(10 * Sampling.EVENTS_PER_SECOND, s.budget());
    assertEquals("error=2.5%,budget=10s", s.text());
    assertTrue(s.isWanted());
  }

  @Test
  void hasNoBudgetByDefault() {
    Sampling s = Sampling.parse("error=50%");
    assertEquals(Sampling.UNLIMITED, s.budget());
    assertTrue(s.allows(Long.MAX_VALUE / 4, Long.MAX_VALUE / 2));
    assertFalse(Sampling.NONE.isWanted());
  }

  @Test
  void beginsWithFewerWindowsWhereAWideIntervalIsAccepted() {
    assertEquals(8, Sampling.parse("error=4.9%").windows());
    assertEquals(6, Sampling.parse("error=5%").windows());
    assertEquals(12, Sampling.parse("error=5%").denser().windows());
    assertTrue(Sampling.parse("error=5%").isFirst());
    assertFalse(Sampling.parse("error=5%").denser().isFirst());
  }

  @Test
  void allowsAPassOfTwiceTheLastEventsWithinTheBudget() {
    Sampling s = Sampling.parse("error=2%,budget=1ms");
    long all = s.budget();
    assertTrue(s.allows(all / 4, all / 2));
    assertFalse(s.allows(all / 4 + 1, all / 2));
  }

  @Test
  void rereadsItsOwnText() {
    Sampling s = Sampling.parse("error=0.1%,budget=90m");
    assertEquals(s, Sampling.parse(s.text()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "error=0% | error: expected more than 0% and at most 50%, for example 2%, found '0%'",
        "error=-1% | error: expected more than 0% and at most 50%, for example 2%, found '-1%'",
        "error=50.1% | error: expected more than 0% and at most 50%, for example 2%, found '50.1%'",
        "error=2 | error: expected more than 0% and at most 50%, for example 2%, found '2'",
        "error= | error: expected more than 0% and at most 50%, for example 2%, found ''",
        "error=2%,budget=10 | budget: expected a number above 0 and ms, s, m or h, for example 10s,"
            + " found '10'",
        "error=2%,budget=0s | budget: expected a number above 0 and ms, s, m or h, for example 10s,"
            + " found '0s'",
        "budget=10s | expected error=2%[,budget=10s], found no error",
        "error=2%,error=3% | 'error' is given twice",
        "eror=2% | expected error=2%[,budget=10s], found 'eror=2%'; did you mean 'error'?",
        "2% | expected error=2%[,budget=10s], found '2%'",
        "error=2%, | expected error=2%[,budget=10s], found ''"
      })
  void rejectsOtherTexts(String text, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Sampling.parse(text.strip()));
    assertEquals(message, e.getMessage());
  }
}
