// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.OptionalLong;

/** Simulates every launch in full. Immutable. */
final class Exact implements Sampler, Sampler.Estimate {
  static final Exact INSTANCE = new Exact();

  private static final OptionalLong NOTHING = OptionalLong.of(0);

  private Exact() {}

  @Override
  public WorkGroupSource begin(
      long number, int slot, LaunchPlan plan, WorkGroupSource groups, long tick) {
    return groups;
  }

  @Override
  public OptionalLong ends(long number, long tick) {
    return NOTHING;
  }

  @Override
  public Next next(int left, long idle) {
    return new Next(left, false);
  }

  @Override
  public Estimate estimate() {
    return this;
  }
}
