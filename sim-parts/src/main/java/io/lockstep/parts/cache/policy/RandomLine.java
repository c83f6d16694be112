// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Evicts a pseudo-random line, which depends on the seed and on the number of earlier fills. */
public final class RandomLine implements ReplacementPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public RandomLine() {}

  @Override
  public String name() {
    return "random";
  }

  @Override
  public String definition() {
    return "any line, by numbers that the seed decides";
  }

  @Override
  public ReplacementRule rule(int sets, int ways, long seed) {
    return new ReplacementRule() {
      private final long[] lines = new long[] {seed};

      @Override
      public int victim(int set) {
        long z = lines[0] * 0x9E3779B97F4A7C15L; // SplitMix64 of a counter
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return (int) ((z >>> 33) % ways);
      }

      @Override
      public void filled(int set, int way) {
        lines[0]++;
      }
    };
  }
}
