package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.Figures;
import java.util.List;

/** Properties of a chip for code generation. */
public final class Chip {
  /** Single-precision operations per lane and packed instruction. */
  public static final String PACKED_SINGLES = "code.packed_f32";

  /** Half-precision operations per lane and packed instruction. */
  public static final String PACKED_HALVES = "code.packed_f16";

  /**
   * Switchable optimisations, all LLVM's: hoisting of moves and of reciprocals, re-rolling of loops
   * that the front-end unrolled with a remainder, folding, early loads.
   */
  public static final List<String> STEPS =
      List.of(
          "hoisted_moves", "hoisted_reciprocals", "rolled_loops", "folded_operands", "early_loads");

  /** Accumulation registers available to a work-item. */
  public static final String ACCUMULATION = "registers.accumulation";

  /** Maximum dwords of a merged load. */
  public static final String MERGED_LOADS = "code.merged_loads";

  /** Compilers' name of the target. */
  final String isa;

  /** Whether {@code v_lshl_add_u64} exists (gfx942). */
  final boolean add64;

  /** Whether the local ids arrive packed in one register (from gfx90a on). */
  final boolean packedIds;

  /** Of a work-item. */
  final int mostVectors;

  /** Of a wavefront. */
  final int mostScalars;

  /** Vector registers without a value of the kernel. */
  final int reservedVectors;

  /** Scalar registers without a value of the kernel. */
  final int reservedScalars;

  /** Maximum outstanding vector memory operations that a wait can name. */
  final int mostVectorWaits;

  /** Maximum outstanding LDS and scalar operations that a wait can name. */
  final int mostLocalWaits;

  final boolean packsSingles;

  final boolean packsHalves;

  /** Whether moves of uniform operands to vector registers are hoisted. */
  final boolean hoistsMoves;

  /** Whether reciprocals of loop-invariant divisors are hoisted. */
  final boolean hoistsReciprocals;

  /** Whether loops with run-time trip counts are re-rolled. */
  final boolean rollsLoops;

  /** Whether shifts, sums, bit fields and flags are folded into their only user. */
  final boolean foldsOperands;

  final boolean movesLoads;

  /** Maximum dwords of a merged load; 1: none. */
  final int mostMergedDwords;

  /** Maximum accumulation registers; 0: none. */
  final int mostAccumulation;

  /** Whether they share a file with vector registers (from gfx90a on). */
  final boolean unified;

  final MatrixUnit matrix;

  private final int file; // vector registers of a lane, maybe in each of two files
  private final int granule;
  private final int lanes; // that execute at once, per compute unit
  private final int comfortable;
  private final int largestGroup;

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

  /** Registers for values at full occupancy, the scheduler's limit. */
  int comfortableRegisters() {
    return comfortable - reservedVectors;
  }

  /**
   * The largest group to support: required size, launch bounds or the device's maximum, as in LLVM
   * for HIP.
   */
  int group(Kernel kernel) {
    int largest = kernel.bounds().largestGroup();
    return largest == 0 ? largestGroup : Math.min(largest, largestGroup);
  }

  /** Vector registers with which a group of this size fits. */
  int vectorsOf(int group) {
    return Math.min(mostVectors, share(group));
  }

  /** Accumulation registers besides {@link #vectorsOf}. */
  int accumulationOf(int group) {
    int left = unified ? share(group) - (vectorsOf(group) + 3) / 4 * 4 : share(group);
    return Math.max(0, Math.min(mostAccumulation, left));
  }

  private int share(int group) {
    int wavefronts = Math.max(1, (group + lanes - 1) / lanes);
    return file / wavefronts / granule * granule;
  }

  /** Registers that limit occupancy; in a shared file LLVM aligns vector registers to 4. */
  int together(int vectors, int accumulation) {
    if (accumulation == 0) {
      return vectors;
    }
    return unified ? (vectors + 3) / 4 * 4 + accumulation : Math.max(vectors, accumulation);
  }
}
