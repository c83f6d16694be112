// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.stats.Totals;
import io.lockstep.terascale.program.TeraScaleKernel;

/**
 * Fetches the code of a compute unit's clauses through the instruction cache: a clause starts when
 * all of its lines, fetched together, have arrived. In hardware, the SIMD engines share one cache.
 * In the model, each unit has a cache of this size, so that results do not depend on the order of
 * events at the same tick; units that run the same kernel fetch the same lines at about the same
 * time.
 */
final class ClauseFetch extends CountingPart {
  private final InstructionCache cache;
  private int[] codeAt;

  ClauseFetch(InstructionCache cache) {
    this.cache = cache;
    own.include(cache);
  }

  void begin(TeraScaleKernel code) {
    codeAt = code.table().codeAt;
    cache.begin(code.kernel().name(), codeAt[codeAt.length - 1]);
  }

  /**
   * Fills the instruction cache with the current kernel's code, as if an earlier launch had fetched
   * it.
   */
  void warm() {
    cache.warm();
  }

  /** Returns the tick at which a clause's code is available if requested at {@code tick}. */
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
