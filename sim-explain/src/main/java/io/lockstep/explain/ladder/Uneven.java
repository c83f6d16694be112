// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

/** Names of the steps for load imbalance of the roof's resource. */
public final class Uneven {
  /** Load imbalance between compute units. */
  public static final String UNITS = "uneven units";

  /** Load imbalance between DRAM channels. */
  public static final String CHANNELS = "uneven channels";

  /** Load imbalance between slices of the second-level cache. */
  public static final String SLICES = "uneven slices";

  private Uneven() {}
}
