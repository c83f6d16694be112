// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.EventSorter.Event;
import io.lockstep.observe.EventSorter.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events come in order however few of them are held in memory. */
class EventSorterTest {
  private static List<Event> events(int count) {
    Random random = new Random(4);
    List<Event> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          new Event(
              new Moment(random.nextInt(50), random.nextInt(4), random.nextInt(3) - 1),
              random.nextInt(1 << 30),
              random.nextInt(20),
              random.nextLong(),
              i));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 256, 1000, 4000})
  void eventsComeInOrderAndEqualOnesAsTheyWereGiven(int atOnce) {
    List<Event> all = events(3000);
    List<Event> found = new ArrayList<>();
    try (EventSorter sorter = new EventSorter(atOnce)) {
      all.forEach(sorter::add);
      sorter.drain(found::add);
      assertThat(found)
          .isEqualTo(all.stream().sorted(Comparator.naturalOrder()).toList()); // a stable sort
      found.clear();
      sorter.add(all.get(0)); // it is empty, and can be used again
      sorter.drain(found::add);
      assertThat(found).containsExactly(all.get(0));
    }
  }

  @Test
  void ofNothingNothingComes() {
    try (EventSorter sorter = new EventSorter(3)) {
      sorter.drain(
          e -> {
            throw new AssertionError(e);
          });
    }
  }
}
