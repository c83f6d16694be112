// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.IssueScheme;

/**
 * Sizes and issue ports of a compute unit.
 *
 * @param groups maximum number of resident work-groups
 * @param wavefronts maximum number of resident wavefronts
 * @param width number of lanes of a wavefront, at most 64, for launches that state none
 * @param takenFirst whether the taken side of a divergent branch runs first
 * @param issuePorts number of issue ports
 * @param issue kinds of ports, and reasons of cycle accounting
 */
public record ComputeUnitConfig(
    int groups, int wavefronts, int width, boolean takenFirst, int issuePorts, IssueScheme issue) {
  /**
   * Checks the values.
   *
   * @param groups maximum number of resident work-groups, at least 1
   * @param wavefronts maximum number of resident wavefronts, at least 1
   * @param width number of lanes of a wavefront, at most 64, for launches that state none
   * @param takenFirst whether the taken side of a divergent branch runs first
   * @param issuePorts number of issue ports
   * @param issue kinds of ports, and reasons of cycle accounting
   * @throws IllegalArgumentException if there is no group or no wavefront, or the declared kinds of
   *     ports do not add up to {@code issuePorts}
   */
  public ComputeUnitConfig {
    if (groups < 1 || wavefronts < 1) {
      throw new IllegalArgumentException(groups + " groups, " + wavefronts + " wavefronts");
    }
    issue.ports().forEach(kind -> issue.count(kind, issuePorts));
  }
}
