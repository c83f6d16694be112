package io.lockstep.terascale.issue;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.Totals;
import io.lockstep.terascale.program.TeraScaleKernel;

/**
 * Fetches code through the instruction cache: a clause starts when all its lines have arrived. The
 * chips' engines share a cache; here each unit has one of that size, so that the order of events
 * within a tick has no effect.
 */
final class ClauseFetch extends SavedPart {
  private final InstructionCache cache;
  private int[] codeAt;

  ClauseFetch(InstructionCache cache) {
    this.cache = cache;
    state.keep(cache);
  }

  void begin(TeraScaleKernel code) {
    codeAt = code.table().codeAt;
    cache.begin(code.kernel().name(), codeAt[codeAt.length - 1]);
  }

  /** When the code of a clause is available that a wavefront reaches at {@code tick}. */
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
