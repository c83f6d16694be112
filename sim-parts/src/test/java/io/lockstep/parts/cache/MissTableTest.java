// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MissTableTest {
  @Test
  void laterMissesOfAUnitJoinTheFirstAndAreServedInOrder() {
    MissTable table = new MissTable(2, 4);
    table.await(64, 10);
    table.await(64, 11);
    table.await(64, 12);
    assertThat(chain(table, 64)).containsExactly(10, 11, 12);
    assertThat(table.outstanding()).isZero();
    assertThat(table.freeWaiters()).isEqualTo(4);
    assertThat(table.release(64)).isEqualTo(-1);
  }

  @Test
  void entriesAndWaitersAreBounded() {
    MissTable table = new MissTable(2, 2);
    table.await(0, 1);
    table.await(64, 2);
    assertThat(table.freeWaiters()).isZero();
    assertThat(table.freeEntries()).isZero();
    assertThatThrownBy(() -> table.await(128, 3)).hasMessageContaining("80");
    assertThatThrownBy(() -> table.await(64, 3)).hasMessageContaining("40");
    assertThatThrownBy(() -> new MissTable(4, 3)).hasMessageContaining("3 waiters");
  }

  private static List<Integer> chain(MissTable table, long unit) {
    List<Integer> references = new ArrayList<>();
    for (int node = table.release(unit); node >= 0; ) {
      references.add(table.reference(node));
      node = table.following(node);
    }
    return references;
  }

  @Test
  void unitsOfOneSizeHaveAddressesOf48Bits() {
    MissTable table = MissTable.ofUnits(2, 4, 64);
    long last = (1L << 48) - 64;
    table.await(last, 7);
    table.await(0, Integer.MIN_VALUE);
    assertThat(table.holds(last + (1L << 48))).isFalse();
    assertThat(chain(table, last)).containsExactly(7);
    assertThatThrownBy(() -> table.await(1L << 48, 1))
        .hasMessage("1000000000000 is not an address of a unit");
    assertThatThrownBy(() -> new MissTable(2, 2).await(-64, 1))
        .isInstanceOf(IllegalArgumentException.class);
    new MissTable(2, 2).await(1L << 48, 1);
  }

  @Test
  void asManyMayWaitAsAnybodyAsksFor() {
    int waiters = 1 << 17; // more than there is room for beside a number of 48 bits
    MissTable table = MissTable.ofUnits(1, waiters, 1);
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < waiters; i++) {
      table.await(3, i);
      expected.add(i);
    }
    assertThat(table.freeWaiters()).isZero();
    assertThat(chain(table, 3)).isEqualTo(expected);
  }

  /** Small references, and such as do not fit into a slot; tables of one word a slot and of two. */
  @Property(tries = 300)
  void agreesWithAMapOfLists(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int entries,
      @ForAll boolean ofUnits,
      @ForAll @IntRange(min = 0, max = 3) int large) {
    int waiters = 2 * entries;
    MissTable table = table(entries, waiters, ofUnits);
    Map<Long, List<Integer>> reference = new HashMap<>();
    Random random = new Random(seed);
    int waiting = 0;
    for (int i = 0; i < 500; i++) {
      int who = random.nextInt(4) < large ? random.nextInt() : i;
      long unit = 32L * random.nextInt(4 * entries) + (random.nextBoolean() ? 1L << 47 : 0);
      List<Integer> chain = reference.get(unit);
      assertThat(table.holds(unit)).isEqualTo(chain != null);
      if (random.nextInt(3) == 0) {
        List<Integer> found = chain(table, unit);
        assertThat(found).isEqualTo(chain == null ? List.of() : chain);
        waiting -= found.size();
        reference.remove(unit);
      } else if (waiting < waiters && (chain != null || reference.size() < entries)) {
        assertThat(table.await(unit, who)).isEqualTo(chain == null);
        reference.computeIfAbsent(unit, u -> new ArrayList<>()).add(who);
        waiting++;
      }
      assertThat(table.outstanding()).isEqualTo(reference.size());
      assertThat(table.freeWaiters()).isEqualTo(waiters - waiting);
    }
  }

  private static MissTable table(int entries, int waiters, boolean ofUnits) {
    return ofUnits ? MissTable.ofUnits(entries, waiters, 32) : new MissTable(entries, waiters);
  }
}
