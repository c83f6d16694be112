// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Evicts the line that was filled first, regardless of its use. */
public final class FirstIn implements ReplacementPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public FirstIn() {}

  @Override
  public String name() {
    return "fifo";
  }

  @Override
  public String definition() {
    return "the line that came first, however often it was used since";
  }

  @Override
  public ReplacementRule rule(int sets, int ways, long seed) {
    return new ReplacementRule() {
      private final byte[] next = new byte[sets]; // ways are filled in turn

      @Override
      public int victim(int set) {
        return next[set];
      }

      @Override
      public void filled(int set, int way) {
        next[set] = (byte) (way + 1 == ways ? 0 : way + 1);
      }
    };
  }
}
