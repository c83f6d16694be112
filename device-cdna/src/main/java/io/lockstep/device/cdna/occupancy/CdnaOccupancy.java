package io.lockstep.device.cdna.occupancy;

import io.lockstep.parts.device.Occupancy;
import io.lockstep.parts.device.RefusalException;
import io.lockstep.parts.spec.DeviceSpec;

/**
 * Residency on a CDNA compute unit: wavefront slots, vector and scalar registers of a SIMD, LDS,
 * barriers of groups with several wavefronts.
 *
 * <p>Sources: LLVM AMDGPU usage, compute_pgm_rsrc1 and GRANULATED_LDS_SIZE (granules); ROCm Compute
 * Profiler, occupancy limiters example; AMD lab notes, register pressure (102 registers leave 4
 * wavefronts, 96 leave 5).
 *
 * <p>Immutable and thread-safe.
 */
public final class CdnaOccupancy {
  private final int wavefront;
  private final int simds;
  private final int slots;
  private final int barriers;
  private final int vectorRegisters;
  private final int vectorGranule;
  private final int scalarRegisters;
  private final int scalarGranule;
  private final int ldsBytes;
  private final int ldsGranule;

  /** The limits of a device. */
  public CdnaOccupancy(DeviceSpec spec) {
    wavefront = spec.integer("unit.wavefront");
    simds = spec.integer("unit.simds");
    slots = spec.integer("unit.wave_slots");
    barriers = spec.integer("unit.barriers");
    vectorRegisters = spec.integer("registers.vector");
    vectorGranule = spec.integer("registers.vector_granule");
    scalarRegisters = spec.integer("registers.scalar");
    scalarGranule = spec.integer("registers.scalar_granule");
    ldsBytes = spec.integer("lds.size");
    ldsGranule = spec.integer("lds.granule");
  }

  /** Vector registers that a wavefront of some registers really takes. */
  public int allocatedVectors(int registers) {
    return align(Math.max(1, registers), vectorGranule);
  }

  /** Wavefronts of a SIMD that vector registers allow. */
  public int byVectorRegisters(int registers) {
    return vectorRegisters / allocatedVectors(registers);
  }

  /** Wavefronts of a SIMD that scalar registers allow. */
  public int byScalarRegisters(int registers) {
    return scalarRegisters / align(Math.max(1, registers), scalarGranule);
  }

  /** Groups of a compute unit that the LDS allows. */
  public int byLds(int bytes) {
    return bytes == 0 ? Integer.MAX_VALUE : ldsBytes / align(bytes, ldsGranule);
  }

  /**
   * Residency of a launch.
   *
   * @param vectors vector registers of a wavefront
   * @param scalars scalar registers of a wavefront
   * @param groupSize work-items of a group
   * @param localBytes LDS of a group
   * @throws RefusalException where not even one group fits
   */
  public Occupancy of(int vectors, int scalars, int groupSize, int localBytes) {
    int waves = (groupSize + wavefront - 1) / wavefront;
    int maximum = simds * slots;
    if (localBytes > ldsBytes) {
      throw new RefusalException(
          "a group asks for " + localBytes + " bytes of local memory, the LDS holds " + ldsBytes);
    }
    int perSimd = Math.min(slots, Math.min(byVectorRegisters(vectors), byScalarRegisters(scalars)));
    int groups = perSimd * simds / waves;
    String limit =
        perSimd == slots
            ? "wavefronts"
            : perSimd == byVectorRegisters(vectors) ? "vector registers" : "scalar registers";
    if (groups == 0) {
      throw new RefusalException(
          "a group of "
              + groupSize
              + " work-items with "
              + vectors
              + " vector registers each does not fit a compute unit of "
              + perSimd * simds
              + " such wavefronts");
    }
    if (waves > 1 && barriers < groups) {
      groups = barriers;
      limit = "barriers";
    }
    if (byLds(localBytes) < groups) {
      groups = byLds(localBytes);
      limit = "local memory";
    }
    return new Occupancy(groups, groups * waves, maximum, waves, limit);
  }

  private static int align(int value, int granule) {
    return (value + granule - 1) / granule * granule;
  }
}
