package io.lockstep.device.cdna.lowering;

import io.lockstep.spi.spec.Figures;

/** The properties of a chip that code generation needs. Immutable and thread-safe. */
public final class Chip {
  /** Figure: single-precision operations of a lane that an instruction can carry out. */
  public static final String PACKED_SINGLES = "code.packed_f32";

  /** Figure: half-precision operations of a lane that an instruction can carry out. */
  public static final String PACKED_HALVES = "code.packed_f16";

  /** Figure: whether moves of uniform operands to vector registers stand before loops. */
  public static final String HOISTED_MOVES = "code.hoisted_moves";

  /** Target name as compilers write it. */
  final String isa;

  /** Whether {@code v_lshl_add_u64} exists (gfx942). */
  final boolean add64;

  /** Whether the three local ids arrive packed in one register (gfx90a and later). */
  final boolean packedIds;

  /** Vector registers that a work-item may have. */
  final int mostVectors;

  /** Scalar registers that a wavefront may have. */
  final int mostScalars;

  /** Vector registers that hold no value of a kernel's. */
  final int reservedVectors;

  /** Scalar registers that hold no value of a kernel's. */
  final int reservedScalars;

  /** Vector memory operations that a wait can let stay outstanding. */
  final int mostVectorWaits;

  /** LDS and scalar operations that a wait can let stay outstanding. */
  final int mostLocalWaits;

  /** Whether an instruction can carry out two operations in single precision. */
  final boolean packsSingles;

  /** Whether an instruction can carry out two operations in half precision. */
  final boolean packsHalves;

  /** Whether moves of uniform operands to vector registers leave loops. */
  final boolean hoistsMoves;

  private final int comfortable;

  /**
   * Reads figures.
   *
   * @param isa target name
   * @param f the device's
   */
  public Chip(String isa, Figures f) {
    this.isa = isa;
    add64 = isa.equals("gfx942");
    packedIds = !isa.equals("gfx908");
    mostVectors = f.integer("registers.per_item");
    mostScalars = f.integer("registers.scalar_per_wave");
    reservedVectors = f.integer("registers.vector_reserved");
    reservedScalars = f.integer("registers.scalar_reserved");
    mostVectorWaits = f.integer("issue.vector_waits");
    mostLocalWaits = f.integer("issue.local_waits");
    packsSingles = f.optional(PACKED_SINGLES).orElse(1) > 1;
    packsHalves = f.optional(PACKED_HALVES).orElse(1) > 1;
    hoistsMoves = f.optional(HOISTED_MOVES).orElse(0) > 0;
    int granule = f.integer("registers.vector_granule");
    comfortable = f.integer("registers.vector") / f.integer("unit.wave_slots") / granule * granule;
  }

  /** Registers of a wavefront at full occupancy, the scheduler's goal. */
  int comfortableRegisters() {
    return comfortable;
  }
}
