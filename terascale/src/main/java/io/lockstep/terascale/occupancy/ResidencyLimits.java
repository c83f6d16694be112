// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.occupancy;

import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Figures;
import java.util.List;

/**
 * Computes the number of resident wavefronts of a compute unit for a launch. It is limited by
 * registers, local memory, group slots, the wavefronts of the device and the control-flow stack,
 * and consists of whole groups.
 *
 * <p>Registers: 256 rows per lane minus the clause temporaries of two wavefronts (2 × 4), divided
 * by the kernel's 128-bit registers: floor(248 / n). Groups: barrier hardware for 8. The device's
 * limit (496 on Cypress, two engines of 248) is divided among the compute units, as are the stack
 * entries of an engine.
 *
 * <p>Sources: LLVM R600MachineScheduler (248 / registers), Linux radeon driver, gpu_init (rows,
 * temporaries, thread and stack limits), Georgia Tech CS4803DGC slides (groups stay until all their
 * wavefronts end). Without clause temporaries, the result for 16 registers is the four groups of
 * the slides.
 *
 * <p>Immutable and thread-safe.
 */
public final class ResidencyLimits {
  public static final Need STACK = new Need("stack", "stack entry", "stack entries", 0);

  private final UnitLimits limits;

  public ResidencyLimits(Figures f, int largestGroup) {
    int units = f.integer("unit.count");
    int maximum = f.integer("unit.in_flight") / units;
    int rows = f.integer("registers.per_lane") - f.integer("registers.clause_temporaries");
    int entries = f.integer("stack.entries") * f.integer("unit.engines") / units;
    limits =
        new UnitLimits(
            f.integer("unit.wavefront"),
            maximum,
            largestGroup,
            List.of(
                Resource.forGroups("groups", Need.SLOT, f.integer("unit.groups")),
                Resource.forWavefronts("wavefronts", Need.SLOT, maximum),
                Resource.forWavefronts("registers", Need.REGISTERS, rows).atLeast(1),
                Resource.forGroups("local memory", Need.LOCAL_MEMORY, f.integer("lds.size")),
                Resource.forWavefronts("control-flow stack", STACK, entries)));
  }

  public UnitLimits limits() {
    return limits;
  }

  /** Returns the registers of a work-item with which a group of this size fits a compute unit. */
  public int mostRegisters(int groupSize) {
    return (int) limits.most(Needs.of(groupSize), Need.REGISTERS, 1);
  }

  /**
   * @param registers number of 128-bit registers per work-item
   * @param stackEntries number of control-flow stack entries per wavefront
   * @param localPerGroup local memory of a group in bytes
   */
  public static Needs needs(int registers, int stackEntries, int localPerGroup, int groupSize) {
    return Needs.of(groupSize, registers, localPerGroup).with(STACK, stackEntries);
  }

  /**
   * @throws RefusalException if not even a single group fits
   */
  public Occupancy of(Needs needs) {
    Occupancy fit = Occupancy.of(limits, needs);
    if (fit.groups() == 0) {
      throw new RefusalException(
          ("not even one group fits a compute unit: %s work-items with %s registers, %s"
                  + " stack entries and %s bytes of local memory are limited by %s")
              .formatted(
                  needs.groupSize(),
                  needs.amount(Need.REGISTERS),
                  needs.amount(STACK),
                  needs.amount(Need.LOCAL_MEMORY),
                  fit.limit()));
    }
    return fit;
  }
}
