// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Tree pseudo-LRU: each node of a binary tree over the ways points away from the last use. */
public final class TreePlru implements ReplacementPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public TreePlru() {}

  @Override
  public String name() {
    return "tree_plru";
  }

  @Override
  public String definition() {
    return "a line not used lately: a bit at each branch of a tree over the ways points away from the last use";
  }

  @Override
  public ReplacementRule rule(int sets, int ways, long seed) {
    int leaves = Math.max(2, Integer.highestOneBit(ways * 2 - 1)); // a power of two
    int words = leaves + 63 >>> 6;
    return new ReplacementRule() {
      private final long[] right =
          new long[sets * words]; // one bit per tree node; the root is node 1

      private boolean pointsRight(int set, int branch) {
        return (right[set * words + (branch >>> 6)] >>> branch & 1) != 0;
      }

      @Override
      public int victim(int set) {
        int branch = 1;
        for (int half = leaves >>> 1; half > 0; half >>>= 1) {
          int below = 2 * branch + 1;
          int first =
              (below << Integer.numberOfTrailingZeros(half))
                  - leaves; // first way of the right half
          branch = pointsRight(set, branch) && first < ways ? below : below - 1;
        }
        return branch - leaves;
      }

      @Override
      public void used(int set, int way) {
        for (int node = way + leaves; node > 1; node >>>= 1) {
          int at = set * words + (node >>> 7);
          long bit = 1L << (node >>> 1);
          right[at] = (node & 1) != 0 ? right[at] & ~bit : right[at] | bit;
        }
      }
    };
  }
}
