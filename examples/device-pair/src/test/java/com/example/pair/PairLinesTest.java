package com.example.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.parts.access.Access;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairLinesTest {
  /** Transactions of sixteen lanes, so many bytes apart. */
  private static List<Long> lines(long origin, long stride) {
    Access access = new Access();
    access.setAffine(0xffff, 16, 4, origin, stride);
    List<Long> lines = new ArrayList<>();
    new PairLines().coalesce(access, (address, bytes) -> lines.add(address));
    return lines;
  }

  @Test
  void sixteenNeighbouringWordsAreOneLine() {
    assertEquals(List.of(0x1000L), lines(0x1000, 4));
  }

  @Test
  void offByOneWordTheyAreTwo() {
    assertEquals(List.of(0x1000L, 0x1040L), lines(0x1004, 4));
  }

  @Test
  void lanesALineApartHaveALineEach() {
    assertEquals(16, lines(0x1000, 64).size());
  }
}
