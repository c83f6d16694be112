// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.spi.path.PathResource;

/**
 * Numbers of the resources for which requests wait at the memory side: array ports of a slice by
 * direction, its miss entries, the port of its die, miss entries of the memory-side cache, read and
 * write queue of a channel, atomic units. Each has a queue of its own, so that a request waits only
 * behind requests that need the same thing.
 */
final class WaitPoints {
  private final int slices;
  private final int slicesOfDie;
  private final int firstOfPath;
  private final int firstChannel;
  private final int firstAtomicUnit;
  private final int count;

  WaitPoints(AddressMap map, MemoryPath path, int atomicUnits) {
    slices = map.slices();
    slicesOfDie = slices / map.dies();
    firstOfPath = 3 * slices + map.dies();
    firstChannel = firstOfPath + path.resources() - 2 * path.channels();
    firstAtomicUnit = firstOfPath + path.resources();
    count = firstAtomicUnit + atomicUnits;
  }

  int count() {
    return count;
  }

  /** Returns the array port of a slice. */
  int array(int slice, boolean write) {
    return write ? slices + slice : slice;
  }

  int misses(int slice) {
    return 2 * slices + slice;
  }

  /** Returns the port of the die of a slice. */
  int die(int slice) {
    return 3 * slices + slice / slicesOfDie;
  }

  /** Returns a resource of the {@link MemoryPath}. */
  int ofPath(int resource) {
    return firstOfPath + resource;
  }

  /** Returns the number of a resource in the {@link MemoryPath}; none of its numbers for others. */
  int inPath(int resource) {
    return resource < firstOfPath ? MemoryPath.NONE : resource - firstOfPath;
  }

  int atomicUnit(int unit) {
    return firstAtomicUnit + unit;
  }

  /** Returns the atomic unit of a resource; negative for other resources. */
  int unit(int resource) {
    return resource - firstAtomicUnit;
  }

  PathResource kind(int resource) {
    if (resource >= firstAtomicUnit) {
      return PathResource.ATOMIC;
    }
    if (resource >= firstChannel) {
      return PathResource.DRAM_QUEUE;
    }
    return resource >= firstOfPath ? PathResource.MEMORY_CACHE : PathResource.L2;
  }
}
