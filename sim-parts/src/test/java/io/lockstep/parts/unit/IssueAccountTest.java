// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class IssueAccountTest {

  @Test
  void everyTickBelongsToOneCause() {
    IssueAccount account = new IssueAccount(2, TestCause.SCHEME);
    account.advance(0, 4, 0); // issued for 4
    account.advance(0, 10, 1); // then waited
    account.change(1, 6, 1); // idle to 6, then memory
    long[] by = new long[4];
    account.report(10, by);
    assertThat(by).containsExactly(4, 6 + 4, 0, 6);
    account.check(10);
    account.state(0, 1);
    assertThat(account.until(0)).isEqualTo(10);
    assertThat(account.scheme()).isEqualTo(TestCause.SCHEME);
  }

  @Test
  void anIssueThatReachesBeyondAReportCountsInTheNext() {
    IssueAccount account = new IssueAccount(1, TestCause.SCHEME);
    account.advance(0, 8, 3);
    account.advance(0, 12, 0);
    long[] by = new long[4];
    account.report(10, by);
    assertThat(by).containsExactly(2, 0, 0, 8);
    account.check(10);
    account.reset(10);
    by = new long[4];
    account.report(20, by);
    assertThat(by).containsExactly(2, 0, 0, 8);
    account.check(20);
  }

  @Test
  void anAccountThatDoesNotAddUpIsFound() {
    IssueAccount account = new IssueAccount(1, TestCause.SCHEME);
    account.advance(0, 100, 0);
    account.advance(0, 130, 1);
    assertThatThrownBy(() -> account.check(50)).hasMessageContaining("issue.memory");
  }

  @Property(tries = 100)
  void causesAddUpHoweverTimeIsSpent(@ForAll long seed) {
    Random random = new Random(seed);
    IssueAccount account = new IssueAccount(3, TestCause.SCHEME);
    long tick = 0;
    for (int i = 0; i < 200; i++) {
      int port = random.nextInt(3);
      switch (random.nextInt(4)) {
        case 0 -> account.change(port, tick, random.nextInt(4));
        case 1 -> account.state(port, random.nextInt(4));
        case 2 -> {
          account.advance(port, tick, random.nextInt(4));
          account.advance(port, tick + 4, 0);
          tick += 4;
        }
        default -> tick += random.nextInt(9);
      }
      account.check(tick);
      if (random.nextInt(20) == 0) {
        account.reset(tick);
      }
    }
  }
}
