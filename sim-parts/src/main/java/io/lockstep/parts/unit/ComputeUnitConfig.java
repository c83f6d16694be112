package io.lockstep.parts.unit;

import java.util.List;

/**
 * What every compute unit has. Immutable and thread-safe.
 *
 * @param groups work-groups it can hold
 * @param wavefronts wavefronts it can hold
 * @param width lanes of a wavefront, at most 64
 * @param takenFirst whether the taken side of a divergent branch runs first
 * @param issuePorts issue ports whose time is accounted for
 * @param causes names of the causes of {@link IssueAccount}, by number
 * @param idleCause the cause "no wavefront"
 */
public record ComputeUnitConfig(
    int groups,
    int wavefronts,
    int width,
    boolean takenFirst,
    int issuePorts,
    List<String> causes,
    int idleCause) {
  public ComputeUnitConfig {
    causes = List.copyOf(causes);
    if (groups < 1 || wavefronts < 1 || idleCause < 0 || idleCause >= causes.size()) {
      throw new IllegalArgumentException(groups + " groups, " + wavefronts + " wavefronts");
    }
  }
}
