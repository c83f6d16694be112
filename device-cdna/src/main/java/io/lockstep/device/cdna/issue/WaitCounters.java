package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnKernel;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.spec.Figures;

/**
 * Wait counters of wavefronts: vmcnt for vector memory (up to six bits), lgkmcnt for LDS and scalar
 * memory (four; gfx9, LLVM AMDGPU usage guide). A bit per lgkmcnt operation tells scalar memory
 * from LDS, for stall reasons.
 */
final class WaitCounters extends SavedPart {
  final CompletionRing vm;
  final CompletionRing lgkm;
  private final long[] scalar; // a bit per index of lgkm, by wavefront
  private byte[] allowedVm;
  private byte[] allowedLgkm;

  WaitCounters(int wavefronts, Figures figures) {
    vm = state.keep(new CompletionRing(wavefronts, figures.integer("issue.vector_waits")));
    lgkm = state.keep(new CompletionRing(wavefronts, figures.integer("issue.local_waits")));
    scalar = state.keep(new long[wavefronts]);
  }

  void begin(GcnKernel code) {
    allowedVm = code.waitVm;
    allowedLgkm = code.waitLgkm;
  }

  void clear(int w) {
    vm.clear(w);
    lgkm.clear(w);
  }

  /** Returns the index in {@link #lgkm}. */
  int addLocal(int w, long completion) {
    int place = lgkm.add(w, completion);
    scalar[w] &= ~(1L << place);
    return place;
  }

  /** Returns the index in {@link #lgkm}. */
  int addScalar(int w, long completion) {
    int place = lgkm.add(w, completion);
    scalar[w] |= 1L << place;
    return place;
  }

  /** The stall reason of a wait; for lgkmcnt that of the last to complete. */
  GcnIssueCause cause(int w, int instruction) {
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      return GcnIssueCause.MEMORY;
    }
    int last = lgkm.last(w, allowedLgkm[instruction]);
    return last >= 0 && (scalar[w] >>> last & 1) != 0 ? GcnIssueCause.SCALAR : GcnIssueCause.LDS;
  }

  /** When a wait is satisfied (maybe past), or {@link CompletionRing#UNKNOWN}. */
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

  /** When nothing is outstanding, or {@link CompletionRing#UNKNOWN}. */
  long untilNone(int w) {
    return Math.max(vm.when(w, 0), lgkm.when(w, 0));
  }

  /** The latest critical path of all outstanding operations, or null. */
  Path lastPath(int w) {
    return Path.later(vm.path(w, 0), lgkm.path(w, 0));
  }

  void follow(boolean wanted) {
    vm.follow(wanted);
    lgkm.follow(wanted);
  }

  /** The latest critical path that a wait needs, or null. */
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

  /** Removes the operations of a satisfied wait. */
  void retire(int w, int instruction) {
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      vm.retire(w, allowedVm[instruction]);
    }
    if (allowedLgkm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      lgkm.retire(w, allowedLgkm[instruction]);
    }
  }
}
