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
    assertThat(lists.last(1)).isEqualTo(2);
    int port = lists.take(1);
    assertThat(port).isEqualTo(4);
    port = lists.letGo(port);
    assertThat(port).isZero();
    assertThat(lists.blockedOn(4)).isEqualTo(WaitLists.NONE);
    assertThat(lists.blockedOn(0)).isEqualTo(1);
  }

  @Test
  @DisplayName("the rest of a queue goes back behind the port that waits again, in its order")
  void putBack() {
    lists.block(4, 1);
    lists.block(0, 1);
    lists.block(2, 1);
    int last = lists.last(1);
    int rest = lists.letGo(lists.take(1));
    lists.block(4, 1);
    lists.putBack(1, rest, last);
    lists.block(3, 1);
    int port = lists.take(1);
    StringBuilder seen = new StringBuilder();
    while (port != WaitLists.NONE) {
      seen.append(port);
      port = lists.letGo(port);
    }
    assertThat(seen).hasToString("4023");
    assertThat(lists.blocked()).isZero();
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
