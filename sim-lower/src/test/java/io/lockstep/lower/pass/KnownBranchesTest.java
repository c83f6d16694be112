// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KnownBranchesTest {
  private static final int PREDICATES = 4;

  private static Sample of(Op op, long with) {
    Sample k = new Sample();
    k.words(4);
    k.registers(Type.I1, 3);
    k.load(Space.PARAMETER, 0, c(0));
    k.op(op, 1, r(0), c(with));
    return k;
  }

  private static void test(Sample k, int predicate, Comparison by, long with) {
    k.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(by)
            .to(PREDICATES + predicate)
            .from(r(1), c(with))
            .build());
  }

  /** Block 0 goes to 1 or 2, block 1 on to 2 or 3, block 2 to 4 or the end. */
  private static Kernel switched(Op op, long with, Comparison by, long first, long last) {
    Sample k = of(op, with);
    test(k, 0, by, first);
    k.branch(PREDICATES, 1, 3).block();
    test(k, 1, Comparison.EQ, 0);
    k.branch(PREDICATES + 1, 2, 3).block();
    test(k, 2, Comparison.EQ, last);
    k.branch(PREDICATES + 2, 4, 3).block();
    k.store(Space.GLOBAL, c(64), r(1));
    k.jump(4).block();
    return k.build();
  }

  @Test
  @DisplayName("the last comparison of a switch over all values of a mask is dropped")
  void theLastComparisonOfASwitchOverAllValuesOfAMaskIsDropped() {
    Kernel kernel = KnownBranches.of(switched(Op.AND, 3, Comparison.GT, 1, 1));
    assertThat(kernel.blocks().get(2).instructions())
        .extracting(i -> i.op())
        .containsExactly(Op.JUMP);
    assertThat(kernel.blocks().get(2).successors()).containsExactly(3);
    assertThat(kernel.blocks().get(1).last().op()).isEqualTo(Op.BRANCH);
    assertThat(kernel.blocks().get(0).last().op()).isEqualTo(Op.BRANCH);
  }

  @Test
  @DisplayName("remainders and shifts leave few values, too")
  void remaindersAndShiftsLeaveFewValuesToo() {
    Kernel shifted = KnownBranches.of(switched(Op.SHR, 30, Comparison.GE, 2, 1));
    assertThat(shifted.blocks().get(2).last().op()).isEqualTo(Op.JUMP);
    Kernel mask = KnownBranches.of(switched(Op.AND, 9, Comparison.EQ, 8, 2));
    assertThat(mask.blocks().get(2).last().op()).isEqualTo(Op.JUMP);
    assertThat(mask.blocks().get(2).successors()).containsExactly(4);
  }

  @Test
  @DisplayName("a comparison that some value passes and another fails stays")
  void aComparisonThatSomeValuePassesAndAnotherFailsStays() {
    Kernel kernel = switched(Op.AND, 7, Comparison.GT, 2, 1);
    assertThat(KnownBranches.of(kernel)).isSameAs(kernel);
    Kernel sums = switched(Op.ADD, 3, Comparison.GT, 1, 1);
    assertThat(KnownBranches.of(sums)).isSameAs(sums);
  }

  @Test
  @DisplayName("a comparison before the value is made anew says nothing of it")
  void aComparisonBeforeTheValueIsMadeAnewSaysNothingOfIt() {
    Sample k = new Sample();
    k.words(4);
    k.registers(Type.I1, 2);
    k.op(Op.MOVE, 0, c(1));
    k.block();
    test(k, 0, Comparison.EQ, 0); // of the iteration before
    k.op(Op.AND, 1, r(0), c(1));
    k.branch(PREDICATES, 2, 3).block();
    test(k, 1, Comparison.EQ, 1);
    k.branch(PREDICATES + 1, 1, 3).block();
    Kernel kernel = k.build();
    assertThat(KnownBranches.of(kernel)).isSameAs(kernel);
  }
}
