// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.board.GpuDevice;
import io.lockstep.parts.board.GpuMachine;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.GroupPlacement;
import io.lockstep.sm.memory.MemoryHierarchy;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.Optional;
import java.util.function.Function;

/**
 * A board of multiprocessors in texture clusters (TPCs) of processing clusters (GPCs), but for its
 * compiler and its capabilities. A block goes to the multiprocessor with the fewest blocks; ties
 * alternate between processing clusters, then between texture clusters. Immutable and thread-safe.
 */
public abstract class SmDevice extends GpuDevice {
  protected final SmOccupancy occupancy;
  private final int matrixLatency;

  /**
   * @param capabilities computes the capabilities from the checked specification
   * @param occupancy rules of occupancy, which divide the L1 from shared memory
   * @param matrixLatency clocks until a counter shows a product of matrices; 0 if stall counts do
   */
  protected SmDevice(
      DeviceSpec spec,
      Function<DeviceSpec, Capabilities> capabilities,
      SmOccupancy occupancy,
      int matrixLatency) {
    super(spec, capabilities);
    this.occupancy = occupancy;
    this.matrixLatency = matrixLatency;
  }

  /** Returns the lanes of a multiprocessor that begin an instruction in a clock. */
  public static double lanes(DeviceSpec spec, String interval) {
    return (double) spec.value("unit.simds") * spec.value("unit.wavefront") / spec.value(interval);
  }

  @Override
  public Occupancy occupancy(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    Needs block = needs(code, geometry, dynamicLocalBytes);
    Occupancy fit = occupancy.fit(block);
    if (fit.groups() == 0) {
      throw new RefusalException(
          ("kernel '%s': no block of %s threads fits a multiprocessor; a thread takes %s registers"
                  + " (at most %s), the block %s of %s bytes of shared memory, %s of %s warps")
              .formatted(
                  code.kernel().name(),
                  geometry.groupSize(),
                  block.amount(Need.REGISTERS),
                  occupancy.mostRegisters(geometry.groupSize(), 1),
                  block.amount(Need.LOCAL_MEMORY),
                  occupancy.sharedBytes(),
                  fit.wavefrontsPerGroup(),
                  fit.maximum()));
    }
    return fit;
  }

  @Override
  public UnitLimits limits() {
    return occupancy.limits();
  }

  @Override
  public Needs needs(MachineKernel code, Geometry geometry, int dynamicLocalBytes) {
    // The compiler spills values in excess of the maximum registers per thread.
    int registers = Math.min(code.registers(), spec.integer("registers.per_item"));
    int shared = code.kernel().localBytes() + dynamicLocalBytes;
    return occupancy.needs(geometry.groupSize(), registers, shared);
  }

  @Override
  public Machine assemble(Simulation simulation) {
    SmConfig config = new SmConfig(spec, occupancy, matrixLatency);
    return new GpuMachine(
        simulation,
        MemoryHierarchy.gpu(spec),
        MemoryHierarchy.map(spec),
        GroupPlacement.of(spec, new BreadthFirst(), new int[][] {order()}),
        (cluster, index, memory) -> new StreamingMultiprocessor(cluster, index, memory, config));
  }

  /** Returns the multiprocessors in the order in which they are filled. */
  private int[] order() {
    int units = spec.integer("unit.count");
    int engines = spec.integer("unit.engines");
    int each = spec.integer("unit.per_cluster");
    int clusters = (units + each - 1) / each;
    int most = (clusters + engines - 1) / engines; // texture clusters of a processing cluster
    int[] order = new int[units];
    int n = 0;
    for (int place = 0; place < each; place++) {
      for (int c = 0; c < most; c++) {
        for (int e = 0; e < engines; e++) {
          int unit = (c * engines + e) * each + place;
          if (c * engines + e < clusters && unit < units) {
            order[n++] = unit;
          }
        }
      }
    }
    return order;
  }

  @Override
  public long operationsPerCycle() {
    return Math.round(2 * spec.value("unit.count") * lanes(spec, "issue.interval"));
  }

  @Override
  public Optional<ChannelMap> channels() {
    return Optional.of(MemoryHierarchy.map(spec));
  }
}
