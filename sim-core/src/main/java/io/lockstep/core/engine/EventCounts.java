// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A sink that counts events by kind and by class of component, that is, by path without instance
 * numbers: {@code cu[3].memory} counts for {@code cu.memory}.
 *
 * <p>Each partition has its own table, updated by the sink's thread; {@link #take} adds the tables
 * up.
 */
public final class EventCounts implements EventSink {
  /** Receives counts. */
  @FunctionalInterface
  public interface Receiver {
    /**
     * Receives a count.
     *
     * @param kind name of the kind
     * @param component class of the components
     * @param events number of events, more than zero
     */
    void count(String kind, String component, long events);
  }

  private final int[] classOf;
  private final List<String> classes;
  private final long[][] counts; // by partition, then by kind and class
  private final String[][] kinds;

  /**
   * Creates a counter and attaches it.
   *
   * @param simulation completely assembled; later components are not counted
   */
  public EventCounts(Simulation simulation) {
    SortedMap<String, Integer> numbers = new TreeMap<>();
    String[] names = new String[simulation.components()];
    for (int c = 0; c < names.length; c++) {
      names[c] = classOf(simulation.path(c));
      numbers.put(names[c], 0);
    }
    classes = new ArrayList<>(numbers.keySet());
    for (int i = 0; i < classes.size(); i++) {
      numbers.put(classes.get(i), i);
    }
    classOf = new int[names.length];
    for (int c = 0; c < names.length; c++) {
      classOf[c] = numbers.get(names[c]);
    }
    int partitions = simulation.partitions().size();
    counts = new long[partitions][Event.MAX_KINDS * classes.size()];
    kinds = new String[partitions][Event.MAX_KINDS];
    simulation.attach(this);
  }

  /**
   * {@return a path without the numbers in brackets}
   *
   * @param path path of a component
   */
  public static String classOf(String path) {
    return path.replaceAll("\\[\\d+\\]", "");
  }

  @Override
  public void onEvents(long tick, EventKind kind, EventBatch batch) {
    int partition = kind.partition.id();
    kinds[partition][kind.index] = kind.name();
    long[] table = counts[partition];
    int row = kind.index * classes.size();
    for (int i = 0, n = batch.size(); i < n; i++) {
      table[row + classOf[batch.component(i)]]++;
    }
  }

  /**
   * Passes on all counts, in order of kind and class, and resets them; may be called only between
   * runs.
   *
   * @param receiver is called once for every kind and class that was counted
   */
  public void take(Receiver receiver) {
    SortedMap<String, long[]> sums = new TreeMap<>();
    int n = classes.size();
    for (int p = 0; p < counts.length; p++) {
      for (int k = 0; k < Event.MAX_KINDS; k++) {
        if (kinds[p][k] == null) {
          continue;
        }
        long[] row = sums.computeIfAbsent(kinds[p][k], name -> new long[n]);
        for (int c = 0; c < n; c++) {
          row[c] += counts[p][k * n + c];
          counts[p][k * n + c] = 0;
        }
        kinds[p][k] = null;
      }
    }
    sums.forEach(
        (kind, row) -> {
          for (int c = 0; c < n; c++) {
            if (row[c] > 0) {
              receiver.count(kind, classes.get(c), row[c]);
            }
          }
        });
  }
}
