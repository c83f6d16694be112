package io.lockstep.parts.dram;

import io.lockstep.parts.policy.Policy;

/** Which channel, bank and row of DRAM an address lies in: {@code dram.mapping}. */
public interface MappingPolicy extends Policy {
  /**
   * Makes the mapping of one device.
   *
   * @param geometry what addresses are dealt out over
   * @return a mapping under which no two blocks share a place
   */
  DramMapping mapping(DramGeometry geometry);
}
