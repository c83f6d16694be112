package io.lockstep.terascale.issue;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.Totals;
import io.lockstep.terascale.program.TeraScaleKernel;

/**
 * The code of a compute unit's clauses, from the instruction cache: a clause starts when all of its
 * lines are there, which are fetched together. The SIMD engines share one on the chips; here each
 * has one of that size, so that the order of events at one tick decides nothing. Units that run one
 * kernel fetch the same lines at about the same time.
 */
final class ClauseFetch extends SavedPart {
  private final InstructionCache cache;
  private int[] codeAt;

  /**
   * @param cache of the unit
   */
  ClauseFetch(InstructionCache cache) {
    this.cache = cache;
    state.keep(cache);
  }

  /** A launch of this code begins. */
  void begin(TeraScaleKernel code) {
    codeAt = code.table().codeAt;
    cache.begin(code.kernel().name(), codeAt[codeAt.length - 1]);
  }

  /** When a wavefront that comes to a clause at a tick has its code. */
  long there(int clause, long tick) {
    if (tick >= cache.warmFrom()) {
      return tick;
    }
    int shift = cache.lineShift();
    int last = codeAt[clause + 1] - 1 >> shift;
    long ready = tick;
    for (int line = codeAt[clause] >> shift; line <= last; line++) {
      ready = Math.max(ready, cache.fetch(line, tick));
    }
    return ready;
  }

  void statistics(Totals out) {
    CacheStatistics.INSTRUCTIONS.write(cache, out);
  }
}
