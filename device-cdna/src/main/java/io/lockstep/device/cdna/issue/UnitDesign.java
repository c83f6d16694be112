package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.memory.AddressUnit;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * What the compute units of a device have in common: one copy for all of them stays in the host's
 * caches, where a copy in each of some hundred units would not. Immutable and thread-safe.
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
  /** The design that a specification describes. */
  static UnitDesign of(DeviceSpec spec) {
    return new UnitDesign(
        spec,
        new IssueTiming(spec),
        CdnaMemory.vectorUnit(spec),
        CdnaMemory.scalarUnit(spec),
        new AddressUnit(spec.integer("memory.lanes"), spec.integer("memory.address_width")),
        InstructionCacheConfig.of(spec));
  }
}
