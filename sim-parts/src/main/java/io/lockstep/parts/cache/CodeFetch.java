// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.stats.Totals;
import java.util.Arrays;

/**
 * Tracks the line of code that each wavefront of a compute unit has fetched from the instruction
 * cache. Neighbouring units share an instruction cache in hardware; here each unit has a private
 * one of that size, so that units do not prefetch for each other and results do not depend on the
 * order of events within a tick. Units that run one kernel fetch the same lines at about the same
 * time. Not thread-safe.
 */
public final class CodeFetch extends CountingPart {
  private static final int NOTHING = -1;
  private static final long NEVER = Long.MAX_VALUE;

  private final InstructionCache cache;
  private final int shift;
  private final int[] line; // by wavefront: number of its current line
  private int[] codeAt;
  private long warmFrom = NEVER; // first tick at which all of the kernel's code is available

  /**
   * Creates the fetch state of a unit's wavefronts.
   *
   * @param cache instruction cache of the unit
   * @param wavefronts number of wavefront slots of the unit
   */
  public CodeFetch(InstructionCache cache, int wavefronts) {
    this.cache = cache;
    shift = cache.lineShift();
    line = new int[wavefronts];
    own.include(cache);
  }

  /**
   * Begins to fetch a kernel's code.
   *
   * @param kernel name of the kernel
   * @param places byte offset of each instruction, then the size of the code
   */
  public void begin(String kernel, int[] places) {
    codeAt = places;
    cache.begin(kernel, places[places.length - 1]);
    Arrays.fill(line, NOTHING);
    warmFrom = NEVER;
  }

  /**
   * Fills the instruction cache with the current kernel's code, as if an earlier launch had fetched
   * it.
   */
  public void warm() {
    cache.warm();
  }

  /**
   * Starts a wavefront in a slot.
   *
   * @param w slot of the wavefront
   */
  public void started(int w) {
    line[w] = NOTHING;
  }

  /**
   * {@return whether code may be missing in the cache, so that {@link #there} must be called}
   *
   * @param t current tick
   */
  public boolean isCold(long t) {
    return t < warmFrom;
  }

  /**
   * {@return the tick at which a wavefront has the line of an instruction}
   *
   * @param w slot of the wavefront
   * @param i index of the instruction
   * @param t tick at which the wavefront reaches the instruction
   */
  public long there(int w, int i, long t) {
    int wanted = codeAt[i] >> shift;
    if (line[w] == wanted) {
      return t;
    }
    warmFrom = cache.warmFrom();
    if (t >= warmFrom) {
      return t;
    }
    line[w] = wanted;
    return cache.fetch(wanted, t);
  }

  /**
   * Adds the cache's counts.
   *
   * @param out receives the counts
   */
  public void statistics(Totals out) {
    CacheStatistics.INSTRUCTIONS.write(cache, out);
  }
}
