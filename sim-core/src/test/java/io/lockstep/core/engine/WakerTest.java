// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A component wakes at every tick asked for, and once at each. */
class WakerTest {
  private final Simulation simulation = Simulation.builder().build();
  private final Partition part = simulation.partition("all");
  private final List<Long> woken = new ArrayList<>();
  private final EventKind look = part.kind("look", Phase.WORK, (tick, c, a) -> woken.add(tick));
  private final int unit = part.component("unit");
  private final int source = part.component("source");

  @Property(tries = 100)
  void onceAtEveryTickAskedFor(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 4_000) Integer> asks) {
    WakerTest test = new WakerTest();
    Waker waker = test.part.waker(test.look, test.unit);
    Port port = test.part.port("in", test.source, test.unit, 1, 10_000, test.look, null);
    TreeSet<Long> expected = new TreeSet<>();
    EventKind ask =
        test.part.kind(
            "ask",
            Phase.WORK,
            (tick, c, word) -> {
              long far =
                  (tick / 64 + 1) * 64 + (word >> 3) % 40 * 4_096L - tick; // many at one tick
              long delay = (word & 4) == 0 ? 1 + (word >> 3) % 130 : far;
              expected.add(tick + delay);
              if ((word & 3) == 0) {
                port.send(delay - 1, 0, 0);
              } else {
                waker.after(delay);
              }
            });
    for (int word : asks) {
      test.part.at(word % 97, ask, test.source, word);
    }
    test.simulation.run();
    assertThat(test.woken).containsExactlyElementsOf(expected);
  }

  @Test
  @DisplayName("a port and the component's own wish in one tick are one event")
  void aPortAndTheComponentsOwnWishInOneTickAreOneEvent() {
    Waker waker = part.waker(look, unit);
    Port port = part.port("in", source, unit, 100, 4, look, null);
    port.send(0, 0);
    waker.at(100);
    waker.at(100);
    simulation.run();
    assertThat(woken).containsExactly(100L);
    assertThat(simulation.events()).as("one wake-up").isEqualTo(1);
    assertThat(part.waker(look, unit)).isSameAs(waker);
  }

  @Test
  void misuseOfAWakerIsRefusedWithKindAndComponent() {
    Partition other = simulation.partition("other");
    int theirs = other.component("theirs");
    Waker waker = part.waker(look, unit);
    EventKind early = part.kind("early", Phase.ARRIVE, (tick, c, a) -> {});
    EventKind far = other.kind("far", Phase.WORK, (tick, c, a) -> waker.after(1));
    assertRefused("look for unit: woken at tick 0, not after 0", () -> waker.at(0));
    assertRefused(
        "early for unit: what is woken is of a later phase", () -> part.waker(early, unit));
    assertRefused("does not belong to partition all", () -> part.waker(look, theirs));
    assertRefused("belongs to partition other", () -> part.waker(far, unit));
    other.at(1, far, theirs, 0);
    assertRefused("look for unit: woken by a handler of another partition", simulation::run);
  }

  private static void assertRefused(String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(message);
  }
}
