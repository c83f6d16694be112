package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.memory.AddressUnit;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * What the compute units of a device have in common: one copy for all of them stays in the host's
 * caches, where a copy in each of some hundred units would not.
 *
 * @param spec the specification
 * @param timing times of the issue, the LDS and the paths
 * @param vectorMemory of each compute unit
 * @param scalarMemory of the scalar cache that neighbours share
 * @param addresses address unit in front of the vector memory
 * @param code instruction cache that neighbours share; empty where code is always there
 */
record UnitDesign(
    DeviceSpec spec,
    IssueTiming timing,
    MemoryUnitConfig vectorMemory,
    MemoryUnitConfig scalarMemory,
    AddressUnit addresses,
    Optional<InstructionCacheConfig> code) {
  /** Multiple of bytes at which a pass of the address unit begins; absent: of its width. */
  static final String ADDRESS_ALIGNMENT = "memory.address_alignment";

  /** Banks of the vector L1's data RAM; absent: they never conflict. */
  static final String BANKS = "l1.banks";

  /** The design that a specification describes. */
  static UnitDesign of(DeviceSpec spec) {
    return new UnitDesign(
        spec,
        new IssueTiming(spec),
        CdnaMemory.vectorUnit(spec),
        CdnaMemory.scalarUnit(spec),
        addressUnit(spec),
        InstructionCacheConfig.of(spec));
  }

  private static AddressUnit addressUnit(DeviceSpec spec) {
    int width = spec.integer("memory.address_width");
    return new AddressUnit(
        spec.integer("memory.lanes"),
        width,
        spec.has(ADDRESS_ALIGNMENT) ? spec.integer(ADDRESS_ALIGNMENT) : width,
        spec.has(BANKS) ? spec.integer(BANKS) : 0);
  }
}
