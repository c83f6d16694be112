// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;

/**
 * Tracks each wavefront's position in the code. Methods return the additional clocks of jumps;
 * jumps out of blocks without instructions are folded into the preceding branch. The issue loop
 * reads {@link #pc} directly.
 */
final class CodeWalk {
  /** Result of {@link #end} if no lane remains. */
  static final int ENDED = -1;

  final int[] pc; // by wavefront
  private final int[] end; // by wavefront: end of its block
  private final int[] trips; // by wavefront: finished trips of its loop over lanes
  private final PathOwner unit;
  private final Wavefronts wavefronts;
  private final int taken;
  private final int notTaken;
  private int[] blockStart;
  private int[] offset;
  private final PollRounds rounds;
  private boolean polls; // whether the launch has polling loops

  CodeWalk(PathOwner unit, int slots) {
    this.unit = unit;
    wavefronts = unit.wavefronts();
    taken = unit.timing.branchTaken;
    notTaken = unit.timing.branchNotTaken;
    pc = new int[slots];
    end = new int[slots];
    trips = new int[slots];
    rounds = unit.rounds;
  }

  void begin(GcnKernel code) {
    blockStart = code.blockStart;
    offset = code.offset;
    rounds.begin(
        wavefronts.pollLoops(),
        code.cls.length,
        b -> code.blockStart[b],
        i -> code.slots[code.slotStart[i]],
        i -> ClassCodes.isRepeated(code.cls[i]));
    polls = rounds.arePossible();
  }

  /** Starts a wavefront; returns the clocks before its first instruction. */
  int start(int w) {
    enter(w, 0);
    return skipEmpty(w);
  }

  /** Advances a wavefront to its next instruction; returns additional clocks. */
  int next(int w) {
    if (polls && rounds.isOn(w)) {
      pc[w] = rounds.next(w);
      return 0;
    }
    return ++pc[w] == end[w] ? nextBlock(w) : 0;
  }

  private int nextBlock(int w) {
    enter(w, wavefronts.advance(w));
    return skipEmpty(w);
  }

  /** Branches; returns the clocks until the wavefront's next instruction. */
  int branch(int w) {
    if (polls && rounds.isOn(w)) {
      int i = pc[w];
      pc[w] = rounds.next(w);
      return pc[w] == i + 1 ? notTaken : taken;
    }
    int back = offset[pc[w]];
    if (back < 0) {
      if (++trips[w] < Long.bitCount(wavefronts.mask(w))) {
        pc[w] += back;
        return taken;
      }
      trips[w] = 0;
    }
    if (++pc[w] < end[w]) {
      // between the two sides of a branch, or back to the start of a loop
      return offset[pc[w] - 1] == GcnKernel.JUMPS ? taken : notTaken;
    }
    int block = wavefronts.block(w);
    enter(w, wavefronts.advance(w));
    int clocks = wavefronts.block(w) == block + 1 ? notTaken : taken;
    return clocks + skipEmpty(w);
  }

  /** Ends lanes; returns {@link #ENDED} if no lane remains, otherwise additional clocks. */
  int end(int w) {
    int flags = wavefronts.advance(w);
    if ((flags & Wavefronts.ENDED) != 0) {
      return ENDED;
    }
    enter(w, flags);
    return skipEmpty(w);
  }

  private void enter(int w, int flags) {
    if ((flags & Wavefronts.DIVERGED) != 0) {
      unit.diverged();
    }
    int block = wavefronts.block(w);
    pc[w] = blockStart[block];
    end[w] = blockStart[block + 1];
  }

  private int skipEmpty(int w) {
    int clocks = 0;
    while (pc[w] == end[w]) {
      int flags = wavefronts.advance(w);
      if ((flags & Wavefronts.JUMPED) != 0) {
        clocks += taken - notTaken;
      }
      enter(w, flags);
    }
    return clocks;
  }
}
