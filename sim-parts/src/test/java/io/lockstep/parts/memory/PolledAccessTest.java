// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PolledAccessTest {
  private final WordChanges words = new WordChanges();
  private final PolledAccess access = new PolledAccess();

  @Test
  void aPollIsRefusedUntilItsWordHasBeenChangedOftenEnough() {
    poll(3, 0x100, 7, 2, false);
    assertThat(refused(0x100, 4, 10)).isEqualTo(1 << 3);
    change(7, 10);
    poll(3, 0x100, 7, 2, false);
    assertThat(refused(0x100, 4, 11)).isEqualTo(1 << 3);
    change(7, 12);
    poll(3, 0x100, 7, 2, false);
    assertThat(refused(0x100, 4, 12)).isZero();
    assertThat(words.polls()).isEqualTo(3);
    assertThat(words.failed()).isEqualTo(2);
  }

  @Test
  void aChangeThatIsBookedForLaterIsNotSeenBefore() {
    change(0, 50);
    words.now(20);
    assertThat(words.performed(0, 20)).isZero();
    assertThat(words.performed(0, 50)).isEqualTo(1);
    words.now(50);
    assertThat(words.performed(0, 50)).isEqualTo(1);
    assertThat(words.hasDue()).isFalse();
  }

  @Test
  void anExchangeChangesItsWordOnlyWhenItIsAnswered() {
    poll(0, 0x100, 1, 1, true);
    refused(0x100, 4, 5);
    assertThat(words.performed(1, 5)).isZero();
    change(1, 6);
    poll(0, 0x100, 1, 1, true);
    assertThat(refused(0x100, 4, 7)).isZero();
    assertThat(words.performed(1, 7)).isEqualTo(2);
  }

  @Test
  void lanesAreJudgedByTheRequestThatBringsTheirBytes() {
    change(1, 1);
    poll(0, 0x100, 1, 1, false);
    access.add(1, 0x200, 2, 1, false);
    access.serve(0x100, 64, 2, words);
    access.serve(0x200, 64, 3, words);
    assertThat(access.refused()).isEqualTo(2);
  }

  @Test
  void bothHalvesOfAnAccessOfEightBytesMustHaveBeenChanged() {
    change(1, 1);
    poll(0, 0x100, 1, 1, false);
    access.add(0, 0x100, 2, 1, false);
    assertThat(refused(0x100, 8, 2)).isEqualTo(1);
    change(2, 3);
    poll(0, 0x100, 1, 1, false);
    access.add(0, 0x100, 2, 1, false);
    assertThat(refused(0x100, 8, 4)).isZero();
  }

  @Test
  void aLaneIsServedOnceHoweverManyMessagesItsPlaceTakes() {
    access.clear();
    access.add(0, 0x100, 4, 0, true);
    access.add(1, 0x100, 4, 0, true);
    access.serve(0x100, 4, 1, words);
    access.serve(0x100, 4, 2, words);
    assertThat(words.performed(4, 2)).isEqualTo(2);
    assertThat(words.polls()).isZero();
  }

  @Test
  void aLaneThatNoRequestCameForIsRefused() {
    poll(5, 0x100, 1, 0, false);
    access.add(6, 0x900, 1, 1, false);
    assertThat(refused(0x100, 4, 1)).isEqualTo(1L << 6);
  }

  private void poll(int lane, long address, int word, int needed, boolean change) {
    access.clear();
    access.add(lane, address, word, needed, change);
  }

  private long refused(long from, int bytes, long tick) {
    words.now(tick);
    access.serve(from, bytes, tick, words);
    return access.refused();
  }

  private void change(int word, long tick) {
    words.change(word, tick);
  }
}
