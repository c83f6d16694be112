// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.Operators.store;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.check.BarrierArrivals;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Barriers of a whole group and of parts of it. */
class BarriersTest {
  @Test
  void aBarrierThatALiveWorkItemCannotReachIsAnError() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = less(k, flat, 3);
    int then = k.builder.block();
    int end = k.builder.block();
    branch(k, p, end, then);
    k.block = then;
    k.line = 5;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
    k.goOn(end);
    int out = k.buffer("out", 64, null);
    k.storeOwn(out, Type.I32, flat);
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.ptx:5: kernel k: divergent barrier")
        .hasMessageContaining("work-item (0, 0, 0) waits")
        .hasMessageContaining("work-item (3, 0, 0)");
  }

  @Test
  @DisplayName("work-items that go on to the end of the kernel do not keep a barrier waiting")
  void whoLeavesCountsAsArrived() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int out = k.buffer("out", 64, null);
    int p = less(k, flat, 3);
    int then = k.builder.block();
    int after = k.builder.block();
    int end = k.builder.block();
    branch(k, p, end, then);
    k.block = then;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
    k.goOn(after);
    k.storeOwn(out, Type.I32, flat);
    k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
    k.builder.successors(after, end);
    k.block = end;
    k.exit();
    k.run();
    assertThat(k.result(2)).isEqualTo(2);
    assertThat(k.result(3)).isZero();
  }

  @Test
  @DisplayName("a barrier for a part of the group lets that part go on alone and reduces over it")
  void barrierOfAPart() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int out = k.buffer("out", 64, null);
    int p = less(k, flat, 4);
    int odd =
        k.op(
            Type.I1,
            InstructionBuilder.of(Op.COMPARE, Type.I32)
                .comparison(Comparison.GE)
                .from(r(flat), i(2)));
    int count = k.register(Type.I32);
    k.add(InstructionBuilder.of(Op.MOVE, Type.I32).from(i(77)).to(count));
    int first = k.builder.block();
    int second = k.builder.block();
    int end = k.builder.block();
    branch(k, p, second, first);
    k.block = first;
    k.add(
        InstructionBuilder.of(Op.BARRIER, Type.I32)
            .variant(Variant.Barrier.COUNT_TRUE)
            .from(i(1), r(odd), i(4))
            .to(count));
    k.builder.successors(first, end);
    k.block = second;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(2), i(4)));
    k.goOn(end);
    k.storeOwn(out, Type.I32, count);
    k.exit();
    k.run();
    assertThat(k.result(0)).isEqualTo(2);
    assertThat(k.result(3)).isEqualTo(2);
    assertThat(k.result(4)).isEqualTo(77);
  }

  @Test
  @DisplayName("who only arrives goes on; who waits goes on when as many as expected have come")
  void arriveAndWait() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int out = k.buffer("out", 64, null);
    int p = less(k, flat, 4);
    int arrive = k.builder.block();
    int after = k.builder.block();
    int wait = k.builder.block();
    int end = k.builder.block();
    branch(k, p, wait, arrive);
    k.block = arrive;
    k.add(
        InstructionBuilder.of(Op.BARRIER, Type.I32)
            .variant(Variant.Barrier.ARRIVE)
            .from(i(3), i(8)));
    k.goOn(after);
    k.storeOwn(out, Type.I32, flat);
    k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
    k.builder.successors(after, end);
    k.block = wait;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(3), i(8)));
    k.goOn(end);
    k.exit();
    k.run();
    assertThat(k.result(3)).isEqualTo(3);
  }

  /** The lower half waits at barrier 1, the upper half at 2: each gets the result of its own. */
  @Test
  @DisplayName("work-items of one instruction may reduce at different barriers")
  void reductionsApart() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int out = k.buffer("out", 64, null);
    int half = k.op(Type.I32, InstructionBuilder.of(Op.SHR, Type.I32).from(r(flat), i(2)));
    int id = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(half), i(1)));
    int few = less(k, flat, 5);
    int count = k.register(Type.I32);
    k.add(
        InstructionBuilder.of(Op.BARRIER, Type.I32)
            .variant(Variant.Barrier.COUNT_TRUE)
            .from(r(id), r(few), i(4))
            .to(count));
    int end = k.builder.block();
    k.goOn(end);
    k.storeOwn(out, Type.I32, count);
    k.exit();
    k.run();
    for (int w = 0; w < 8; w++) {
      assertThat(k.result(w)).isEqualTo(w < 4 ? 4 : 1);
    }
  }

  @Test
  @DisplayName("barriers that there are not, sizes that no group has and disagreement are errors")
  void barriersThatThereAreNotSizesThatNoGroupHasAndDisagreementAreErrors() {
    fails("there is no barrier 16; a group has barriers 0 to 15", k -> i(16), k -> i(4));
    fails("there is no barrier 16; a group has barriers 0 to 15", k -> number(k, 16), k -> i(4));
    fails("there is no barrier -1; a group has barriers 0 to 15", k -> number(k, -1), k -> i(4));
    fails("barrier 3 is for 9 work-items; the group has 8", k -> i(3), k -> number(k, 9));
    fails("barrier 3 is for 0 work-items; the group has 8", k -> i(3), k -> number(k, 0));
    fails(
        "work-items disagree about how many barrier 3 is for",
        k -> i(3),
        k -> {
          int flat = k.special(Special.LOCAL_ID_FLAT);
          return r(k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(flat), i(1))));
        });
  }

  /** A number that is known at run time only. */
  private static Operand number(TestKernel k, int value) {
    return r(k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(value))));
  }

  private static void fails(
      String message, Function<TestKernel, Operand> id, Function<TestKernel, Operand> count) {
    TestKernel k = new TestKernel(8, 1, 1);
    Operand which = id.apply(k);
    Operand of = count.apply(k);
    k.line = 5;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(which, of));
    int end = k.builder.block();
    k.goOn(end);
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOfAny(InputException.class, ExecutionException.class)
        .hasMessageStartingWith("k.ptx:5: ")
        .hasMessageContaining("k: " + message);
  }

  @Test
  @DisplayName("a barrier for more work-items than come is an error that says so")
  void barrierThatNobodyCompletes() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = less(k, flat, 4);
    int some = k.builder.block();
    int end = k.builder.block();
    branch(k, p, end, some);
    k.block = some;
    k.line = 6;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(3), i(6)));
    k.goOn(end);
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.ptx:6: kernel k: divergent barrier")
        .hasMessageContaining("which is for 6 work-items, and no more than 4 arrive");
  }

  @Test
  void waitingAtTwoBarriersOfAGroupIsAnError() {
    TestKernel k = new TestKernel(8, 1, 1);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = less(k, flat, 3);
    int then = k.builder.block();
    int other = k.builder.block();
    int end = k.builder.block();
    branch(k, p, other, then);
    k.block = then;
    k.line = 5;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(0)));
    k.builder.successors(then, end);
    k.block = other;
    k.line = 7;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(1)));
    k.goOn(end);
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("divergent barrier")
        .hasMessageContaining("waits at barrier 0")
        .hasMessageContaining("waits at barrier 1");
  }

  @Test
  void exitedWorkItemsCountAsArrived() {
    TestKernel k = new TestKernel(8, 1, 1);
    int out = k.buffer("out", 64, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = less(k, flat, 3);
    int leave = k.builder.block();
    int stay = k.builder.block();
    branch(k, p, stay, leave);
    k.block = leave;
    k.exit();
    k.builder.successors(leave);
    k.block = stay;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
    int end = k.builder.block();
    k.goOn(end);
    int one = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(1)));
    k.storeOwn(out, Type.I32, one);
    k.exit();
    k.run();
    for (int w = 0; w < 8; w++) {
      assertThat(k.result(w)).isEqualTo(w < 3 ? 0 : 1);
    }
  }

  /** Both sides wait before any goes on: the two barriers are one meeting of the group. */
  @Test
  void allMayMeetAtDifferentBarriers() {
    TestKernel k = new TestKernel(64, 1, 1);
    int out = k.buffer("out", 512, null);
    k.dynamicLocalBytes = 256;
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int own = k.op(Type.I32, InstructionBuilder.of(Op.SHL, Type.I32).from(r(flat), i(2)));
    int mirror = k.op(Type.I32, InstructionBuilder.of(Op.XOR, Type.I32).from(r(own), i(252)));
    int value = k.register(Type.I32);
    int p = less(k, flat, 32);
    int low = k.builder.block();
    int lowEnd = k.builder.block();
    int high = k.builder.block();
    int highEnd = k.builder.block();
    int end = k.builder.block();
    branch(k, p, high, low);
    for (int[] side : new int[][] {{low, lowEnd}, {high, highEnd}}) {
      k.block = side[0];
      store(k, own, flat, Space.LOCAL, Type.I32);
      k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
      k.builder.successors(side[0], side[1]);
      k.block = side[1];
      load(k, value, mirror, Space.LOCAL, Type.I32);
      k.builder.successors(side[1], end);
    }
    k.block = end;
    k.storeOwn(out, Type.I32, value);
    k.exit();
    k.run();
    for (int w = 0; w < 64; w++) {
      assertThat(k.result(w)).isEqualTo(63 - w);
    }
  }

  /** A barrier for the first work-items, behind it a store of all into local memory. */
  private static TestKernel narrowing(int count, int width, List<String> notes) {
    TestKernel k = new TestKernel(8, 1, 1);
    k.options = ExecutionOptions.defaults().withArrivals(new BarrierArrivals(width, notes::add));
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = less(k, flat, count);
    int then = k.builder.block();
    int end = k.builder.block();
    branch(k, p, end, then);
    k.block = then;
    k.line = 5;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
    k.goOn(end);
    return k;
  }

  @Test
  void wavefrontsThatHaveArrivedCompleteABarrierThatAPartReachesIfArrivalsAreCounted() {
    List<String> notes = new ArrayList<>();
    TestKernel k = narrowing(3, 2, notes);
    int out = k.buffer("out", 64, null);
    k.storeOwn(out, Type.I32, k.special(Special.LOCAL_ID_FLAT));
    k.exit();
    k.run();
    for (int w = 0; w < 8; w++) {
      assertThat(k.result(w)).isEqualTo(w);
    }
    assertThat(notes)
        .containsExactly(
            "k.ptx:5: kernel k: only a part of the work-group reaches this barrier; arrivals of"
                + " wavefronts of 2 are counted, as hardware does (--barriers arrivals)");
  }

  /** The work-items of one wavefront stay together: those at the join wait for the others. */
  @ParameterizedTest
  @CsvSource({"8, 4", "4, 204"})
  void workItemsWaitAtAJoinForTheirOwnWavefrontAlone(int width, int read) {
    List<String> notes = new ArrayList<>();
    TestKernel k = new TestKernel(8, 1, 1);
    k.options = ExecutionOptions.defaults().withArrivals(new BarrierArrivals(width, notes::add));
    k.dynamicLocalBytes = 32;
    int out = k.buffer("out", 64, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int own = k.op(Type.I32, InstructionBuilder.of(Op.SHL, Type.I32).from(r(flat), i(2)));
    int other = k.op(Type.I32, InstructionBuilder.of(Op.XOR, Type.I32).from(r(own), i(16)));
    int value = k.register(Type.I32);
    k.add(InstructionBuilder.of(Op.MOVE, Type.I32).from(i(77)).to(value));
    store(k, own, flat, Space.LOCAL, Type.I32);
    int p = less(k, flat, 4);
    int then = k.builder.block();
    int after = k.builder.block();
    int end = k.builder.block();
    int last = k.builder.block();
    branch(k, p, end, then);
    k.block = then;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
    k.goOn(after);
    load(k, value, other, Space.LOCAL, Type.I32);
    k.builder.successors(after, end);
    k.block = end;
    int more = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(flat), i(200)));
    store(k, own, more, Space.LOCAL, Type.I32);
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32));
    k.goOn(last);
    k.storeOwn(out, Type.I32, value);
    k.exit();
    k.run();
    assertThat(k.result(0)).isEqualTo(read);
    assertThat(k.result(7)).isEqualTo(77);
    assertThat(notes).hasSize(1);
  }

  @Test
  void barriersOfDifferentNumbersStayAnErrorIfArrivalsAreCounted() {
    TestKernel k = new TestKernel(8, 1, 1);
    k.options = ExecutionOptions.defaults().withArrivals(new BarrierArrivals(4, note -> {}));
    int p = less(k, k.special(Special.LOCAL_ID_FLAT), 4);
    int then = k.builder.block();
    int other = k.builder.block();
    int end = k.builder.block();
    branch(k, p, other, then);
    k.block = then;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(0)));
    k.builder.successors(then, end);
    k.block = other;
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(1)));
    k.goOn(end);
    k.exit();
    assertThatThrownBy(k::run).hasMessageContaining("divergent barrier");
  }
}
