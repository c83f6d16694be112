// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A sink that records the events of one tick at selected components, and the last earlier events.
 *
 * <p>Intended for short parts of a run, because it allocates objects. Calls are never concurrent.
 */
public final class EventTrail implements EventSink {
  private static final int MOST = 1 << 16;

  private final EventPlaces places;
  private final long tick;
  private final int length;
  private final boolean[] wanted;
  private final List<List<ExecutedEvent>> at = new ArrayList<>(); // by partition
  private final List<ArrayDeque<ExecutedEvent>> before = new ArrayList<>();

  /**
   * Creates the sink and attaches it.
   *
   * @param simulation assembled
   * @param tick the tick to record
   * @param length number of earlier events
   * @param components selects components by path
   */
  public EventTrail(Simulation simulation, long tick, int length, Predicate<String> components) {
    this.tick = tick;
    this.length = length;
    places = new EventPlaces(simulation);
    wanted = new boolean[simulation.components()];
    for (int c = 0; c < wanted.length; c++) {
      wanted[c] = components.test(simulation.path(c));
    }
    for (int p = 0; p < simulation.partitions().size(); p++) {
      at.add(new ArrayList<>());
      before.add(new ArrayDeque<>());
    }
    simulation.attach(this);
  }

  @Override
  public void onEvents(long now, EventKind kind, EventBatch batch) {
    if (now > tick) {
      return;
    }
    int partition = kind.partition.id();
    for (int i = 0, n = batch.size(); i < n; i++) {
      if (!wanted[batch.component(i)]) {
        continue;
      }
      if (now < tick) {
        ArrayDeque<ExecutedEvent> last = before.get(partition);
        last.addLast(event(now, kind, batch, i));
        if (last.size() > length) {
          last.removeFirst();
        }
      } else if (at.get(partition).size() < MOST) {
        at.get(partition).add(event(now, kind, batch, i));
      }
    }
  }

  private ExecutedEvent event(long now, EventKind kind, EventBatch batch, int i) {
    OptionalLong meaning =
        kind.meaning == null ? OptionalLong.empty() : OptionalLong.of(batch.meaning(i));
    return new ExecutedEvent(
        now, places.place(kind, batch.component(i)), batch.argument(i), meaning);
  }

  /**
   * {@return the events of the tick, by partition, in order of execution; may be called only
   * between runs}
   */
  public List<ExecutedEvent> at() {
    return at.stream().flatMap(List::stream).toList();
  }

  /**
   * {@return the last events before the tick, the oldest first; may be called only between runs}
   */
  public List<ExecutedEvent> before() {
    List<ExecutedEvent> all = new ArrayList<>(before.stream().flatMap(ArrayDeque::stream).toList());
    all.sort(Comparator.comparingLong(ExecutedEvent::tick)); // a stable sort
    return List.copyOf(all.subList(Math.max(0, all.size() - length), all.size()));
  }
}
