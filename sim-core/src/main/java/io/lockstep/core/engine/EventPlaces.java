// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.List;

/** Numbers components densely within their partitions, for sinks with tables by place. */
final class EventPlaces {
  private final Simulation simulation;
  private final List<Partition> partitions;
  private final int[] local; // by component: number within its partition
  private final int[][] componentOf; // by partition and number

  EventPlaces(Simulation simulation) {
    this.simulation = simulation;
    partitions = simulation.partitions();
    local = new int[simulation.components()];
    int[] counts = new int[partitions.size()];
    for (int c = 0; c < local.length; c++) {
      local[c] = counts[simulation.owner(c)]++;
    }
    componentOf = new int[counts.length][];
    for (int p = 0; p < counts.length; p++) {
      componentOf[p] = new int[counts[p]];
    }
    for (int c = 0; c < local.length; c++) {
      componentOf[simulation.owner(c)][local[c]] = c;
    }
  }

  int[] local() {
    return local;
  }

  EventPlace place(int partition, int kindIndex, int number) {
    return place(partitions.get(partition).kinds()[kindIndex], componentOf[partition][number]);
  }

  EventPlace place(EventKind kind, int component) {
    return new EventPlace(kind.phase(), kind.name(), simulation.path(component));
  }
}
