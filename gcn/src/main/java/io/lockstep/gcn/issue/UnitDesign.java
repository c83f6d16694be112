// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.memory.AddressUnit;
import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * The configuration that all compute units of a device share; a copy in each of some hundred units
 * would waste cache of the host.
 *
 * @param timing timing of issue, LDS and memory paths
 * @param vectorMemory memory unit of each compute unit
 * @param scalarMemory memory unit of the scalar cache that neighbours share
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
  /** Path of the alignment in bytes of an address unit's pass; by default a pass's width. */
  static final String ADDRESS_ALIGNMENT = "memory.address_alignment";

  /** Path of the number of banks of the vector L1's data RAM; if absent, no conflicts. */
  static final String BANKS = "l1.banks";

  static UnitDesign of(DeviceSpec spec, Chip chip) {
    return new UnitDesign(
        spec,
        new IssueTiming(spec, chip),
        GcnMemory.vectorUnit(spec),
        GcnMemory.scalarUnit(spec),
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
