// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.cache.InstructionCacheConfig;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.sm.memory.MemoryHierarchy;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import java.util.Optional;

/** Configuration of a multiprocessor, in its clocks. Immutable and thread-safe. */
final class SmConfig {
  final DeviceSpec spec;
  final ComputeUnitConfig unit;
  final Ideals ideals;
  final SmOccupancy occupancy;

  /** Whether dependences are ideal: results are immediate, control flow costs no time. */
  final boolean atOnce;

  final int partitions;

  /** Clocks of a port for an instruction. */
  final int slot;

  /** Whether a port takes a warp's next instruction too, if that need not wait. */
  final boolean pairs;

  /** Clocks until a counter shows the result of a product of matrices; 0 if stall counts do. */
  final int matrixLatency;

  final MemoryUnitConfig firstLevel;
  final MemoryUnitConfig constants;

  /** Cache of a sub-partition; empty if instruction fetch is ideal. */
  final Optional<InstructionCacheConfig> nearCode;

  /** Cache behind it. */
  final Optional<InstructionCacheConfig> code;

  /**
   * @param occupancy rules of occupancy, which divide the L1 from shared memory
   * @param matrixLatency clocks until a counter shows a product of matrices; 0 if stall counts do
   */
  SmConfig(DeviceSpec spec, SmOccupancy occupancy, int matrixLatency) {
    this.spec = spec;
    this.occupancy = occupancy;
    ideals = spec.ideals();
    atOnce = ideals.has(Ideal.DEPENDENCY);
    partitions = spec.integer("unit.simds");
    slot = (int) spec.optional("issue.slot").orElse(1);
    pairs = spec.optional("issue.dispatches").orElse(1) > 1;
    unit =
        new ComputeUnitConfig(
            spec.integer("unit.groups"),
            spec.integer("unit.wavefronts"),
            spec.integer("unit.wavefront"),
            false,
            partitions,
            SmIssueCause.SCHEME);
    firstLevel = MemoryHierarchy.firstLevel(spec);
    constants = MemoryHierarchy.constants(spec);
    code = InstructionCacheConfig.of(spec);
    this.matrixLatency = atOnce ? 0 : matrixLatency;
    nearCode =
        code.map(
            behind ->
                new InstructionCacheConfig(
                    spec.value("l0.size"),
                    spec.value("l0.line"),
                    spec.integer("l0.ways"),
                    spec.integer("l0.ahead"),
                    spec.value("l0.latency")));
  }

  /** Returns a latency; 0 if dependences are ideal. */
  int latency(String path) {
    return atOnce ? 0 : spec.integer(path);
  }
}
