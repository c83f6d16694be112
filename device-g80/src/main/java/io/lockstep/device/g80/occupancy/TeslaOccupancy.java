// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.occupancy;

import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Figures;
import java.util.List;

/**
 * Computes the number of resident thread blocks of a multiprocessor of compute capability 1.x in
 * the same way as the vendor's spreadsheet.
 *
 * <p>Registers are allocated per block, with the number of warps rounded up to an even number.
 * Shared memory is allocated in units of 512 bytes and includes kernel arguments and a 16-byte
 * header.
 *
 * <p>Source: NVIDIA's CUDA occupancy calculator, as re-implemented in gabyx/CudaFramework
 * (GPUDefines.hpp) and tmcdonell/cuda (Foreign.CUDA.Analysis.Occupancy).
 *
 * <p>Immutable and thread-safe.
 */
public final class TeslaOccupancy {
  private final UnitLimits limits;
  private final Resource registers;
  private final Resource shared;

  public TeslaOccupancy(Figures f) {
    int warp = f.integer("unit.wavefront");
    int warps = f.integer("unit.wavefronts");
    registers =
        Resource.forGroupsOfWavefronts("registers", Need.REGISTERS, f.integer("registers.size"))
            .taking(warp)
            .togetherFor(f.integer("registers.warps"))
            .inGranules(f.integer("registers.granule"));
    shared =
        Resource.forGroups("local memory", Need.LOCAL_MEMORY, f.integer("lds.size"))
            .inGranules(f.integer("lds.granule"));
    limits =
        new UnitLimits(
            warp,
            warps,
            f.integer("unit.group_size"),
            List.of(
                Resource.forGroups("groups", Need.SLOT, f.integer("unit.groups")),
                Resource.forWavefronts("wavefronts", Need.SLOT, warps),
                registers,
                shared));
  }

  public UnitLimits limits() {
    return limits;
  }

  /** Returns the number of 32-bit registers of a multiprocessor. */
  public long registers() {
    return registers.total();
  }

  /** Returns the shared memory of a multiprocessor in bytes. */
  public long sharedBytes() {
    return shared.total();
  }

  /** Returns the blocks that fit the registers of a multiprocessor. */
  public int blocks(int threads, int registersPerThread) {
    return registers.groups(Needs.of(threads, registersPerThread, 0), limits.wavefronts(threads));
  }

  /** Returns the maximum registers of a thread with which so many blocks fit; 0 if none do. */
  public int mostRegisters(int threads, int blocks) {
    return (int) Math.max(0, limits.most(Needs.of(threads), Need.REGISTERS, blocks));
  }

  public long registersPerBlock(Needs block) {
    return registers.ofGroup(block, limits.wavefronts(block.groupSize()));
  }
}
