// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.cache.CodeFetch;
import io.lockstep.parts.cache.InstructionCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.stats.Totals;

/** The instruction caches of the sub-partitions (L0) before that of the multiprocessor. */
final class InstructionSupply extends CountingPart {
  private final CodeFetch[] fetch; // by sub-partition; empty if instruction fetch is ideal

  InstructionSupply(SmConfig config) {
    fetch = new CodeFetch[config.code.isPresent() ? config.partitions : 0];
    if (fetch.length > 0) {
      InstructionCache all = own.include(new InstructionCache(config.code.orElseThrow()));
      for (int p = 0; p < fetch.length; p++) {
        InstructionCache near = new InstructionCache(config.nearCode.orElseThrow(), all);
        fetch[p] = own.include(new CodeFetch(near, config.unit.wavefronts()));
      }
    }
  }

  void begin(SassCode code) {
    int[] places = new int[code.size() + 1];
    for (int r = 0; r < places.length; r++) {
      places[r] = r * SassCode.CODE_BYTES;
    }
    for (CodeFetch each : fetch) {
      each.begin(code.kernel().name(), places);
    }
  }

  /**
   * Fills the instruction caches with the current kernel's code, as if an earlier launch had
   * fetched it.
   */
  void warm() {
    for (CodeFetch each : fetch) {
      each.warm();
    }
  }

  void started(int partition, int warp) {
    if (fetch.length > 0) {
      fetch[partition].started(warp);
    }
  }

  /** Returns the tick at which a warp has the line of a row. */
  long there(int partition, int warp, int row, long tick) {
    return fetch.length > 0 && fetch[partition].isCold(tick)
        ? fetch[partition].there(warp, row, tick)
        : tick;
  }

  void statistics(Totals out) {
    for (CodeFetch each : fetch) {
      each.statistics(out);
    }
  }
}
