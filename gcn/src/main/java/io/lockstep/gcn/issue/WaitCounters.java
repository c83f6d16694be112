// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.spec.Figures;

/**
 * The two wait counters of each wavefront: vmcnt for vector memory, with at most six bits, and
 * lgkmcnt for LDS and scalar memory, with four (gfx9; LLVM AMDGPU usage guide, memory model).
 * {@code s_waitcnt} waits for one or both. For stall reasons, a bit per operation of lgkmcnt
 * distinguishes scalar memory from LDS.
 */
final class WaitCounters {
  final CompletionRing vm;
  final CompletionRing lgkm;
  private final long[] scalar; // by wavefront: a bit for each index of lgkm
  private byte[] allowedVm;
  private byte[] allowedLgkm;

  WaitCounters(int wavefronts, Figures figures) {
    vm = new CompletionRing(wavefronts, figures.integer("issue.vector_waits"));
    lgkm = new CompletionRing(wavefronts, figures.integer("issue.local_waits"));
    scalar = new long[wavefronts];
  }

  void begin(GcnKernel code) {
    allowedVm = code.waitVm;
    allowedLgkm = code.waitLgkm;
  }

  void clear(int w) {
    vm.clear(w);
    lgkm.clear(w);
  }

  /** Adds an LDS operation; returns its index in {@link #lgkm}. */
  int addLocal(int w, long completion) {
    int place = lgkm.add(w, completion);
    scalar[w] &= ~(1L << place);
    return place;
  }

  /** Adds a scalar memory operation; returns its index in {@link #lgkm}. */
  int addScalar(int w, long completion) {
    int place = lgkm.add(w, completion);
    scalar[w] |= 1L << place;
    return place;
  }

  /** Returns a wait's stall reason; for lgkmcnt, the reason of the last completing operation. */
  GcnIssueCause cause(int w, int instruction) {
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      return GcnIssueCause.MEMORY;
    }
    int last = lgkm.last(w, allowedLgkm[instruction]);
    return last >= 0 && (scalar[w] >>> last & 1) != 0 ? GcnIssueCause.SCALAR : GcnIssueCause.LDS;
  }

  /** Returns the tick that satisfies a wait instruction, or {@link CompletionRing#UNKNOWN}. */
  long until(int w, int instruction) {
    long when = 0;
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      when = vm.when(w, allowedVm[instruction]);
    }
    if (allowedLgkm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      when = Math.max(when, lgkm.when(w, allowedLgkm[instruction]));
    }
    return when;
  }

  /** Returns the tick without outstanding operations, or {@link CompletionRing#UNKNOWN}. */
  long untilNone(int w) {
    return Math.max(vm.when(w, 0), lgkm.when(w, 0));
  }

  /** Returns the latest critical path among all outstanding operations of a wavefront, or null. */
  Path lastPath(int w) {
    return Path.later(vm.path(w, 0), lgkm.path(w, 0));
  }

  void follow(boolean wanted) {
    vm.follow(wanted);
    lgkm.follow(wanted);
  }

  /** Returns the latest critical path of the operations that a wait covers, or null. */
  Path path(int w, int instruction) {
    Path last = null;
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      last = vm.path(w, allowedVm[instruction]);
    }
    if (allowedLgkm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      last = Path.later(last, lgkm.path(w, allowedLgkm[instruction]));
    }
    return last;
  }

  /** Removes the operations that a satisfied wait instruction covers. */
  void retire(int w, int instruction) {
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      vm.retire(w, allowedVm[instruction]);
    }
    if (allowedLgkm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      lgkm.retire(w, allowedLgkm[instruction]);
    }
  }
}
