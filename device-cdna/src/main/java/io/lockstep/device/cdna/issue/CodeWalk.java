package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnKernel;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;

/**
 * Wavefronts' positions in the code; {@link #pc} is read directly. Methods return clocks of jumps:
 * one out of an empty block was folded into the preceding branch.
 */
final class CodeWalk extends SavedPart {
  /** No lane is left. */
  static final int ENDED = -1;

  final int[] pc; // by wavefront
  private final int[] end; // of the block, by wavefront
  private final PathOwner unit;
  private final Wavefronts wavefronts;
  private final int taken;
  private final int notTaken;
  private int[] blockStart;
  private int[] offset;
  private final PollRounds rounds;
  private boolean polls; // whether there are poll loops

  CodeWalk(PathOwner unit, int slots) {
    this.unit = unit;
    wavefronts = unit.wavefronts();
    taken = unit.timing.branchTaken;
    notTaken = unit.timing.branchNotTaken;
    pc = state.keep(new int[slots]);
    end = state.keep(new int[slots]);
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

  /** Returns clocks before the first instruction. */
  int start(int w) {
    enter(w, 0);
    return skipEmpty(w);
  }

  /** Goes to the next instruction; returns additional clocks. */
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

  /** Returns clocks until the next instruction. */
  int branch(int w) {
    if (polls && rounds.isOn(w)) {
      int i = pc[w];
      pc[w] = rounds.next(w);
      return pc[w] == i + 1 ? notTaken : taken;
    }
    if (++pc[w] < end[w]) {
      // between two sides of a branch, or back to a loop's start
      return offset[pc[w] - 1] == GcnKernel.JUMPS ? taken : notTaken;
    }
    int block = wavefronts.block(w);
    enter(w, wavefronts.advance(w));
    int clocks = wavefronts.block(w) == block + 1 ? notTaken : taken;
    return clocks + skipEmpty(w);
  }

  /** Ends lanes; returns {@link #ENDED}, or additional clocks if any are left. */
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
