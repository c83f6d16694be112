// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.occupancy;

import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Figures;
import java.util.List;

/**
 * Computes the residency on a compute unit, which is limited by wavefront slots, vector and scalar
 * registers of a SIMD, LDS, and barriers for groups with several wavefronts.
 *
 * <p>Sources: LLVM AMDGPU usage, compute_pgm_rsrc1 and GRANULATED_LDS_SIZE (granules); ROCm Compute
 * Profiler, occupancy limiters example; AMD lab notes, register pressure (102 registers leave 4
 * wavefronts, 96 leave 5).
 *
 * <p>Immutable and thread-safe.
 */
public final class GcnOccupancy {
  public static final Need SCALARS =
      new Need("scalar_registers", "scalar register", "scalar registers", 1);

  private final UnitLimits limits;
  private final Resource vectors;
  private final Resource local;

  public GcnOccupancy(Figures spec) {
    int simds = spec.integer("unit.simds");
    int slots = spec.integer("unit.wave_slots");
    vectors =
        Resource.forWavefronts("vector registers", Need.REGISTERS, spec.integer("registers.vector"))
            .inBanks(simds)
            .inGranules(spec.integer("registers.vector_granule"))
            .atLeast(1);
    local =
        Resource.forGroups("local memory", Need.LOCAL_MEMORY, spec.integer("lds.size"))
            .inGranules(spec.integer("lds.granule"));
    Resource scalars =
        Resource.forWavefronts("scalar registers", SCALARS, spec.integer("registers.scalar"))
            .inBanks(simds)
            .inGranules(spec.integer("registers.scalar_granule"))
            .atLeast(1);
    limits =
        new UnitLimits(
            spec.integer("unit.wavefront"),
            simds * slots,
            spec.integer("unit.group_size"),
            List.of(
                Resource.forWavefronts("wavefronts", Need.SLOT, slots).inBanks(simds),
                vectors,
                scalars,
                Resource.forGroups("barriers", Need.SLOT, spec.integer("unit.barriers"))
                    .fromWavefronts(2),
                local));
  }

  public UnitLimits limits() {
    return limits;
  }

  /** Returns the vector registers of a work-item with which a group of this size fits a unit. */
  public int mostVectors(int groupSize) {
    return (int) limits.most(Needs.of(groupSize), Need.REGISTERS, 1);
  }

  public static Needs needs(int vectors, int scalars, int groupSize, int localBytes) {
    return Needs.of(groupSize, vectors, localBytes).with(SCALARS, scalars);
  }

  /**
   * @throws RefusalException if not even a single group fits
   */
  public Occupancy of(Needs needs) {
    long bytes = needs.amount(Need.LOCAL_MEMORY);
    if (bytes > local.total()) {
      throw new RefusalException(
          "a group asks for " + bytes + " bytes of local memory, the LDS holds " + local.total());
    }
    Occupancy fit = Occupancy.of(limits, needs);
    if (fit.groups() == 0) {
      throw new RefusalException(
          "a group of "
              + needs.groupSize()
              + " work-items with "
              + needs.amount(Need.REGISTERS)
              + " vector registers each does not fit a compute unit of "
              + Math.min(limits.maximum(), vectors.groups(needs, 1))
              + " such wavefronts");
    }
    return fit;
  }
}
