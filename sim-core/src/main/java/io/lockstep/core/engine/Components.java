// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The components of a simulation by number: paths, owning partitions, and hashes for fingerprints.
 *
 * <p>Written during assembly; afterwards any thread may read.
 */
final class Components {
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>(); // never iterated
  private int count;
  private int[] owners = new int[16];
  private long[] names = new long[16];

  int add(String path, int partition) {
    int id = count;
    if (id == Event.MAX_COMPONENTS) {
      throw new EngineException(path + ": more than " + Event.MAX_COMPONENTS + " components");
    }
    if (numbers.putIfAbsent(path, id) != null) {
      throw new EngineException("there is a component " + path + " already");
    }
    paths.add(path);
    if (id == owners.length) {
      owners = Arrays.copyOf(owners, 2 * id);
      names = Arrays.copyOf(names, 2 * id);
    }
    owners[id] = partition;
    names[id] = Fingerprint.ofName(path);
    count++;
    return id;
  }

  int count() {
    return count;
  }

  String path(int component) {
    return component >= 0 && component < count
        ? paths.get(component)
        : "component " + component + " (unknown)";
  }

  /** Returns the id of the owning partition, or -1 for an unknown component. */
  int owner(int component) {
    return component >= 0 && component < count ? owners[component] : -1;
  }

  /** Returns the hashes of the paths; adding components may replace the array. */
  long[] names() {
    return names;
  }
}
