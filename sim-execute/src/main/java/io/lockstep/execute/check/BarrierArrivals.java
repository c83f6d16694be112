// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The rule of hardware for barriers that only a part of a work-group reaches. The counter of a
 * barrier counts wavefronts, not work-items, and does not know the instruction that arrives (PTX
 * ISA, "bar": arrivals are counted in multiples of the warp size; GCN, {@code s_barrier}). So a
 * wavefront has arrived if any of its work-items waits at any barrier of the group; its other
 * work-items wait where the paths join. Work-items wait at a join for their own wavefront alone.
 * Thread-safe.
 */
public final class BarrierArrivals {
  private final int width;
  private final Consumer<String> notes;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * @param width work-items of a wavefront
   * @param notes receives a line for each barrier that completes by this rule alone, on any thread
   */
  public BarrierArrivals(int width, Consumer<String> notes) {
    this.width = width;
    this.notes = notes;
  }

  public int width() {
    return width;
  }

  /**
   * Reports that a barrier completes by this rule alone, once for each place.
   *
   * @param place source line and kernel
   */
  public void tell(String place) {
    if (told.add(place)) {
      notes.accept(
          place
              + ": only a part of the work-group reaches this barrier; arrivals of wavefronts of "
              + width
              + " are counted, as hardware does (--barriers arrivals)");
    }
  }
}
