// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.SliceKind;
import java.util.List;

/** Receives a recorded timeline, device by device. */
interface TimelineVisitor {
  /** The device of the following parts, with the ticks of a counter interval. */
  record Subject(String id, String name, String workload, long tickHertz, long interval) {}

  void device(Subject subject, List<String> kernels);

  /** Begins a part, in which tracks are numbered from 0. */
  void part();

  void track(String component, String lane, boolean detail);

  void slice(int track, SliceKind kind, long start, long end, long a, long b);

  void end();
}
