package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.memory.AddressUnit;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * What all compute units of a device share, to save host cache.
 *
 * @param addresses address unit of the vector memory
 * @param code instruction cache that neighbours share; empty: ideal instruction fetch
 */
record UnitDesign(
    DeviceSpec spec,
    IssueTiming timing,
    MemoryUnitConfig vectorMemory,
    MemoryUnitConfig scalarMemory,
    AddressUnit addresses,
    Optional<InstructionCacheConfig> code) {
  /** Bytes to which an address unit's pass is aligned; absent: its width. */
  static final String ADDRESS_ALIGNMENT = "memory.address_alignment";

  /** Banks of the vector L1's data RAM; absent: no conflicts. */
  static final String BANKS = "l1.banks";

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
