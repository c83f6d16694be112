// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaitListsTest {
  private final WaitLists lists = new WaitLists(3);

  WaitListsTest() {
    for (int port = 0; port < 5; port++) {
      lists.addPort();
    }
  }

  @Test
  @DisplayName("ports go on in the order in which they came to wait")
  void portsGoOnInTheOrderInWhichTheyCameToWait() {
    lists.block(4, 1);
    lists.block(0, 1);
    lists.block(2, 1);
    assertThat(lists.blocked()).isEqualTo(3);
    assertThat(lists.take(1)).isEqualTo(4);
    assertThat(lists.blockedOn(4)).isEqualTo(WaitLists.NONE);
    assertThat(lists.blockedOn(0)).isEqualTo(1);
    assertThat(rest(1)).isEqualTo("02");
  }

  @Test
  @DisplayName("a port served once waits behind the others, a port taken in vain before them")
  void placeOfAPortThatWaitsAgain() {
    lists.block(4, 1);
    lists.block(0, 1);
    lists.block(2, 1);
    lists.block(lists.take(1), 1);
    lists.blockFirst(lists.take(1), 1);
    lists.block(3, 1);
    assertThat(rest(1)).isEqualTo("0243");
    assertThat(lists.blocked()).isZero();
    assertThat(lists.isAwaited(1)).isFalse();
    lists.blockFirst(2, 1);
    lists.block(1, 1);
    assertThat(rest(1)).isEqualTo("21");
  }

  private String rest(int resource) {
    StringBuilder seen = new StringBuilder();
    while (lists.isAwaited(resource)) {
      seen.append(lists.take(resource));
    }
    return seen.toString();
  }

  @Test
  @DisplayName("a resource is free once however often it is freed, and only if somebody waits")
  void aResourceIsFreeOnceHoweverOftenItIsFreed() {
    lists.free(0);
    assertThat(lists.takeFreed()).isEqualTo(WaitLists.NONE);
    lists.block(1, 2);
    lists.block(3, 0);
    lists.free(2);
    lists.free(0);
    lists.free(2);
    assertThat(lists.takeFreed()).isEqualTo(2);
    assertThat(lists.takeFreed()).isZero();
    assertThat(lists.takeFreed()).isEqualTo(WaitLists.NONE);
  }
}
