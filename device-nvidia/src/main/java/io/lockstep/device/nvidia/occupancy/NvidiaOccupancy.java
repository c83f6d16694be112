// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.occupancy;

import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Figures;
import java.util.List;
import java.util.Map;

/**
 * Computes the number of resident thread blocks of a multiprocessor of compute capability 7.0 to
 * 12.0.
 *
 * <p>Each sub-partition has an equal part of the registers, and a block's warps take them as if
 * their number were a multiple of the number of sub-partitions. Shared memory is what the largest
 * carve-out offers; from 8.0 on, each block takes some besides its own.
 *
 * <p>Source: CUDA C++ Programming Guide, technical specifications by compute capability. The
 * rounding of warps is from memory.
 *
 * <p>Immutable and thread-safe.
 */
public final class NvidiaOccupancy {
  private static final int KIB = 1024;

  /**
   * Carve-outs in KiB by compute capability (CUDA C++ Programming Guide; 9.0 and 12.0 from memory).
   */
  private static final Map<String, List<Integer>> CARVE_OUTS =
      Map.of(
          "7.0", List.of(0, 8, 16, 32, 64, 96),
          "7.5", List.of(32, 64),
          "8.0", List.of(0, 8, 16, 32, 64, 100, 132, 164),
          "8.6", List.of(0, 8, 16, 32, 64, 100),
          "8.9", List.of(0, 8, 16, 32, 64, 100),
          "9.0", List.of(0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
          "12.0", List.of(0, 8, 16, 32, 64, 100));

  private final UnitLimits limits;
  private final Resource registers;
  private final Resource shared;
  private final int reserved;
  private final List<Integer> carveOuts;

  /**
   * @param capability compute capability, for example {@code 8.0}
   */
  public NvidiaOccupancy(String capability, Figures f) {
    int warp = f.integer("unit.wavefront");
    int warps = f.integer("unit.wavefronts");
    int parts = f.integer("unit.simds");
    reserved = f.integer("lds.reserved");
    carveOuts = CARVE_OUTS.get(capability);
    registers =
        Resource.forWavefronts("registers", Need.REGISTERS, f.integer("registers.size") / parts)
            .inBanks(parts)
            .togetherFor(f.integer("registers.warps"))
            .taking(warp)
            .inGranules(f.integer("registers.granule"));
    shared =
        Resource.forGroups("shared memory", Need.LOCAL_MEMORY, f.integer("lds.size"))
            .inGranules(f.integer("lds.granule"));
    limits =
        new UnitLimits(
            warp,
            warps,
            f.integer("unit.group_size"),
            List.of(
                Resource.forWavefronts("wavefronts", Need.SLOT, warps),
                Resource.forGroups("groups", Need.SLOT, f.integer("unit.groups")),
                registers,
                shared));
  }

  public UnitLimits limits() {
    return limits;
  }

  /** Returns the shared memory of a multiprocessor in bytes. */
  public long sharedBytes() {
    return shared.total();
  }

  /** Returns the largest number of registers of a thread with which so many blocks fit; or 0. */
  public int mostRegisters(int threads, int blocks) {
    return (int) Math.max(0, limits.most(needs(threads, 0, 0), Need.REGISTERS, blocks));
  }

  /**
   * @param registersPerThread number of registers per thread
   * @param sharedPerBlock shared memory of a block in bytes, static and dynamic
   */
  public Needs needs(int threads, int registersPerThread, int sharedPerBlock) {
    return new Needs(
        threads,
        Map.of(
            Need.REGISTERS.name(),
            (long) registersPerThread,
            Need.LOCAL_MEMORY.name(),
            (long) sharedPerBlock + reserved));
  }

  /**
   * Returns the bytes of the smallest carve-out that holds the shared memory of so many blocks; the
   * first-level cache has the rest. That a driver chooses the smallest is from memory.
   */
  public int carveOut(Needs block, int blocks) {
    long bytes = blocks * shared.ofGroup(block, limits.wavefronts(block.groupSize()));
    return carveOuts.stream()
            .filter(kib -> (long) kib * KIB >= bytes)
            .findFirst()
            .orElse(carveOuts.get(carveOuts.size() - 1))
        * KIB;
  }
}
