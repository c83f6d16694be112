package io.lockstep.terascale.occupancy;

import io.lockstep.parts.device.Occupancy;
import io.lockstep.parts.device.RefusalException;
import io.lockstep.parts.spec.Figures;

/**
 * How many wavefronts of a launch a compute unit holds: the least of what registers, local memory,
 * group slots, the device's wavefronts and the control-flow stack allow, in whole groups.
 *
 * <p>Registers: 256 rows a lane less the clause temporaries of two wavefronts (2 × 4), divided by
 * the kernel's 128-bit registers: floor(248 / n). Groups: barrier hardware for 8. The device's
 * limit (496 on Cypress, two engines of 248) is shared out over the compute units, as the stack
 * entries of an engine are.
 *
 * <p>Sources: LLVM R600MachineScheduler (248 / registers), Linux radeon driver, gpu_init (rows,
 * temporaries, thread and stack limits), Georgia Tech CS4803DGC slides (groups stay until all their
 * wavefronts end). terascale.md, conflict C1: with {@code clauseTemporaries} 0 the slides' figure
 * of four groups at 16 registers comes out.
 *
 * <p>Immutable and thread-safe.
 */
public final class ResidencyLimits {
  private final int wavefront; // lanes of a wavefront
  private final int rows; // 128-bit registers a lane slot
  private final int clauseTemporaries; // rows kept for clauses
  private final int localBytes; // local memory of a compute unit
  private final int groups; // groups of a compute unit
  private final int wavefrontsOfDevice; // wavefronts in flight on the whole device
  private final int units; // compute units
  private final int stackEntriesOfDevice; // control-flow stack entries of all engines

  /**
   * Reads figures.
   *
   * @param f the device's
   */
  public ResidencyLimits(Figures f) {
    wavefront = f.integer("unit.wavefront");
    rows = f.integer("registers.per_lane");
    clauseTemporaries = f.integer("registers.clause_temporaries");
    localBytes = f.integer("lds.size");
    groups = f.integer("unit.groups");
    wavefrontsOfDevice = f.integer("unit.in_flight");
    units = f.integer("unit.count");
    stackEntriesOfDevice = f.integer("stack.entries") * f.integer("unit.engines");
  }

  /**
   * {@return the residency of one launch}
   *
   * @param registers 128-bit registers a work-item
   * @param stackEntries control-flow stack entries a wavefront
   * @param localPerGroup local memory of a group
   * @param groupSize work-items of a group
   * @param launched groups of the launch
   * @throws RefusalException where not even one group fits
   */
  public Occupancy of(
      int registers, int stackEntries, int localPerGroup, int groupSize, long launched) {
    int perGroup = (groupSize + wavefront - 1) / wavefront;
    int maximum = wavefrontsOfDevice / units;
    int byRegisters = (rows - clauseTemporaries) / Math.max(1, registers) / perGroup;
    int byStack =
        stackEntries == 0
            ? Integer.MAX_VALUE
            : stackEntriesOfDevice / units / stackEntries / perGroup;
    int byLocal = localPerGroup == 0 ? Integer.MAX_VALUE : localBytes / localPerGroup;
    int byWavefronts = maximum / perGroup;
    int fit = groups;
    String limit = "groups";
    if (byWavefronts < fit) {
      fit = byWavefronts;
      limit = "wavefronts";
    }
    if (byRegisters < fit) {
      fit = byRegisters;
      limit = "registers";
    }
    if (byLocal < fit) {
      fit = byLocal;
      limit = "local memory";
    }
    if (byStack < fit) {
      fit = byStack;
      limit = "control-flow stack";
    }
    if (fit == 0) {
      throw new RefusalException(
          "not even one group fits a compute unit: "
              + groupSize
              + " work-items with "
              + registers
              + " registers, "
              + stackEntries
              + " stack entries and "
              + localPerGroup
              + " bytes of local memory are limited by "
              + limit);
    }
    long share = (launched + units - 1) / units;
    if (share < fit) {
      fit = (int) share;
      limit = "grid";
    }
    return new Occupancy(fit, fit * perGroup, maximum, perGroup, limit);
  }
}
