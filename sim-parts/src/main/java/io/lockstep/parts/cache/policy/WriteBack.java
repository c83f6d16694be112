// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Write-back, write-allocate; sectors are written without a fetch. */
public final class WriteBack implements WritePolicy {
  /** The policy's name. */
  public static final String NAME = "write_back";

  /** Creates the policy; called by ServiceLoader. */
  public WriteBack() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes stay as dirty sectors, allocated without a fetch, until the line is evicted";
  }

  @Override
  public WriteAction held() {
    return WriteAction.KEEP;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.KEEP;
  }
}
