// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NeighboursTest {
  private record Access(long offset, long bytes) {}

  private static List<List<Long>> groups(int most, int gap, Access... accesses) {
    return Neighbours.groups(List.of(accesses), Access::offset, Access::bytes, most, gap).stream()
        .map(group -> group.stream().map(Access::offset).toList())
        .toList();
  }

  private static Access word(long offset) {
    return new Access(offset, 4);
  }

  @Test
  @DisplayName("groups adjacent words of a power of two, from the lowest offset on")
  void groupsAdjacentWordsOfAPowerOfTwoFromTheLowestOffsetOn() {
    assertThat(groups(4, 0, word(8), word(0), word(4), word(16))).containsExactly(List.of(0L, 4L));
    assertThat(groups(4, 0, word(12), word(8), word(0), word(4)))
        .containsExactly(List.of(0L, 4L, 8L, 12L));
    assertThat(groups(4, 0, word(0), new Access(4, 8), word(12)))
        .containsExactly(List.of(0L, 4L, 12L));
  }

  @Test
  @DisplayName("groups as many words as a span is allowed to have")
  void groupsAsManyWordsAsASpanIsAllowedToHave() {
    assertThat(ofSpans(List.of(1, 2, 3))).containsExactly(List.of(0L, 4L, 8L));
    assertThat(ofSpans(List.of(1, 2, 4))).containsExactly(List.of(0L, 4L));
    assertThat(ofSpans(List.of(1))).isEmpty();
  }

  private static List<List<Long>> ofSpans(List<Integer> spans) {
    return Neighbours.groups(List.of(0L, 4L, 8L), Long::longValue, a -> 4, spans, 0);
  }

  @Test
  @DisplayName("starts the next group behind the words of the last")
  void startsTheNextGroupBehindTheWordsOfTheLast() {
    assertThat(groups(2, 0, word(0), word(4), word(8), word(12), word(16)))
        .containsExactly(List.of(0L, 4L), List.of(8L, 12L));
  }

  @Test
  @DisplayName("a single access and accesses of the same words are no group")
  void aSingleAccessAndAccessesOfTheSameWordsAreNoGroup() {
    assertThat(groups(4, 0, word(0))).isEmpty();
    assertThat(groups(4, 3, word(0), word(0))).isEmpty();
    assertThat(groups(4, 0, word(0), word(5))).isEmpty();
    assertThat(groups(1, 0, word(0), word(4))).isEmpty();
  }

  @Test
  @DisplayName("bridges gaps up to the limit")
  void bridgesGapsUpToTheLimit() {
    assertThat(groups(4, 3, word(0), new Access(7, 1))).containsExactly(List.of(0L, 7L));
    assertThat(groups(4, 3, word(0), new Access(8, 4))).isEmpty();
    assertThat(groups(4, 4, word(0), new Access(8, 5))).containsExactly(List.of(0L, 8L));
  }
}
