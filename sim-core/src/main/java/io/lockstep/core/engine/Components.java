package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The components of a simulation by their numbers: paths, the partitions they belong to, and the
 * hashes by which fingerprints know them.
 *
 * <p>Written during assembly, read by every event. Not thread-safe; between two assemblies any
 * thread may read.
 */
final class Components {
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>(); // looked up only, never walked
  private int count;
  private int[] owners = new int[16];
  private long[] names = new long[16];

  /** Adds a component of a partition; answers its number. */
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

  /** The path of a component, or words for a number that is none. */
  String path(int component) {
    return component >= 0 && component < count
        ? paths.get(component)
        : "component " + component + " (unknown)";
  }

  /** The partition's id, or -1 for a number that is no component. */
  int owner(int component) {
    return component >= 0 && component < count ? owners[component] : -1;
  }

  /** Hashes of the paths; the array itself, which is another one once components are added. */
  long[] names() {
    return names;
  }

  /** A hash of all paths and owners, in order. */
  long hash() {
    long hash = 0;
    for (int i = 0; i < count; i++) {
      hash = Fingerprint.mix(hash + names[i] + owners[i]);
    }
    return hash;
  }
}
