package com.example.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import org.junit.jupiter.api.Test;

class PairBanksTest {
  /** Clocks of sixteen banks for sixteen lanes, so many bytes apart. */
  private static int clocks(long stride) {
    Access access = new Access();
    access.setAffine(0xffff, 16, 4, 0, stride);
    return new PairBanks(16).clocks(access, Operation.LOAD);
  }

  @Test
  void neighbouringWordsLieInABankEach() {
    assertEquals(1, clocks(4));
  }

  @Test
  void oneWordIsReadOnceForAllLanes() {
    assertEquals(1, clocks(0));
  }

  @Test
  void twoWordsApartTwoLanesShareABank() {
    assertEquals(2, clocks(8));
  }

  @Test
  void sixteenWordsApartAllLanesDo() {
    assertEquals(16, clocks(64));
  }
}
