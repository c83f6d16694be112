// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.SliceKind;
import java.util.List;

/**
 * Visits a recorded timeline: each device, its partitions (parts), and their tracks with intervals.
 */
interface TimelineVisitor {
  /**
   * A simulated device and its workload.
   *
   * @param tickHertz ticks a second
   * @param interval ticks over which counters are summed
   */
  record Subject(String id, String name, String workload, long tickHertz, long interval) {}

  void device(Subject subject, List<String> kernels);

  /** Begins a part, in which tracks are numbered from 0. */
  void part();

  void track(String component, String lane, boolean detail);

  void slice(int track, SliceKind kind, long start, long end, long a, long b);

  void end();
}
