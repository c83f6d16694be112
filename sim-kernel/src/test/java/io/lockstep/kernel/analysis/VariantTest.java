// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static io.lockstep.kernel.ir.SampleKernels.c;
import static io.lockstep.kernel.ir.SampleKernels.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation takes variants of its own type, and none without. */
class VariantTest {
  private static final int WORD = 0;
  private static final int ADDRESS = 1;
  private static final int FLAG = 2;
  private static final int NUMBER = 3;

  /** One variant of each type. */
  private static final List<Variant> SAMPLES =
      List.of(
          new Variant.Relation(Comparison.LT, BoolOp.NONE),
          AtomicOp.ADD,
          Special.LOCAL_ID_X,
          Variant.NanRule.NAN_WINS,
          Variant.Divisor.ANY,
          Variant.Bytes.REPLICATE_8,
          new Variant.TruthTable(0xCA),
          Variant.Half.UPPER,
          Variant.Copy.CACHED,
          Variant.FloatClass.NORMAL,
          Texels.Fetch.of(Texels.Geometry.LINE),
          Texels.Surface.bytes(Texels.Geometry.LINE, Texels.Outside.CLAMP),
          Variant.Barrier.WAIT,
          Variant.Fence.SYSTEM,
          Variant.Shuffle.INDEX,
          Variant.Vote.UNIFORM,
          Variant.Match.ALL,
          new Variant.Matrix(MfmaShape.I32_16X16X16I8, new MatrixModifiers(0, 0, 3)),
          Variant.Matrices.SECOND,
          Variant.Arrangement.SIX_BITS,
          Variant.Loop.KEPT,
          Variant.Exit.TRAP);

  static List<Op> operationsWithVariants() {
    return Arrays.stream(Op.values()).filter(op -> op.variants() != null).toList();
  }

