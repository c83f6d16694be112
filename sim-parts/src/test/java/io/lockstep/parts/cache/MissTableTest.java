package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
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
    table.allocate(64, 10);
    table.join(64, 11);
    table.join(64, 12);
    assertThat(chain(table, 64)).containsExactly(10, 11, 12);
    assertThat(table.outstanding()).isZero();
    assertThat(table.freeWaiters()).isEqualTo(4);
    assertThat(table.release(64)).isEqualTo(-1);
  }

  @Test
  void entriesAndWaitersAreBounded() {
    MissTable table = new MissTable(2, 2);
    table.allocate(0, 1);
    assertThat(table.hasEntry()).isTrue();
    table.allocate(64, 2);
    assertThat(table.hasEntry()).isFalse();
    assertThat(table.hasWaiter()).isFalse();
    assertThat(table.freeEntries()).isZero();
    assertThatThrownBy(() -> table.allocate(128, 3)).hasMessageContaining("80");
    assertThatThrownBy(() -> table.join(64, 3)).hasMessageContaining("40");
    assertThatThrownBy(() -> table.join(4096, 3)).isInstanceOf(IllegalStateException.class);
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

  @Property(tries = 200)
  void agreesWithAMapOfLists(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int entries) {
    MissTable table = new MissTable(entries, 2 * entries);
    Map<Long, List<Integer>> reference = new HashMap<>();
    Random random = new Random(seed);
    int waiting = 0;
    for (int i = 0; i < 500; i++) {
      if (i == 250) {
        StateWriter out = new StateWriter();
        table.save(out);
        table = new MissTable(entries, 2 * entries);
        table.load(new StateReader(out.toBytes()));
      }
      long unit = 32L * random.nextInt(4 * entries);
      List<Integer> chain = reference.get(unit);
      assertThat(table.holds(unit)).isEqualTo(chain != null);
      assertThat(table.first(unit, -7)).isEqualTo(chain == null ? -7 : chain.get(0));
      if (random.nextInt(3) == 0) {
        List<Integer> found = chain(table, unit);
        assertThat(found).isEqualTo(chain == null ? List.of() : chain);
        waiting -= found.size();
        reference.remove(unit);
      } else if (waiting < 2 * entries && chain != null) {
        table.join(unit, i);
        chain.add(i);
        waiting++;
      } else if (waiting < 2 * entries && reference.size() < entries) {
        table.allocate(unit, i);
        reference.put(unit, new ArrayList<>(List.of(i)));
        waiting++;
      }
      assertThat(table.outstanding()).isEqualTo(reference.size());
      assertThat(table.freeWaiters()).isEqualTo(2 * entries - waiting);
    }
  }
}
