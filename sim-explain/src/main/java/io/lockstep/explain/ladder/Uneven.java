// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

/** Names of steps for an uneven load on the roof's resource. */
public final class Uneven {
  /** Uneven load of compute units. */
  public static final String UNITS = "uneven units";

  /** Uneven load of DRAM channels. */
  public static final String CHANNELS = "uneven channels";

  /** Uneven load of slices of the second-level cache. */
  public static final String SLICES = "uneven slices";

  private Uneven() {}
}
