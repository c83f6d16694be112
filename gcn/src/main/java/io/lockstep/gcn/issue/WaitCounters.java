// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.isa.WaitCounter;
import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.spec.Figures;

/**
 * The wait counters of each wavefront, as many as the instruction set has. On gfx9 these are vmcnt
 * for vector memory, with at most six bits, and lgkmcnt for LDS and scalar memory, with four (LLVM
 * AMDGPU usage guide, memory model). An instruction waits for one or several. For stall reasons, a
 * bit per operation distinguishes scalar memory from LDS.
 */
final class WaitCounters {
  private final CompletionRing[] rings; // by counter
  private final CompletionRing[] ofClass = new CompletionRing[GcnClass.COUNT]; // null if uncounted
  private final boolean[] vector; // by counter: whether it counts vector memory
  private final long[][] scalar; // by counter and wavefront: a bit for each index
  private final int[] counter = new int[GcnClass.COUNT]; // by class
  private byte[][] allowed; // by counter and instruction

  WaitCounters(int wavefronts, InstructionSet isa, Figures figures) {
    rings = new CompletionRing[isa.waits().size()];
    vector = new boolean[rings.length];
    scalar = new long[rings.length][wavefronts];
    for (int k = 0; k < rings.length; k++) {
      WaitCounter kind = isa.waits().get(k);
      rings[k] = new CompletionRing(wavefronts, kind.most(figures));
      vector[k] = kind.classes().stream().anyMatch(GcnClass::isVectorMemory);
      for (GcnClass cls : kind.classes()) {
        ofClass[cls.ordinal()] = rings[k];
        counter[cls.ordinal()] = k;
      }
    }
  }

  void begin(GcnKernel code) {
    allowed = code.waits;
  }

  void clear(int w) {
    for (CompletionRing ring : rings) {
      ring.clear(w);
    }
  }

  /** Returns the outstanding operations of the wait counter that counts a class of instructions. */
  CompletionRing of(int cls) {
    return ofClass[cls];
  }

  /** Adds an operation; returns its index in the ring of its class. */
  int add(int w, int cls, long completion) {
    int place = ofClass[cls].add(w, completion);
    if (cls == ClassCodes.SMEM) {
      scalar[counter[cls]][w] |= 1L << place;
    } else {
      scalar[counter[cls]][w] &= ~(1L << place);
    }
    return place;
  }

  private boolean isWaited(int k, int instruction) {
    return allowed[k][instruction] != GcnKernel.NOT_WAITED_FOR;
  }

  /**
   * Returns the stall reason of a wait instruction: vector memory if it waits for a counter of
   * that, otherwise scalar memory or the LDS, whichever the operation that completes last is of.
   */
  GcnIssueCause cause(int w, int instruction) {
    int of = -1;
    for (int k = 0; k < rings.length; k++) {
      if (isWaited(k, instruction)) {
        if (vector[k]) {
          return GcnIssueCause.MEMORY;
        }
        of = of < 0 || until(w, k, instruction) > until(w, of, instruction) ? k : of;
      }
    }
    int last = rings[of].last(w, allowed[of][instruction]);
    return last >= 0 && (scalar[of][w] >>> last & 1) != 0
        ? GcnIssueCause.SCALAR
        : GcnIssueCause.LDS;
  }

  private long until(int w, int k, int instruction) {
    return rings[k].when(w, allowed[k][instruction]);
  }

  /** Returns the tick that satisfies a wait instruction, or {@link CompletionRing#UNKNOWN}. */
  long until(int w, int instruction) {
    long when = 0;
    for (int k = 0; k < rings.length; k++) {
      if (isWaited(k, instruction)) {
        when = Math.max(when, until(w, k, instruction));
      }
    }
    return when;
  }

  /** Returns the tick without outstanding operations, or {@link CompletionRing#UNKNOWN}. */
  long untilNone(int w) {
    long when = 0;
    for (CompletionRing ring : rings) {
      when = Math.max(when, ring.when(w, 0));
    }
    return when;
  }

  /** Returns the latest critical path among all outstanding operations of a wavefront, or null. */
  Path lastPath(int w) {
    Path last = null;
    for (CompletionRing ring : rings) {
      last = Path.later(last, ring.path(w, 0));
    }
    return last;
  }

  void follow(boolean wanted) {
    for (CompletionRing ring : rings) {
      ring.follow(wanted);
    }
  }

  /** Returns the latest critical path of the operations that a wait covers, or null. */
  Path path(int w, int instruction) {
    Path last = null;
    for (int k = 0; k < rings.length; k++) {
      if (isWaited(k, instruction)) {
        last = Path.later(last, rings[k].path(w, allowed[k][instruction]));
      }
    }
    return last;
  }

  /** Removes the operations that a satisfied wait instruction covers. */
  void retire(int w, int instruction) {
    for (int k = 0; k < rings.length; k++) {
      if (isWaited(k, instruction)) {
        rings[k].retire(w, allowed[k][instruction]);
      }
    }
  }
}
