// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.matrix;

import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.GcnOp;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.gcn.lowering.SpillRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The matrix unit of a SIMD: the instructions available, and how long each occupies the unit and
 * the vector ALU. A chip without a shape's parameter lacks the instruction.
 *
 * <p>Immutable and thread-safe.
 */
final class MfmaUnit implements MatrixUnit, MatrixHazards.Timing {
  private static final FigureTable FIGURES =
      FigureTable.of(MfmaUnit.class.getResourceAsStream("figures.txt"));

  private static final String PART = "matrix.";
  private static final String VECTOR = PART + "vector";
  private static final String VECTOR_SPARSE = PART + "vector_sparse";
  private static final String BESIDE_SINGLES = PART + "beside_f32";
  private static final String BESIDE_DOUBLES = PART + "beside_f64";
  private static final String GROUPS_PACKED = PART + "blgp_packed";
  private static final String SIGNS = PART + "blgp_f64";
  private static final String RESULT = PART + "result";
  private static final String SOURCE = PART + "source";
  private static final String CHAIN = PART + "chain";
  private static final String CHAIN_DOUBLES = PART + "chain_f64";
  private static final int PASS = 4; // clocks
  private static final int SHORT = 2; // passes

  private static final int[] OPERATIONS =
      Arrays.stream(MfmaShape.values()).mapToInt(MfmaShape::operations).toArray();

  private final Set<MfmaShape> shapes = EnumSet.noneOf(MfmaShape.class);
  private final Set<MfmaShape> patterns = EnumSet.noneOf(MfmaShape.class);
  private final int[] clocks = new int[MfmaShape.values().length];
  private final int[] vector = new int[clocks.length];
  private final int result;
  private final int source;
  private final int chain;
  private final int chainDoubles;
  private final AccumulationRegisters registers; // null if there are none

  MfmaUnit(InstructionSet isa, Figures f) {
    int most = Math.toIntExact(f.optional(MfmaCores.ACCUMULATION).orElse(0));
    boolean unified = isa.has(Feature.UNIFIED_REGISTERS);
    registers = most > 0 ? new AccumulationRegisters(most, unified) : null;
    for (MfmaShape shape : MfmaShape.values()) {
      int k = shape.ordinal();
      clocks[k] = Math.toIntExact(f.optional(figure(shape)).orElse(0));
      if (clocks[k] > 0) {
        shapes.add(shape);
        if (hasPattern(f, shape)) {
          patterns.add(shape);
        }
      }
      vector[k] =
          isBeside(f, shape)
              ? Math.toIntExact(
                  Math.min(
                      clocks[k],
                      f.optional(shape.isSparse() ? VECTOR_SPARSE : VECTOR).orElse(PASS)))
              : clocks[k];
    }
    result = Math.toIntExact(f.optional(RESULT).orElse(0));
    source = Math.toIntExact(f.optional(SOURCE).orElse(0));
    chain = Math.toIntExact(f.optional(CHAIN).orElse(0));
    chainDoubles = Math.toIntExact(f.optional(CHAIN_DOUBLES).orElse(0));
  }

  private static boolean hasPattern(Figures f, MfmaShape shape) {
    return switch (shape.left()) {
      case F32 -> true;
      case F64 -> f.optional(SIGNS).orElse(0) > 0;
      default ->
          !shape.isSparse() && (shape.blocks() > 1 || f.optional(GROUPS_PACKED).orElse(0) > 0);
    };
  }

  private static boolean isBeside(Figures f, MfmaShape shape) {
    return switch (shape.left()) {
      case F32 -> f.optional(BESIDE_SINGLES).orElse(1) > 0;
      case F64 -> f.optional(BESIDE_DOUBLES).orElse(1) > 0;
      default -> true;
    };
  }

  /** Returns the parameter of a shape: clocks for which an instruction occupies the unit. */
  static String figure(MfmaShape shape) {
    return PART + shape.text();
  }

  static String mnemonic(MfmaShape shape) {
    return (shape.isSparse() ? "v_" : "v_mfma_") + shape.text();
  }

  static void declare(SpecSchema.Builder b) {
    for (MfmaShape shape : MfmaShape.values()) {
      b.key(figure(shape), CYCLES, "matrix unit of " + mnemonic(shape))
          .between(PASS, 4096)
          .optional();
    }
    b.part(FIGURES.section("matrix"));
  }

  @Override
  public Set<MfmaShape> shapes() {
    return shapes;
  }

  /** Returns the shapes whose instructions have the modifier blgp. */
  @Override
  public Set<MfmaShape> patterns() {
    return patterns;
  }

  @Override
  public int clocks(int shape) {
    return clocks[shape];
  }

  @Override
  public int operations(int shape) {
    return OPERATIONS[shape];
  }

  @Override
  public int vectorClocks(int shape) {
    return vector[shape];
  }

  @Override
  public GcnOp product(Instruction i) {
    MfmaShape shape = (MfmaShape) i.matrix();
    GcnOp op = new GcnOp(GcnClass.MATRIX, mnemonic(shape));
    op.offset = shape.ordinal();
    return op;
  }

  @Override
  public List<List<GcnOp>> spaced(List<List<GcnOp>> blocks, int[][] predecessors, int count) {
    return new MatrixHazards(count, this).insert(blocks, predecessors);
  }

  @Override
  public Optional<SpillRegisters> registers() {
    return Optional.ofNullable(registers);
  }

  @Override
  public int untilRead(MfmaShape shape) {
    return passes(shape) + result;
  }

  @Override
  public int untilAdded(MfmaShape shape) {
    return shape == MfmaShape.F64_4X4X4F64 ? chainDoubles : passes(shape) == SHORT ? chain : 0;
  }

  private int passes(MfmaShape shape) {
    return (clocks[shape.ordinal()] + PASS - 1) / PASS;
  }

  @Override
  public int beforeSource() {
    return source;
  }
}
