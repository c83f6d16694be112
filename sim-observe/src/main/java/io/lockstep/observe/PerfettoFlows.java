// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.SliceKind;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Flows from a memory instruction through its requests to its answer, in the order of time.
 * Requests that no slice handles (they may be filtered out) are remembered up to a bound.
 */
final class PerfettoFlows {
  private static final int MOST = 1 << 18;
  private static final int DEVICE_BITS = 56;

  /** Bits of a request's number; the bits above are its client. */
  static final int NUMBER_BITS = 40;

  private final long device;
  private final boolean wanted;
  private final TreeMap<Long, Long> sent = new TreeMap<>(); // instruction by request
  private final Set<Long> open = new HashSet<>(); // instructions; never iterated
  private final long[] next; // next instruction by track, plus 1; 0 for none
  private final long[] current; // current instruction by track, plus 1; 0 for none

  PerfettoFlows(int device, PerfettoTracks tracks) {
    this.device = (long) device << DEVICE_BITS;
    wanted = tracks.hasSlices();
    next = new long[tracks.count()];
    current = new long[tracks.count()];
  }

  /** Records that an instruction has sent a request, or will begin next on a track. */
  void mark(SliceKind kind, int track, long instruction, long request) {
    if (!wanted) {
      return;
    }
    if (kind == SliceKind.INSTRUCTION) {
      next[track] = instruction + 1;
      return;
    }
    sent.put(request, instruction);
    if (sent.size() > MOST) {
      sent.pollFirstEntry();
    }
  }

  /** Returns the flow of a beginning interval, or 0. */
  long begins(SliceKind kind, int track, long a) {
    if (kind.isRequest()) {
      Long instruction = sent.remove(a);
      return instruction != null && open.contains(instruction) ? device | instruction : 0;
    }
    if (next[track] == 0) {
      return 0;
    }
    current[track] = next[track];
    next[track] = 0;
    open.add(current[track] - 1);
    return device | current[track] - 1;
  }

  /** Returns the flow of an ending interval, or 0. */
  long ends(SliceKind kind, int track) {
    if (kind.isRequest() || current[track] == 0) {
      return 0;
    }
    long instruction = current[track] - 1;
    current[track] = 0;
    open.remove(instruction);
    return device | instruction;
  }
}
