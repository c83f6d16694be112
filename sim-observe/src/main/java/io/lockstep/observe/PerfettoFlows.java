package io.lockstep.observe;

import io.lockstep.spi.SliceKind;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * Arrows from a memory instruction through the requests that it has sent to its answer, followed in
 * the order of time. What is remembered of requests that no slice takes (they may be filtered out)
 * is bounded. Not thread-safe.
 */
final class PerfettoFlows {
  private static final int MOST = 1 << 18;
  private static final int DEVICE_BITS = 56;

  /** Bits of a request's number; above them its client's. */
  static final int NUMBER_BITS = 40;

  private final long device;
  private final boolean wanted;
  private final TreeMap<Long, Long> sent = new TreeMap<>(); // request, its instruction
  private final Set<Long> open = new HashSet<>(); // instructions; never walked
  private final long[] next; // by track: the instruction that begins next, plus 1
  private final long[] current; // by track: the one that is there, plus 1

  PerfettoFlows(int device, PerfettoTracks tracks) {
    this.device = (long) device << DEVICE_BITS;
    wanted = tracks.hasSlices();
    next = new long[tracks.count()];
    current = new long[tracks.count()];
  }

  /** An instruction has sent a request, or is about to begin. */
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

  /** Something begins; its arrow, or 0. */
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

  /** Something ends; its arrow, or 0. */
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
