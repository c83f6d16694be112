// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.stats.RowTicks;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Rows of the code beside the causes of issue ports' time. */
class RowAccountTest {
  private static final int ISSUED = 0;
  private static final int MEMORY = 1;
  private static final int NONE = TestCause.NONE.ordinal();
  private static final int CAUSES = TestCause.values().length;

  private static IssueAccount account(int ports) {
    IssueAccount account = new IssueAccount(ports, TestCause.SCHEME);
    account.byRow(true);
    return account;
  }

  private static RowTicks rows(IssueAccount account, int rows, long tick) {
    RowTicks ticks = new RowTicks(rows, CAUSES);
    account.report(tick, ticks);
    return ticks;
  }

  @Test
  void anIntervalCountsToItsRowAndWhatIsOpenToThatOfTheState() {
    IssueAccount account = account(1);
    account.beginRows(3, 10);
    account.change(0, 14, MEMORY, 2); // nobody to 14
    account.change(0, 20, ISSUED, 1);
    account.advance(0, 24, ISSUED, 1);
    account.state(0, MEMORY, 0);
    RowTicks ticks = rows(account, 3, 30);
    assertThat(ticks.get(RowTicks.NONE, NONE)).isEqualTo(4);
    assertThat(ticks.get(2, MEMORY)).isEqualTo(6);
    assertThat(ticks.get(1, ISSUED)).isEqualTo(4);
    assertThat(ticks.get(0, MEMORY)).isEqualTo(6);
  }

  @Test
  void whatReachesBeyondTheEndOrIntoALaunchCountsOnItsSideOfTheEdge() {
    IssueAccount account = account(1);
    account.beginRows(1, 0);
    account.advance(0, 8, ISSUED, 0);
    assertThat(rows(account, 1, 5).get(0, ISSUED)).isEqualTo(5);
    account.beginRows(1, 6);
    assertThat(rows(account, 1, 8).get(0, ISSUED)).isZero(); // that row was another launch's
    assertThat(rows(account, 1, 8).get(RowTicks.UNTOLD, ISSUED)).isEqualTo(2);
  }

  @Test
  void timeOfAModelThatNamesNoRowIsNotAttributedAndIdleTimeIsNobodys() {
    IssueAccount account = account(1);
    account.beginRows(0, 0);
    account.advance(0, 4, NONE);
    account.advance(0, 7, MEMORY);
    account.change(0, 9, ISSUED);
    RowTicks ticks = rows(account, 0, 12);
    assertThat(ticks.get(RowTicks.NONE, NONE)).isEqualTo(6); // 4, and the state until 9
    assertThat(ticks.get(RowTicks.UNTOLD, MEMORY)).isEqualTo(3);
    assertThat(ticks.get(RowTicks.UNTOLD, ISSUED)).isEqualTo(3);
  }

  @Property(tries = 200)
  void rowsAddUpToTheAccountCauseByCauseInEveryLaunch(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int ports) {
    Random random = new Random(seed);
    IssueAccount account = account(ports);
    IssueAccount plain = new IssueAccount(ports, TestCause.SCHEME);
    long tick = 0;
    long begun = 0;
    int rows = 3;
    account.beginRows(rows, 0);
    long[] before = new long[CAUSES];
    for (int i = 0; i < 300; i++) {
      int port = random.nextInt(ports);
      int cause = random.nextInt(CAUSES);
      int row = random.nextInt(rows + 2) - 2;
      switch (random.nextInt(4)) {
        case 0 -> {
          account.change(port, tick, cause, row);
          plain.change(port, tick, cause);
        }
        case 1 -> {
          account.change(port, tick, ISSUED, row);
          account.state(port, cause, row); // no time has passed since
          plain.change(port, tick, ISSUED);
          plain.state(port, cause);
        }
        case 2 -> {
          account.change(port, tick, cause, row);
          account.advance(port, tick + 4, cause, row);
          plain.change(port, tick, cause);
          plain.advance(port, tick + 4, cause);
        }
        default -> tick += random.nextInt(9);
      }
      long[] now = new long[CAUSES];
      account.report(tick, now);
      long[] same = new long[CAUSES];
      plain.report(tick, same);
      assertThat(now).isEqualTo(same);
      RowTicks ticks = rows(account, rows, tick);
      long all = 0;
      for (int c = 0; c < CAUSES; c++) {
        long sum = 0;
        for (int r = RowTicks.UNTOLD; r < rows; r++) {
          sum += ticks.get(r, c);
        }
        assertThat(sum).as("cause %d", c).isEqualTo(now[c] - before[c]);
        all += sum;
      }
      assertThat(all).isEqualTo((tick - begun) * ports);
      if (random.nextInt(40) == 0) {
        rows = random.nextInt(5);
        account.beginRows(rows, tick);
        before = now;
        begun = tick;
      }
    }
  }
}
