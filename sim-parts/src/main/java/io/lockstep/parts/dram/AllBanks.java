// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/** Refreshes all banks of a channel at once (REF); implemented by {@link DramChannel}. */
public final class AllBanks implements RefreshPolicy {
  /** The policy's name. */
  public static final String NAME = "all_banks";

  /** Creates the policy; called by ServiceLoader. */
  public AllBanks() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "all banks of a channel at once";
  }

  @Override
  public int commands(int banks) {
    return 1;
  }
}
