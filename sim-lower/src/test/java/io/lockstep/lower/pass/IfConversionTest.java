// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IfConversionTest {
  private static final int PREDICATE = 4;

  private static Sample head() {
    Sample k = new Sample();
    k.words(4);
    k.registers(Type.I1, 1);
    k.load(Space.PARAMETER, 0, c(0));
    k.op(Op.MOVE, 1, c(5));
    k.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(PREDICATE)
            .from(r(0), c(7))
            .build());
    return k;
  }

  /** A branch that skips a side if its predicate holds; afterwards register 1 is stored. */
  private static Kernel oneSide(Consumer<Sample> side) {
    Sample k = head();
    k.branch(PREDICATE, 1, 2).block();
    side.accept(k);
    k.jump(2).block();
    k.store(Space.GLOBAL, c(64), r(1));
    return k.build();
  }

  private static Kernel twoSides() {
    Sample k = head();
    k.branch(PREDICATE, 1, 2).block();
    k.op(Op.ADD, 1, r(0), c(1));
    k.jump(3).block();
    k.op(Op.SUB, 1, r(0), c(1));
    k.jump(3).block();
    k.store(Space.GLOBAL, c(64), r(1));
    return k.build();
  }

  private static boolean isConverted(Kernel kernel) {
    return IfConversion.convert(kernel, (sides, kept) -> true) != kernel;
  }

  private static List<Instruction> guarded(Block block) {
    return block.instructions().stream()
        .filter(i -> i.guard() == PREDICATE && i.op() != Op.BRANCH)
        .toList();
  }

  @Test
  @DisplayName("a side that a branch skips becomes guarded, and its block stays empty")
  void aSideThatABranchSkipsBecomesGuardedAndItsBlockStaysEmpty() {
    Kernel kernel =
        oneSide(
            k -> {
              k.op(Op.MUL, 2, r(0), r(0)); // read in the side only: no guard
              k.op(Op.ADD, 1, r(2), c(1));
            });
    Kernel converted = IfConversion.convert(kernel, (sides, kept) -> true);
    KernelVerifier.verify(converted);
    Block first = converted.blocks().get(0);
    assertThat(first.instructions())
        .extracting(Instruction::op)
        .containsExactly(Op.LOAD, Op.MOVE, Op.COMPARE, Op.MUL, Op.ADD, Op.JUMP);
    assertThat(guarded(first)).extracting(Instruction::op).containsExactly(Op.ADD);
    assertThat(guarded(first).get(0).guardNegated()).isTrue();
    assertThat(first.successors()).containsExactly(1);
    assertThat(converted.blocks()).hasSameSizeAs(kernel.blocks());
    assertThat(converted.blocks().get(1).instructions())
        .extracting(Instruction::op)
        .containsExactly(Op.JUMP);
  }

  @Test
  @DisplayName("both sides of a branch are guarded, each by its direction")
  void bothSidesOfABranchAreGuardedEachByItsDirection() {
    Kernel converted = IfConversion.convert(twoSides(), (sides, kept) -> true);
    KernelVerifier.verify(converted);
    assertThat(converted.blocks())
        .extracting(b -> b.last().op())
        .containsExactly(Op.JUMP, Op.JUMP, Op.JUMP, Op.EXIT);
    assertThat(guarded(converted.blocks().get(0)))
        .extracting(Instruction::op, Instruction::guardNegated)
        .containsExactly(tuple(Op.ADD, true), tuple(Op.SUB, false));
  }

  @Test
  @DisplayName("the costs see the sides and the results whose former values are kept")
  void theCostsSeeTheSidesAndTheResultsWhoseFormerValuesAreKept() {
    List<Integer> seen = new ArrayList<>();
    Kernel kernel =
        oneSide(
            k -> {
              k.op(Op.MUL, 2, r(0), r(0));
              k.op(Op.ADD, 1, r(2), c(1));
              k.op(Op.ADD, 1, r(1), c(1));
            });
    Kernel same =
        IfConversion.convert(
            kernel,
            (sides, kept) -> {
              assertThat(sides).containsExactly(kernel.blocks().get(1));
              seen.addAll(kept);
              return false;
            });
    assertThat(same).isSameAs(kernel);
    assertThat(seen).containsExactly(1, 1);
  }

  @Test
  @DisplayName("sides with an access, a clock, a barrier or the branch's predicate stay")
  void sidesWithAnAccessAClockABarrierOrTheBranchsPredicateStay() {
    assertThat(isConverted(oneSide(k -> k.op(Op.ADD, 1, r(0), c(1))))).isTrue();
    assertThat(isConverted(oneSide(k -> k.load(Space.PARAMETER, 1, c(0))))).isTrue();
    assertThat(isConverted(oneSide(k -> k.load(Space.GLOBAL, 1, c(0))))).isFalse();
    assertThat(isConverted(oneSide(k -> k.store(Space.LOCAL, c(0), r(0))))).isFalse();
    assertThat(isConverted(oneSide(k -> k.add(InstructionBuilder.of(Op.FENCE, Type.I1).build()))))
        .isFalse();
    for (Special clock : new Special[] {Special.CLOCK, Special.CLOCK_HI, Special.LOCAL_ID_X}) {
      Kernel reads =
          oneSide(
              k -> k.add(InstructionBuilder.of(Op.SPECIAL, Type.I32).to(1).special(clock).build()));
      assertThat(isConverted(reads)).isEqualTo(clock == Special.LOCAL_ID_X);
    }
    assertThat(
            isConverted(
                oneSide(
                    k ->
                        k.add(
                            InstructionBuilder.of(Op.MOVE, Type.I1)
                                .to(PREDICATE)
                                .from(c(1))
                                .build()))))
        .isFalse();
  }

  @Test
  @DisplayName("a side with another way in and a loop stay")
  void aSideWithAnotherWayInAndALoopStay() {
    Sample k = head();
    k.branch(PREDICATE, 2, 1).block();
    k.branch(PREDICATE, 2, 3).block();
    k.op(Op.ADD, 1, r(0), c(1));
    k.jump(3).block();
    assertThat(isConverted(k.build())).isFalse();
    Sample loop = head();
    loop.jump(1).block();
    loop.op(Op.ADD, 1, r(0), c(1));
    loop.branch(PREDICATE, 2, 1).block();
    assertThat(isConverted(loop.build())).isFalse();
  }
}
