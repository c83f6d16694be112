package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.Figures;
import java.util.List;

/** The properties of a chip that code generation needs. Immutable and thread-safe. */
public final class Chip {
  /** Figure: single-precision operations of a lane that an instruction can carry out. */
  public static final String PACKED_SINGLES = "code.packed_f32";

  /** Figure: half-precision operations of a lane that an instruction can carry out. */
  public static final String PACKED_HALVES = "code.packed_f16";

  /**
   * Steps of the compiler, all LLVM's: moves of uniform operands to vector registers, and
   * reciprocals of divisors that a loop does not change, stand before loops; loops that the
   * front-end unrolled with a remainder are rolled again; an instruction takes in the one that
   * makes its operand; loads stand as early as their addresses and the registers allow.
   */
  public static final List<String> STEPS =
      List.of(
          "hoisted_moves", "hoisted_reciprocals", "rolled_loops", "folded_operands", "early_loads");

  /** Figure: accumulation registers that a work-item's values are moved to. */
  public static final String ACCUMULATION = "registers.accumulation";

  /** Figure: dwords that a load of neighbours may have. */
  public static final String MERGED_LOADS = "code.merged_loads";

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

  /** Whether reciprocals of divisors leave loops. */
  final boolean hoistsReciprocals;

  /** Whether loops of run-time trips stay rolled. */
  final boolean rollsLoops;

  /** Whether shifts, sums, fields, and flags become part of their only user. */
  final boolean foldsOperands;

  /** Whether a block's instructions are ordered, loads first. */
  final boolean movesLoads;

  /** Dwords of the widest load that neighbouring loads become; 1: each stays by itself. */
  final int mostMergedDwords;

  /** Accumulation registers that a work-item may have; 0: values stay in vector registers. */
  final int mostAccumulation;

  /** Whether accumulation registers are of the same file as the others (gfx90a and later). */
  final boolean unified;

  /** Its matrix unit. */
  final MatrixUnit matrix;

  private final int file; // vector registers of a lane, or of each file
  private final int granule;
  private final int lanes; // of a unit at once
  private final int comfortable;
  private final int largestGroup;

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
    hoistsMoves = !f.omits("hoisted_moves");
    hoistsReciprocals = !f.omits("hoisted_reciprocals");
    rollsLoops = !f.omits("rolled_loops");
    foldsOperands = !f.omits("folded_operands");
    movesLoads = !f.omits("early_loads");
    mostMergedDwords = Math.toIntExact(f.optional(MERGED_LOADS).orElse(1));
    mostAccumulation = Math.toIntExact(f.optional(ACCUMULATION).orElse(0));
    unified = packedIds;
    matrix = new MatrixUnit(f);
    file = f.integer("registers.vector");
    granule = f.integer("registers.vector_granule");
    lanes = Math.toIntExact(f.optional("unit.simds").orElse(4) * 64);
    largestGroup = f.integer("unit.group_size");
    comfortable = file / f.integer("unit.wave_slots") / granule * granule;
  }

  /** Registers for values of a wavefront at full occupancy, the scheduler's goal. */
  int comfortableRegisters() {
    return comfortable - reservedVectors;
  }

  /**
   * Work-items of the groups that a kernel's code must run with: those that it requires or that its
   * launch bounds allow, else the most there can be, as LLVM assumes of HIP's kernels without
   * launch bounds.
   */
  int group(Kernel kernel) {
    int largest = kernel.bounds().largestGroup();
    return largest == 0 ? largestGroup : Math.min(largest, largestGroup);
  }

  /** Vector registers that a work-item of a group can have, so that the group fits a unit. */
  int vectorsOf(int group) {
    return Math.min(mostVectors, share(group));
  }

  /** Accumulation registers beside them. */
  int accumulationOf(int group) {
    int left = unified ? share(group) - (vectorsOf(group) + 3) / 4 * 4 : share(group);
    return Math.max(0, Math.min(mostAccumulation, left));
  }

  private int share(int group) {
    int wavefronts = Math.max(1, (group + lanes - 1) / lanes);
    return file / wavefronts / granule * granule;
  }

  /** Registers that decide how many wavefronts fit; LLVM aligns the first half to 4. */
  int together(int vectors, int accumulation) {
    if (accumulation == 0) {
      return vectors;
    }
    return unified ? (vectors + 3) / 4 * 4 + accumulation : Math.max(vectors, accumulation);
  }
}
