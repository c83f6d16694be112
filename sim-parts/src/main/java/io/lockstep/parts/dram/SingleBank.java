// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/** Refreshes one bank after the other (REFSB of JESD235, REFpb of LPDDR and GDDR6). */
public final class SingleBank implements RefreshPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public SingleBank() {}

  @Override
  public String name() {
    return "single_bank";
  }

  @Override
  public String definition() {
    return "one bank after the other, while the others serve requests";
  }

  @Override
  public int commands(int banks) {
    return banks;
  }
}
