package io.lockstep.parts.cache;

import io.lockstep.core.engine.StateReader;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.Totals;
import java.util.Arrays;

/**
 * The code that the wavefronts of a compute unit have at hand: a line each, from the instruction
 * cache. Neighbouring units share one on the chips; here each has one of that size, so that a unit
 * gains nothing from what another fetched, and the order of events at one tick decides nothing.
 * Units that run one kernel fetch the same lines at about the same time. Not thread-safe.
 */
public final class CodeFetch extends SavedPart {
  private static final int NOTHING = -1;
  private static final long NEVER = Long.MAX_VALUE;

  private final InstructionCache cache;
  private final int shift;
  private final int[] line; // that each wavefront has
  private int[] codeAt;
  private long warmFrom = NEVER; // tick from which on all of the running kernel's code is there

  /**
   * Connects wavefronts to a cache.
   *
   * @param cache of the unit
   * @param wavefronts slots of the unit
   */
  public CodeFetch(InstructionCache cache, int wavefronts) {
    this.cache = cache;
    shift = cache.lineShift();
    line = state.keep(new int[wavefronts]);
    state.keep(cache);
  }

  /**
   * A launch of a kernel begins.
   *
   * @param kernel its name
   * @param places the byte at which each instruction begins, and behind the last the code's size
   */
  public void begin(String kernel, int[] places) {
    codeAt = places;
    cache.begin(kernel, places[places.length - 1]);
    Arrays.fill(line, NOTHING);
    warmFrom = NEVER;
  }

  /**
   * A wavefront starts in a slot.
   *
   * @param w its slot
   */
  public void started(int w) {
    line[w] = NOTHING;
  }

  /**
   * {@return whether some of the code may still be missing: then {@link #there} is asked}
   *
   * @param t the tick
   */
  public boolean isCold(long t) {
    return t < warmFrom;
  }

  /**
   * {@return the tick at which a wavefront has the line of an instruction}
   *
   * @param w its slot
   * @param i number of the instruction that it comes to
   * @param t tick at which it comes
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

  @Override
  public void load(StateReader in) {
    super.load(in);
    warmFrom = NEVER; // asked for anew
  }

  /**
   * Adds the cache's counts.
   *
   * @param out all statistics
   */
  public void statistics(Totals out) {
    CacheStatistics.INSTRUCTIONS.write(cache, out);
  }
}
