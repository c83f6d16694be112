package io.lockstep.parts.dram;

import io.lockstep.parts.policy.Policy;

/**
 * How many banks of a channel a refresh closes: {@code dram.refresh}. In every refresh interval
 * ({@code dram.trefi}) each bank is refreshed once; a policy says into how many commands that is
 * cut.
 */
public interface RefreshPolicy extends Policy {
  /**
   * {@return refresh commands of one interval, 1 to {@code banks}}
   *
   * <p>One closes the channel for {@code dram.trfc}. Each of several closes its share of the banks,
   * one behind the other, for {@code dram.trfc_bank}, while the other banks serve requests.
   *
   * @param banks of a channel
   */
  int commands(int banks);
}
