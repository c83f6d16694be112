// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Write-through without write-allocate. */
public final class WriteThrough implements WritePolicy {
  /** The policy's name. */
  public static final String NAME = "write_through";

  /** Creates the policy; called by ServiceLoader. */
  public WriteThrough() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes go on; a line that is held is updated, none is allocated";
  }

  @Override
  public WriteAction held() {
    return WriteAction.UPDATE;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.UPDATE;
  }
}
