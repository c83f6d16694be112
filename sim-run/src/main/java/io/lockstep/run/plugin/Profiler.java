// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A vendor's profiler, whose counters results show beside statistics of the same meaning.
 *
 * @param name the profiler's name
 * @param devices ids of the devices that it profiles
 * @param counters its counters by name of the statistic
 */
public record Profiler(String name, List<String> devices, SortedMap<String, String> counters) {
  public Profiler {
    devices = List.copyOf(devices);
    counters = Collections.unmodifiableSortedMap(new TreeMap<>(counters));
  }
}
