package io.lockstep.device.cdna.lowering;

/**
 * What code generation needs to know of a chip.
 *
 * @param isa target name as compilers write it
 * @param add64 whether {@code v_lshl_add_u64} exists (gfx942)
 * @param packedIds whether the three local ids arrive packed in one register (gfx90a and later)
 * @param vectorRegisters registers of a lane that a SIMD has for all its wavefronts
 * @param vectorGranule unit of allocation
 * @param waveSlots wavefronts a SIMD can hold
 */
public record Chip(
    String isa,
    boolean add64,
    boolean packedIds,
    int vectorRegisters,
    int vectorGranule,
    int waveSlots) {
  /** Registers a wavefront may use at full occupancy, and that the scheduler therefore aims at. */
  public int comfortableRegisters() {
    return vectorRegisters / waveSlots / vectorGranule * vectorGranule;
  }
}
