// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

import io.lockstep.parts.cache.SectoredCache;

/** Evicts the least recently used line; {@link SectoredCache} has a faster implementation. */
public final class LeastRecentlyUsed implements ReplacementPolicy {
  /** The policy's name. */
  public static final String NAME = "lru";

  /** Creates the policy; called by ServiceLoader. */
  public LeastRecentlyUsed() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the line that was used longest ago";
  }

  @Override
  public ReplacementRule rule(int sets, int ways, long seed) {
    int words = LruOrder.words(ways);
    return new ReplacementRule() {
      private final long[] order = started(new long[sets * words]);

      private long[] started(long[] fresh) {
        for (int set = 0; set < sets; set++) {
          LruOrder.start(fresh, set * words, ways);
        }
        return fresh;
      }

      @Override
      public int victim(int set) {
        return LruOrder.last(order, set * words, ways);
      }

      @Override
      public void used(int set, int way) {
        LruOrder.touch(order, set * words, ways, way);
      }
    };
  }
}
