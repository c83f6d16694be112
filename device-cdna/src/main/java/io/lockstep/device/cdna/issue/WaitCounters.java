package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnKernel;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.spec.Figures;

/**
 * The two wait counters of each wavefront: vmcnt for vector memory, with six bits at most, and
 * lgkmcnt for LDS and scalar memory, with four (gfx9; LLVM AMDGPU usage guide, memory model).
 * {@code s_waitcnt} waits for one or both. Which operations of lgkmcnt are scalar ones is kept
 * beside it, to name what a wavefront waits for.
 */
final class WaitCounters extends SavedPart {
  final CompletionRing vm;
  final CompletionRing lgkm;
  private final long[] scalar; // of each wavefront: a bit for each place of lgkm
  private byte[] allowedVm;
  private byte[] allowedLgkm;

  WaitCounters(int wavefronts, Figures figures) {
    vm = state.keep(new CompletionRing(wavefronts, figures.integer("issue.vector_waits")));
    lgkm = state.keep(new CompletionRing(wavefronts, figures.integer("issue.local_waits")));
    scalar = state.keep(new long[wavefronts]);
  }

  /** A launch of this code begins. */
  void begin(GcnKernel code) {
    allowedVm = code.waitVm;
    allowedLgkm = code.waitLgkm;
  }

  /** A wavefront begins with nothing outstanding. */
  void clear(int w) {
    vm.clear(w);
    lgkm.clear(w);
  }

  /** Adds an operation of the LDS; answers its place in {@link #lgkm}. */
  int addLocal(int w, long completion) {
    int place = lgkm.add(w, completion);
    scalar[w] &= ~(1L << place);
    return place;
  }

  /** Adds an operation of scalar memory; answers its place in {@link #lgkm}. */
  int addScalar(int w, long completion) {
    int place = lgkm.add(w, completion);
    scalar[w] |= 1L << place;
    return place;
  }

  /** What a wavefront waits for at a wait instruction: of lgkmcnt what will be there last. */
  GcnIssueCause cause(int w, int instruction) {
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      return GcnIssueCause.MEMORY;
    }
    int last = lgkm.last(w, allowedLgkm[instruction]);
    return last >= 0 && (scalar[w] >>> last & 1) != 0 ? GcnIssueCause.SCALAR : GcnIssueCause.LDS;
  }

  /**
   * When a wavefront's wait instruction is over: a tick, possibly past, or {@link
   * CompletionRing#UNKNOWN}.
   */
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

  /** When a wavefront has nothing under way any more: like {@link #until}. */
  long untilNone(int w) {
    return Math.max(vm.when(w, 0), lgkm.when(w, 0));
  }

  /** The critical path of what a wavefront has under way last, or null. */
  Path lastPath(int w) {
    return Path.later(vm.path(w, 0), lgkm.path(w, 0));
  }

  /** Says whether critical paths are wanted. */
  void follow(boolean wanted) {
    vm.follow(wanted);
    lgkm.follow(wanted);
  }

  /** The critical path of what a wavefront's wait instruction needs last, or null. */
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

  /** A wavefront's wait instruction is over: forgets what was waited for. */
  void retire(int w, int instruction) {
    if (allowedVm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      vm.retire(w, allowedVm[instruction]);
    }
    if (allowedLgkm[instruction] != GcnKernel.NOT_WAITED_FOR) {
      lgkm.retire(w, allowedLgkm[instruction]);
    }
  }
}
