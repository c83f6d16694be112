// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is kept of the accesses to a word, and what that finds. */
class OrderedWordsTest {
  private static final int ALL = 0xF;

  private final PartialOrder order = new PartialOrder(64);

  @BeforeEach
  void begin() {
    order.meet();
  }

  private static int tag(int lane, int instruction) {
    return lane << 16 | instruction;
  }

  @Test
  @DisplayName("a write is not forgotten for the read of the same work-item, in either order")
  void aWriteIsNotForgottenForTheReadOfTheSameWorkItem() {
    OrderedWords words = new OrderedWords(order);
    words.access(1, ALL, ShadowCells.READ, tag(0, 1));
    words.access(1, ALL, ShadowCells.WRITE, tag(0, 2));
    assertThat(words.access(1, ALL, ShadowCells.READ, tag(1, 3))).isEqualTo(tag(0, 2));
    words.access(2, ALL, ShadowCells.WRITE, tag(0, 4));
    words.access(2, ALL, ShadowCells.READ, tag(0, 5));
    assertThat(words.access(2, ALL, ShadowCells.READ, tag(1, 6))).isEqualTo(tag(0, 4));
  }

  @Test
  @DisplayName(
      "reads conflict with no reads, atomics with no atomics, atomic reads with writes only")
  void readsConflictWithNoReadsAtomicsWithNoAtomics() {
    OrderedWords words = new OrderedWords(order);
    int[] kinds = {
      ShadowCells.READ, ShadowCells.WRITE, ShadowCells.ATOMIC, ShadowCells.ATOMIC_READ
    };
    long key = 0;
    for (int first : kinds) {
      for (int second : kinds) {
        words.access(++key, ALL, first, tag(0, 1));
        assertThat(words.access(key, ALL, second, tag(1, 2)))
            .as("kind %d, then %d", first, second)
            .isEqualTo(AccessChecksPropertyTest.conflicting(first, second) ? tag(0, 1) : 0);
      }
    }
  }

  @Test
  @DisplayName("bytes of a word are apart, and each is remembered")
  void bytesOfAWordAreApart() {
    OrderedWords words = new OrderedWords(order);
    words.access(1, 0b0001, ShadowCells.WRITE, tag(0, 1));
    words.access(1, 0b0010, ShadowCells.WRITE, tag(0, 2));
    assertThat(words.access(1, 0b1100, ShadowCells.WRITE, tag(1, 3))).isZero();
    assertThat(words.access(1, 0b0001, ShadowCells.READ, tag(2, 4))).isEqualTo(tag(0, 1));
    assertThat(words.access(1, 0b0010, ShadowCells.READ, tag(2, 4))).isEqualTo(tag(0, 2));
    assertThat(words.access(1, 0b0110, ShadowCells.READ, tag(4, 5))).isEqualTo(tag(0, 2));
    assertThat(words.spread()).as("with work-items 0 and 1").isEqualTo(4 | 5);
  }

  @Test
  @DisplayName("the last access of a kind stands for those before it")
  void theLastAccessOfAKindStandsForThoseBeforeIt() {
    OrderedWords words = new OrderedWords(order);
    words.access(1, ALL, ShadowCells.WRITE, tag(0, 1));
    order.meet(0, 32);
    assertThat(words.access(1, ALL, ShadowCells.READ, tag(1, 2))).isZero();
    words.access(1, ALL, ShadowCells.WRITE, tag(0, 3));
    assertThat(words.access(1, ALL, ShadowCells.READ, tag(2, 4))).isEqualTo(tag(0, 3));
  }

  @Test
  @DisplayName("words that make room are counted")
  void wordsThatMakeRoomAreCounted() {
    OrderedWords words = new OrderedWords(order, 10 * OrderedWords.WORD_BYTES);
    for (int w = 0; w < 25; w++) {
      words.access(w, ALL, ShadowCells.WRITE, 1);
    }
    assertThat(words.forgotten()).isEqualTo(20);
    assertThat(words.access(24, ALL, ShadowCells.READ, tag(1, 2))).isEqualTo(1);
    assertThat(words.spread()).isEqualTo(1);
    assertThat(words.access(3, ALL, ShadowCells.READ, tag(1, 2))).isZero();
  }
}
