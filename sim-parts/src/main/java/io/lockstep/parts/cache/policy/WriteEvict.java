// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Write-through that invalidates held sectors when they are written (write-evict in GPGPU-Sim). */
public final class WriteEvict implements WritePolicy {
  /** The policy's name. */
  public static final String NAME = "write_evict";

  /** Creates the policy; called by ServiceLoader. */
  public WriteEvict() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes go on; what is held of the written sectors is dropped";
  }

  @Override
  public WriteAction held() {
    return WriteAction.DROP;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.DROP;
  }
}
