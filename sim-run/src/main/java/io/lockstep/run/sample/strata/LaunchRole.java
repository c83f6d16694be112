// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

/** What a pass does with a launch of a program whose launches are sampled. */
public enum LaunchRole {
  SIMULATED,
  /** Its work-groups pass through the tags of caches, for a launch that is simulated later. */
  WARMS,
  LEFT_OUT
}