  /** All but the variant of a well-formed instruction in line 7. */
  private static InstructionBuilder operation(Op op) {
    MemoryAccess texel = new MemoryAccess(Space.TEXTURE, Type.I32, 1, -1, 0);
    MemoryAccess global = new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0);
    MemoryAccess local = new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0);
    InstructionBuilder b =
        switch (op) {
          case COMPARE -> InstructionBuilder.of(op, Type.I32).to(FLAG).from(r(WORD), c(1));
          case SPECIAL -> InstructionBuilder.of(op, Type.I32).to(WORD);
          case ATOMIC -> InstructionBuilder.of(op, Type.I32).from(r(ADDRESS), c(1)).memory(global);
          case PERMUTE_BYTES, LOGIC3, DOT2 ->
              InstructionBuilder.of(op, Type.I32).to(WORD).from(r(WORD), r(WORD), c(1));
          case TEST_FLOAT -> InstructionBuilder.of(op, Type.F32).to(FLAG).from(r(NUMBER));
          case TEXTURE, SURFACE_LOAD ->
              InstructionBuilder.of(op, Type.I32).to(WORD).from(r(ADDRESS), r(WORD)).memory(texel);
          case SURFACE_STORE ->
              InstructionBuilder.of(op, Type.I32).from(r(ADDRESS), r(WORD), c(1)).memory(texel);
          case LOAD -> InstructionBuilder.of(op, Type.I32).to(WORD).from(r(ADDRESS)).memory(global);
          case STORE -> InstructionBuilder.of(op, Type.I32).from(c(0), r(WORD)).memory(local);
          case BARRIER -> InstructionBuilder.of(op, Type.I32).from(c(0));
          case BRANCH -> InstructionBuilder.of(op, Type.I1).guard(FLAG, false);
          case FENCE, EXIT -> InstructionBuilder.of(op, Type.I1);
          case SHUFFLE ->
              InstructionBuilder.of(op, Type.I32).to(WORD, -1).from(r(WORD), c(1), c(31), c(-1));
          case VOTE -> InstructionBuilder.of(op, Type.I1).to(FLAG).from(r(FLAG), c(-1));
          case ROW_ADDRESS, TRANSPOSE -> InstructionBuilder.of(op, Type.I32).to(WORD).from(r(WORD));
          case MATCH -> InstructionBuilder.of(op, Type.I32).to(WORD, -1).from(r(WORD), c(-1));
          case MATRIX ->
              InstructionBuilder.of(op, Type.I32)
                  .to(WORD, WORD, WORD, WORD)
                  .from(r(WORD), r(WORD), c(0), c(0), c(0), c(0));
          default -> InstructionBuilder.of(op, Type.I32).to(WORD).from(r(WORD), c(1));
        };
    return b.line(7);
  }

  private static Instruction with(InstructionBuilder b, Variant variant) {
    return variant instanceof Variant.Relation v
        ? b.comparison(v.comparison()).combine(v.combine()).build()
        : b.variant(variant).build();
  }

  private static List<String> problems(Instruction i) {
    KernelBuilder k = new KernelBuilder("k", "test", "k.test");
    List<Type> types = List.of(Type.I32, Type.I64, Type.I1, Type.F32);
    if (i.op() == Op.MATRIX) {
      k.fixedWidth(MfmaShape.LANES);
    }
    int b = k.block();
    for (Type type : types) {
      int register = k.register(type, "r");
      k.add(b, SampleKernels.move(register, c(1), type));
    }
    k.add(b, i);
    if (i.op() == Op.BRANCH) {
      k.successors(b, b + 1, b + 1);
    }
    if (i.op() == Op.BARRIER || i.op() == Op.BRANCH) {
      b = k.block();
    }
    if (i.op() != Op.EXIT) {
      k.add(b, SampleKernels.exit());
    }
    return KernelVerifier.problems(k.build());
  }

  @ParameterizedTest
  @MethodSource("operationsWithVariants")
  void anOperationIsAcceptedWithAVariantOfItsTypeAndRefusedWithAnyOtherOrNone(Op op) {
    Class<? extends Variant> type = op.variants();
    String where = "(" + op + ", line 7): ";
    List<Class<?>> accepted = new ArrayList<>();
    for (Variant variant : SAMPLES) {
      List<String> problems = problems(with(operation(op), variant));
      if (problems.isEmpty()) {
        accepted.add(variant.getClass());
      } else {
        assertThat(problems)
            .as("%s", variant)
            .singleElement()
            .asString()
            .endsWith(where + "is told " + variant.text() + ", expected a " + type.getSimpleName());
      }
    }
    assertThat(accepted).containsExactly(type);
    List<String> untold = problems(operation(op).build());
    if (op.usualVariant() == null) {
      assertThat(untold)
          .singleElement()
          .asString()
          .endsWith(where + "does not say which, expected a " + type.getSimpleName());
    } else {
      assertThat(untold).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Op.class)
  void anOperationWithoutVariantsIsRefusedWithAnyThatItIsTold(Op op) {
    if (op.variants() != null) {
      return;
    }
    for (Variant variant : SAMPLES) {
      Instruction i = with(InstructionBuilder.of(op, Type.I32).line(7), variant);
      assertThat(InstructionShape.variantProblem(i))
          .isEqualTo("has a variant (" + variant.text() + ")");
    }
    assertThat(InstructionShape.variantProblem(InstructionBuilder.of(op, Type.I32).build()))
        .isEmpty();
  }

  @Test
  void aReductionOverLanesDoesNotExchange() {
    Set<AtomicOp> accepted = EnumSet.noneOf(AtomicOp.class);
    for (AtomicOp op : AtomicOp.values()) {
      if (problems(with(operation(Op.REDUCE), op)).isEmpty()) {
        accepted.add(op);
      }
    }
    assertThat(accepted)
        .containsExactly(
            AtomicOp.ADD, AtomicOp.MIN, AtomicOp.MAX, AtomicOp.AND, AtomicOp.OR, AtomicOp.XOR);
    assertThat(problems(with(operation(Op.REDUCE), AtomicOp.EXCHANGE)))
        .containsExactly("block 0, instruction 4 (REDUCE, line 7): cannot be exchange");
  }

  @Test
  void aSurfaceLoadReadsBytesAndASampledFetchHasNoLevel() {
    assertThat(
            problems(with(operation(Op.SURFACE_LOAD), Texels.Surface.texels(Texels.Geometry.LINE))))
        .containsExactly(
            "block 0, instruction 4 (SURFACE_LOAD, line 7): cannot be line.trap.formatted");
    Texels.Fetch both =
        new Texels.Fetch(Texels.Geometry.LINE, Texels.Coordinates.AS_BOUND, true, true);
    assertThat(problems(with(operation(Op.TEXTURE), both)))
        .containsExactly("block 0, instruction 4 (TEXTURE, line 7): cannot be line.level.sampled");
  }

  @Test
  void aSourceMoreThanTheVariantTakesIsAnError() {
    Instruction level =
        operation(Op.TEXTURE)
            .variant(
                new Texels.Fetch(Texels.Geometry.LINE, Texels.Coordinates.AS_BOUND, true, false))
            .build();
    assertThat(problems(level))
        .containsExactly("block 0, instruction 4 (TEXTURE, line 7): 1 destinations, 2 sources");
  }

  @Test
  void anAsynchronousCopyReadsDeviceMemoryAndWritesLocalMemory() {
    MemoryAccess local = new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0);
    InstructionBuilder copy = operation(Op.LOAD).variant(Variant.Copy.UNCACHED);
    assertThat(problems(copy.build())).isEmpty();
    assertThat(problems(copy.memory(local).build()))
        .containsExactly("block 0, instruction 4 (LOAD, line 7): cannot be copy-uncached");
  }

  @Test
  void aWaitForCopiesNamesAConstantNumberOfGroups() {
    assertThat(problems(InstructionBuilder.of(Op.AWAIT_COPIES, Type.I32).from(r(WORD)).build()))
        .containsExactly(
            "block 0, instruction 4 (AWAIT_COPIES): the number of groups is not constant");
  }

  @Test
  void aTruthTableHasEightBits() {
    assertThatThrownBy(() -> new Variant.TruthTable(256))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("truth table 256, expected 0 to 255");
    assertThatThrownBy(() -> new Variant.TruthTable(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anInstructionIsToldOneVariant() {
    assertThatThrownBy(
            () -> operation(Op.COMPARE).comparison(Comparison.EQ).atomic(AtomicOp.ADD).build())
        .hasMessage("COMPARE is told two variants");
  }
}
