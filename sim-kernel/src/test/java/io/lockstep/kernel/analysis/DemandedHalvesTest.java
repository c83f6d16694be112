// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static io.lockstep.kernel.ir.SampleKernels.c;
import static io.lockstep.kernel.ir.SampleKernels.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whose upper half is looked at, operation by operation. */
class DemandedHalvesTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int SUM = 2;
  private static final int NARROW = 3;
  private static final int TEST = 4;
  private static final int DOUBLE = 5;
  private static final int ADDRESS = 6;
  private static final Type[] TYPES = {
    Type.I64, Type.I64, Type.I64, Type.I32, Type.I1, Type.F64, Type.PTR
  };

  private static final Instruction TO_NARROW =
      InstructionBuilder.of(Op.CONVERT, Type.I32)
          .sourceType(Type.I64)
          .to(NARROW)
          .from(r(SUM))
          .build();
  private static final Instruction COMPARED = compare(SUM);

  private static Instruction compare(int register) {
    return InstructionBuilder.of(Op.COMPARE, Type.I64)
        .comparison(Comparison.LT)
        .to(TEST)
        .from(r(register), c(7))
        .build();
  }

  private static KernelBuilder builder() {
    KernelBuilder k = new KernelBuilder("k", "test", "k.test");
    for (Type type : TYPES) {
      k.register(type, "r");
    }
    return k;
  }

  /** Which of the 64-bit integers need their upper half. */
  private static List<Integer> demanded(Instruction... code) {
    KernelBuilder k = builder();
    int block = k.block();
    for (Instruction i : code) {
      k.add(block, i);
    }
    k.add(block, SampleKernels.exit());
    k.successors(block, List.of());
    DemandedHalves halves = new DemandedHalves(k.build());
    return List.of(A, B, SUM).stream().filter(halves::high).toList();
  }

  private static Instruction sum(Op op, Type type, Consumer<InstructionBuilder> sources) {
    InstructionBuilder b = InstructionBuilder.of(op, type).sourceType(Type.I32).to(SUM);
    sources.accept(b);
    return b.build();
  }

  @Test
  @DisplayName("sums, products and logic demand of their operands what is demanded of them")
  void sumsProductsAndLogicDemandOfTheirOperandsWhatIsDemandedOfThem() {
    for (Op op : List.of(Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR)) {
      Instruction i = sum(op, Type.I64, b -> b.from(r(A), r(B)));
      assertThat(demanded(i, TO_NARROW)).as("%s", op).isEmpty();
      assertThat(demanded(i, COMPARED)).as("%s", op).containsExactly(A, B, SUM);
    }
    for (Op op : List.of(Op.MOVE, Op.NOT, Op.NEG)) {
      Instruction i = sum(op, Type.I64, b -> b.from(r(A)));
      assertThat(demanded(i, TO_NARROW)).as("%s", op).isEmpty();
      assertThat(demanded(i, COMPARED)).as("%s", op).containsExactly(A, SUM);
    }
  }

  @Test
  @DisplayName("what comes down from the upper half is demanded whoever looks")
  void comesDown() {
    for (Op op : List.of(Op.SHR, Op.MUL_HI, Op.DIV, Op.REM, Op.MIN)) {
      Instruction i = sum(op, Type.I64, b -> b.from(r(A), r(B)));
      assertThat(demanded(i, TO_NARROW)).as("%s", op).contains(A);
    }
  }

  @Test
  @DisplayName("a shift to the left moves nothing down; its amount is a number of 32 bits")
  void shiftsLeft() {
    Instruction i = sum(Op.SHL, Type.I64, b -> b.from(r(A), r(NARROW)));
    assertThat(demanded(i, TO_NARROW)).isEmpty();
    assertThat(demanded(i, COMPARED)).containsExactly(A, SUM);
  }

  @Test
  @DisplayName("of a selection both values, as the result is")
  void ofASelectionBothValuesAsTheResultIs() {
    Instruction i = sum(Op.SELECT, Type.I64, b -> b.from(r(A), r(B), r(TEST)));
    assertThat(demanded(i, TO_NARROW)).isEmpty();
    assertThat(demanded(i, COMPARED)).containsExactly(A, B, SUM);
  }

  @Test
  @DisplayName("a widening product has narrow factors; its addend counts as the result does")
  void wideningProduct() {
    Instruction i = sum(Op.MAD_WIDE, Type.I64, b -> b.from(r(NARROW), r(NARROW), r(A)));
    assertThat(demanded(i, TO_NARROW)).isEmpty();
    assertThat(demanded(i, COMPARED)).containsExactly(A, SUM);
  }

  @Test
  @DisplayName(
      "conversions look at the upper half where they go to floats, to 64 bits, or saturate")
  void conversionsLookAtTheUpperHalfWhereTheyGoToFloatsTo64Bits() {
    InstructionBuilder narrow =
        InstructionBuilder.of(Op.CONVERT, Type.I32).sourceType(Type.I64).to(NARROW).from(r(A));
    assertThat(demanded(narrow.build())).isEmpty();
    assertThat(demanded(narrow.saturate(true).build())).containsExactly(A);
    assertThat(
            demanded(
                InstructionBuilder.of(Op.CONVERT, Type.F64)
                    .sourceType(Type.I64)
                    .to(DOUBLE)
                    .from(r(A))
                    .build()))
        .containsExactly(A);
    Instruction same = sum(Op.CONVERT, Type.I64, b -> b.sourceType(Type.I64).from(r(A)));
    assertThat(demanded(same, TO_NARROW)).isEmpty();
    assertThat(demanded(same, COMPARED)).containsExactly(A, SUM);
  }

  @Test
  @DisplayName("what is stored counts, the address that it is stored at has 32 bits")
  void whatIsStoredCountsTheAddressThatItIsStoredAtHas32Bits() {
    Instruction store =
        InstructionBuilder.of(Op.STORE, Type.I64)
            .from(r(A), r(B))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, -1, 0))
            .build();
    assertThat(demanded(store)).containsExactly(B);
  }

  @Test
  @DisplayName("addresses have no upper half, whoever compares them")
  void addressesHaveNoUpperHalfWhoeverComparesThem() {
    KernelBuilder k = builder();
    int block = k.block();
    k.add(block, compare(ADDRESS));
    k.add(block, SampleKernels.exit());
    k.successors(block, List.of());
    assertThat(new DemandedHalves(k.build()).high(ADDRESS)).isFalse();
  }

  @Test
  @DisplayName("demand flows backwards through a loop to a value from before it")
  void demandFlowsBackwardsThroughALoopToAValueFromBeforeIt() {
    KernelBuilder k = builder();
    int before = k.block();
    int loop = k.block();
    int end = k.block();
    k.add(before, SampleKernels.move(A, c(1), Type.I64));
    k.successors(before, List.of(loop));
    k.add(loop, SampleKernels.move(SUM, r(B), Type.I64));
    k.add(loop, SampleKernels.move(B, r(A), Type.I64));
    k.add(loop, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(TEST, false).build());
    k.successors(loop, List.of(loop, end));
    k.add(end, COMPARED);
    k.add(end, SampleKernels.exit());
    k.successors(end, List.of());
    DemandedHalves halves = new DemandedHalves(k.build());
    assertThat(List.of(halves.high(A), halves.high(B), halves.high(SUM))).containsOnly(true);
  }
}
