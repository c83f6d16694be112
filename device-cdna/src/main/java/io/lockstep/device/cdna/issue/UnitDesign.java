// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.memory.AddressUnit;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * Configuration shared by all compute units of a device. Sharing one copy saves host cache,
 * compared with a copy in each of some hundred units.
 *
 * @param timing of the issue, the LDS and the memory paths
 * @param vectorMemory of each compute unit
 * @param scalarMemory of the scalar cache that neighbours share
 * @param addresses address unit in front of the vector memory
 * @param code instruction cache that neighbours share; empty if instruction fetch is ideal
 */
record UnitDesign(
    DeviceSpec spec,
    IssueTiming timing,
    MemoryUnitConfig vectorMemory,
    MemoryUnitConfig scalarMemory,
    AddressUnit addresses,
    Optional<InstructionCacheConfig> code) {
  /** Alignment in bytes of an address unit's pass; absent: the width of a pass. */
  static final String ADDRESS_ALIGNMENT = "memory.address_alignment";

  /** Number of banks of the vector L1's data RAM; absent: no conflicts. */
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
