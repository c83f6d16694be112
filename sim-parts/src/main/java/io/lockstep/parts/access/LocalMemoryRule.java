// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes the clocks that the banks of a local memory take for one operation of a wavefront. */
public interface LocalMemoryRule {
  /** What an operation does to local memory. */
  enum Operation {
    /** Reads. */
    LOAD,
    /** Writes. */
    STORE,
    /** Reads, modifies and writes. */
    ATOMIC
  }

  /**
   * {@return clocks of the local memory for one operation, conflicts included}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory; a rule may narrow
   *     it and must widen it again
   * @param operation what the operation does
   */
  int clocks(Access access, Operation operation);

  /**
   * {@return clocks of the local memory if no banks conflicted}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory
   */
  int conflictFree(Access access);

  /**
   * {@return what checks expect of these banks, for {@link
   * io.lockstep.spi.DeviceProvider#declares}} For {@code local.conflict.N} the mean clocks of the
   * check's reads, N words apart: of all powers of two to 32, and of the stride to 64 with the most
   * conflicts. Families whose banks are {@code lds.banks} words in turn need not declare it.
   *
   * @param lanes lanes of a wavefront, at most 64
   */
  default Map<String, Double> declared(int lanes) {
    SortedMap<String, Double> declared = new TreeMap<>();
    int worst = 0;
    double most = 0;
    for (int stride = 1; stride <= CheckReads.STRIDES; stride++) {
      double clocks = CheckReads.clocks(this, lanes, stride);
      if (stride <= CheckReads.WORDS && Integer.bitCount(stride) == 1) {
        declared.put(CheckReads.CONFLICTS + stride, clocks);
      }
      if (clocks > most) {
        most = clocks;
        worst = stride;
      }
    }
    declared.put(CheckReads.CONFLICTS + worst, most);
    return declared;
  }
}
