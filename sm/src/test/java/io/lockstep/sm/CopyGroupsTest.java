// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Groups of copies of a warp beside a neighbour. */
class CopyGroupsTest {
  private static final int WARP = 1;

  private final CopyGroups groups = new CopyGroups(3);

  @Test
  void aWaitIsForAllGroupsButTheLatest() {
    groups.ends(WARP, 100);
    groups.commit(WARP);
    groups.ends(WARP, 70);
    groups.commit(WARP);
    groups.ends(WARP, 300);
    groups.commit(WARP);
    assertThat(groups.done(WARP, 0)).isEqualTo(300);
    assertThat(groups.done(WARP, 1)).isEqualTo(100);
    assertThat(groups.done(WARP, 2)).isEqualTo(100);
    assertThat(groups.done(WARP, 3)).isZero();
    assertThat(groups.done(WARP, Integer.MAX_VALUE)).isZero();
    assertThat(groups.done(0, 0)).isZero();
    assertThat(groups.done(2, 0)).isZero();
  }

  @Test
  void aWaitIsNotForCopiesWithoutACommit() {
    groups.ends(WARP, 500);
    assertThat(groups.done(WARP, 0)).isZero();
    groups.commit(WARP);
    assertThat(groups.done(WARP, 0)).isEqualTo(500);
  }

  @Test
  void theEndOfAGroupIsUnknownUntilItsLastCopyHasArrived() {
    int place = groups.open(WARP);
    groups.awaits(WARP);
    groups.awaits(WARP);
    groups.commit(WARP);
    groups.awaits(WARP);
    groups.commit(WARP);
    groups.arrived(WARP, place, 90);
    assertThat(groups.done(WARP, 1)).isEqualTo(WarpTable.NEVER);
    groups.arrived(WARP, place, 80);
    assertThat(groups.done(WARP, 1)).isEqualTo(90);
    assertThat(groups.done(WARP, 0)).isEqualTo(WarpTable.NEVER);
  }

  @Test
  void aCommitWaitsForThePlaceOfTheOldestGroup() {
    groups.ends(WARP, 40);
    int place = groups.open(WARP);
    groups.awaits(WARP);
    groups.commit(WARP);
    for (int k = 2; k < CopyGroups.MOST; k++) {
      assertThat(groups.room(WARP)).isZero();
      groups.commit(WARP);
    }
    assertThat(groups.room(WARP)).isEqualTo(WarpTable.NEVER);
    groups.arrived(WARP, place, 60);
    assertThat(groups.room(WARP)).isEqualTo(60);
    groups.commit(WARP);
    assertThat(groups.done(WARP, 0)).isZero();
  }

  @Test
  void anArrivalIsForTheCopiesBeforeItAndJoinsNoCommit() {
    int first = groups.open(WARP);
    groups.awaits(WARP);
    int end = groups.arrive(WARP);
    groups.awaits(WARP);
    assertThat(groups.doneBefore(WARP, end)).isEqualTo(WarpTable.NEVER);
    groups.arrived(WARP, first, 50);
    assertThat(groups.doneBefore(WARP, end)).isEqualTo(50);
    groups.commit(WARP);
    assertThat(groups.done(WARP, 0)).isEqualTo(WarpTable.NEVER);
    assertThat(groups.done(WARP, 1)).isZero();
  }

  @Test
  void arrivalsWithoutCopiesBetweenThemTakeNoPlace() {
    groups.ends(WARP, 9);
    for (int k = 0; k < 3 * CopyGroups.MOST; k++) {
      assertThat(groups.doneBefore(WARP, groups.arrive(WARP))).isEqualTo(9);
    }
  }

  @Test
  void aWaitCoversTheGroupsThatArrivalsHaveClosedBeforeItsCommit() {
    groups.ends(WARP, 100);
    groups.arrive(WARP);
    groups.ends(WARP, 70);
    groups.commit(WARP);
    groups.ends(WARP, 300);
    groups.commit(WARP);
    assertThat(groups.done(WARP, 1)).isEqualTo(100);
    assertThat(groups.done(WARP, 0)).isEqualTo(300);
  }

  @Test
  void aNewWarpHasNoGroups() {
    groups.awaits(WARP);
    groups.commit(WARP);
    groups.started(WARP);
    assertThat(groups.done(WARP, 0)).isZero();
    assertThat(groups.room(WARP)).isZero();
  }
}
