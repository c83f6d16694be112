// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.policy.Policy;

/**
 * Determines how many banks a refresh command closes: {@code dram.refresh}. Each bank is refreshed
 * once per refresh interval ({@code dram.trefi}); the policy sets the number of commands.
 */
public interface RefreshPolicy extends Policy {
  /**
   * {@return the number of refresh commands per interval, 1 to {@code banks}}
   *
   * <p>A single command closes the channel for {@code dram.trfc}. Several commands each close their
   * share of the banks for {@code dram.trfc_bank}, one after the other, while other banks serve
   * requests.
   *
   * @param banks number of banks of a channel
   */
  int commands(int banks);
}
