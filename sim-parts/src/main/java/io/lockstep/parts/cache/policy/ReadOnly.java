// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** Writes bypass the cache; held lines become stale, as in texture caches. */
public final class ReadOnly implements WritePolicy {
  /** The policy's name. */
  public static final String NAME = "read_only";

  /** Creates the policy; called by ServiceLoader. */
  public ReadOnly() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "writes pass it by; a line that is held goes stale";
  }

  @Override
  public WriteAction held() {
    return WriteAction.PASS;
  }

  @Override
  public WriteAction absent() {
    return WriteAction.PASS;
  }
}
