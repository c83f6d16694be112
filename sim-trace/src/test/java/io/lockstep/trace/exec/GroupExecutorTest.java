package io.lockstep.trace.exec;

import static io.lockstep.trace.exec.TestKernel.access;
import static io.lockstep.trace.exec.TestKernel.i;
import static io.lockstep.trace.exec.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.trace.ExecutionException;
import io.lockstep.trace.InputException;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.AtomicOp;
import io.lockstep.trace.ir.Comparison;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.MemoryAccess;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Parameter;
import io.lockstep.trace.ir.Space;
import io.lockstep.trace.ir.Special;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.ir.Variable;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GroupExecutorTest {
  private static int less(TestKernel k, int a, long b) {
    return k.op(
        Type.I1, Instruction.of(Op.COMPARE, Type.I32).comparison(Comparison.LT).from(r(a), i(b)));
  }

  private static void branch(TestKernel k, int predicate, int otherwise, int taken) {
    k.add(Instruction.of(Op.BRANCH, Type.I1).guard(predicate, false));
    k.builder.successors(k.block, otherwise, taken);
  }

  private static void load(TestKernel k, int to, int at, Space space, Type type) {
    k.add(Instruction.of(Op.LOAD, type).to(to).from(r(at)).memory(access(space, type, 1)));
  }

  private static void store(TestKernel k, int at, int value, Space space, Type type) {
    k.add(Instruction.of(Op.STORE, type).from(r(at), r(value)).memory(access(space, type, 1)));
  }

  @Test
  void oneElementTooFarIsFoundWithItsPlace() {
    TestKernel k = new TestKernel(8, 4, 1);
    k.geometry = new Geometry(3, 2, 1, 8, 4, 1);
    int out = k.buffer("out", 31 * 4, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int at = k.address(out, flat, 4);
    k.line = 77;
    store(k, at, flat, Space.GLOBAL, Type.I32);
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessage(
            "k.ptx:77: kernel k: 4-byte access at offset 124 out of bounds of buffer out of 124"
                + " bytes (store), work-group (0, 0, 0), work-item (7, 3, 0)");
    assertThatThrownBy(() -> k.executor.execute(4)).hasMessageContaining("work-group (1, 1, 0)");
  }

  @Test
  void indicesBelowZeroAndMisalignmentAreFound() {
    TestKernel k = new TestKernel(4, 1, 1);
    int out = k.buffer("out", 64, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int index = k.op(Type.I32, Instruction.of(Op.SUB, Type.I32).from(r(flat), i(1)));
    store(k, k.address(out, index, 4), flat, Space.GLOBAL, Type.I32);
    k.exit();
    assertThatThrownBy(k::run)
        .hasMessageContaining("offset -4 out of bounds of buffer out")
        .hasMessageContaining("work-item (0, 0, 0)");
    TestKernel m = new TestKernel(4, 1, 1);
    int buffer = m.buffer("out", 64, null);
    int lane = m.special(Special.LOCAL_ID_FLAT);
    store(m, m.address(buffer, lane, 2), lane, Space.GLOBAL, Type.I32);
    m.exit();
    assertThatThrownBy(m::run)
        .hasMessageContaining("offset 2 of buffer out is not aligned")
        .hasMessageContaining("work-item (1, 0, 0)");
  }

  @Test
  void localAndPrivateMemoryHaveBounds() {
    TestKernel k = new TestKernel(4, 1, 1);
    k.dynamicLocalBytes = 12;
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int at = k.op(Type.I32, Instruction.of(Op.SHL, Type.I32).from(r(flat), i(2)));
    store(k, at, flat, Space.LOCAL, Type.I32);
    k.exit();
    assertThatThrownBy(k::run)
        .hasMessageContaining("offset 12 out of bounds of work-group memory of 12 bytes")
        .hasMessageContaining("work-item (3, 0, 0)");
    TestKernel p = new TestKernel(4, 1, 1);
    p.builder.variable(new Variable("v", Space.PRIVATE, 0, 16, 4, new byte[0]));
    int lane = p.special(Special.LOCAL_ID_FLAT);
    int bad = p.op(Type.I32, Instruction.of(Op.MUL, Type.I32).from(r(lane), i(7)));
    store(p, bad, lane, Space.PRIVATE, Type.I32);
    p.exit();
    assertThatThrownBy(p::run).hasMessageContaining("offset 7 of work-item memory is not aligned");
  }

  @Test
  void endlessLoopsEndAtTheBudget() {
    TestKernel k = new TestKernel(4, 1, 1);
    k.options = ExecutionOptions.defaults().withInstructionBudget(1000);
    int loop = k.builder.block();
    k.builder.successors(k.block, loop);
    k.add(Instruction.of(Op.JUMP, Type.I1));
    k.block = loop;
    k.line = 12;
    k.special(Special.CLOCK);
    k.builder.successors(loop, loop);
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.ptx:12: kernel k: the budget of 1000")
        .hasMessageContaining("work-group (0, 0, 0), work-item (0, 0, 0)");
  }

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
    k.add(Instruction.of(Op.BARRIER, Type.I32));
    k.builder.successors(then, end);
    k.block = end;
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
    k.add(Instruction.of(Op.BARRIER, Type.I32));
    k.builder.successors(then, after);
    k.block = after;
    k.storeOwn(out, Type.I32, flat);
    k.add(Instruction.of(Op.JUMP, Type.I1));
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
            Instruction.of(Op.COMPARE, Type.I32).comparison(Comparison.GE).from(r(flat), i(2)));
    int count = k.register(Type.I32);
    k.add(Instruction.of(Op.MOVE, Type.I32).from(i(77)).to(count));
    int first = k.builder.block();
    int second = k.builder.block();
    int end = k.builder.block();
    branch(k, p, second, first);
    k.block = first;
    k.add(Instruction.of(Op.BARRIER, Type.I32).mode(2).from(i(1), r(odd), i(4)).to(count));
    k.builder.successors(first, end);
    k.block = second;
    k.add(Instruction.of(Op.BARRIER, Type.I32).from(i(2), i(4)));
    k.builder.successors(second, end);
    k.block = end;
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
    k.add(Instruction.of(Op.BARRIER, Type.I32).mode(1).from(i(3), i(8)));
    k.builder.successors(arrive, after);
    k.block = after;
    k.storeOwn(out, Type.I32, flat);
    k.add(Instruction.of(Op.JUMP, Type.I1));
    k.builder.successors(after, end);
    k.block = wait;
    k.add(Instruction.of(Op.BARRIER, Type.I32).from(i(3), i(8)));
    k.builder.successors(wait, end);
    k.block = end;
    k.exit();
    k.run();
    assertThat(k.result(3)).isEqualTo(3);
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
    k.add(Instruction.of(Op.BARRIER, Type.I32).from(i(3), i(6)));
    k.builder.successors(some, end);
    k.block = end;
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
    k.add(Instruction.of(Op.BARRIER, Type.I32).from(i(0)));
    k.builder.successors(then, end);
    k.block = other;
    k.line = 7;
    k.add(Instruction.of(Op.BARRIER, Type.I32).from(i(1)));
    k.builder.successors(other, end);
    k.block = end;
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
    k.add(Instruction.of(Op.BARRIER, Type.I32));
    int end = k.builder.block();
    k.builder.successors(stay, end);
    k.block = end;
    int one = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(i(1)));
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
    int own = k.op(Type.I32, Instruction.of(Op.SHL, Type.I32).from(r(flat), i(2)));
    int mirror = k.op(Type.I32, Instruction.of(Op.XOR, Type.I32).from(r(own), i(252)));
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
      k.add(Instruction.of(Op.BARRIER, Type.I32));
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

  /** {@code if (a) { if (b) return; x } y}: y is executed once, whatever order the text has. */
  @Test
  void theOrderOfBlocksDecidesNeitherResultNorCost() {
    long[] costs = new long[2];
    for (int order = 0; order < 2; order++) {
      TestKernel k = new TestKernel(64, 1, 1);
      int out = k.buffer("out", 512, null);
      int flat = k.special(Special.LOCAL_ID_FLAT);
      int sum = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(r(flat)));
      int a = less(k, flat, 32);
      int[] b = new int[5];
      for (int n = 0; n < 5; n++) {
        b[order == 0 ? n : 4 - n] = k.builder.block();
      }
      branch(k, a, b[3], b[0]);
      k.block = b[0];
      branch(k, less(k, flat, 8), b[2], b[1]);
      k.block = b[1];
      k.exit();
      k.builder.successors(b[1]);
      k.block = b[2];
      k.add(Instruction.of(Op.ADD, Type.I32).to(sum).from(r(sum), i(100)));
      k.builder.successors(b[2], b[3]);
      k.block = b[3];
      k.add(Instruction.of(Op.ADD, Type.I32).to(sum).from(r(sum), i(1000)));
      k.builder.successors(b[3], b[4]);
      k.block = b[4];
      k.storeOwn(out, Type.I32, sum);
      k.exit();
      k.builder.successors(b[4]);
      k.run();
      costs[order] = k.executor.blockExecutions();
      for (int w = 0; w < 64; w++) {
        assertThat(k.result(w)).isEqualTo(w < 8 ? 0 : w < 32 ? w + 1100 : w + 1000);
      }
    }
    assertThat(costs).containsExactly(6, 6);
  }

  /** The address pattern of a tiled product: 64 iterations, affine in x and y. */
  @Test
  void aRegularLoopIsOneRunPerAccess() {
    TestKernel k = new TestKernel(16, 16, 1);
    int in = k.buffer("in", 1 << 20, null);
    int x = k.special(Special.LOCAL_ID_X);
    int y = k.special(Special.LOCAL_ID_Y);
    int row = k.op(Type.I32, Instruction.of(Op.MUL, Type.I32).from(r(y), i(1024)));
    int index = k.op(Type.I32, Instruction.of(Op.ADD, Type.I32).from(r(row), r(x)));
    int n = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.builder.successors(k.block, loop);
    k.block = loop;
    int value = k.register(Type.F32);
    load(k, value, k.address(in, index, 4), Space.GLOBAL, Type.F32);
    load(k, value, in, Space.GLOBAL, Type.F32);
    k.add(Instruction.of(Op.ADD, Type.I32).to(index).from(r(index), i(16)));
    k.add(Instruction.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
    int end = k.builder.block();
    branch(k, less(k, n, 64), end, loop);
    k.block = end;
    k.exit();
    WorkGroupRecord record = k.run();
    assertThat(record.segments()).hasSize(1);
    Segment s = record.segments().get(0);
    assertThat(s.isUniform()).isTrue();
    assertThat(s.runs()).isEqualTo(2);
    assertThat(s.kind(0)).isEqualTo(RunKind.AFFINE);
    assertThat(s.runCount(0)).isEqualTo(64);
    assertThat(s.base(0, 0)).isEqualTo(Address.of(0, 0));
    assertThat(s.step(0)).isEqualTo(64);
    assertThat(s.stride(0, 0)).isEqualTo(4);
    assertThat(s.stride(0, 1)).isEqualTo(4096);
    assertThat(s.kind(1)).isEqualTo(RunKind.UNIFORM);
    assertThat(s.step(1)).isZero();
    assertThat(s.blockCount(0)).isEqualTo(66);
    assertThat(s.endOutcome(0)).isEqualTo(64);
  }

  /** Work-items leave a loop one after another: those that stay keep their runs. */
  @Test
  void aLoopThatEmptiesKeepsItsRun() {
    TestKernel k = new TestKernel(32, 1, 1);
    int in = k.buffer("in", 1 << 16, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int index = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(r(flat)));
    int n = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.builder.successors(k.block, loop);
    k.block = loop;
    load(k, k.register(Type.I32), k.address(in, index, 4), Space.GLOBAL, Type.I32);
    k.add(Instruction.of(Op.ADD, Type.I32).to(index).from(r(index), i(32)));
    k.add(Instruction.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
    int p =
        k.op(
            Type.I1,
            Instruction.of(Op.COMPARE, Type.I32).comparison(Comparison.LE).from(r(n), r(flat)));
    int end = k.builder.block();
    branch(k, p, end, loop);
    k.block = end;
    k.exit();
    Segment s = k.run().segments().get(0);
    assertThat(s.paths()).isEqualTo(32);
    assertThat(s.runs()).isEqualTo(1);
    assertThat(s.runCount(0)).isEqualTo(32);
    for (int w = 0; w < 32; w++) {
      assertThat(s.blockCount(s.pathOf(w))).isEqualTo(w + 3);
      assertThat(s.address(0, w, w, 32, 1)).isEqualTo(Address.of(0, 4L * (w + 32 * w)));
    }
  }

  @Test
  void accessesToSeveralBuffersAtOnceAreWideScatters() {
    TestKernel k = new TestKernel(40, 1, 1);
    int out = k.buffer("out", 320, null);
    int other = k.buffer("other", 4096, new byte[] {9});
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int p = less(k, flat, 7);
    int from = k.op(Type.PTR, Instruction.of(Op.SELECT, Type.PTR).from(r(out), r(other), r(p)));
    int value = k.register(Type.I32);
    load(k, value, k.address(from, flat, 8), Space.GLOBAL, Type.I32);
    k.exit();
    WorkGroupRecord record = k.run();
    Segment s = record.segments().get(0);
    assertThat(s.kind(0)).isEqualTo(RunKind.SCATTER_WIDE);
    for (int w = 0; w < 40; w++) {
      assertThat(s.address(0, 0, w, 40, 1)).isEqualTo(Address.of(w < 7 ? 0 : 1, 8L * w));
    }
  }

  @Test
  void longKernelsAreCutWhereAllMeet() {
    TestKernel k = new TestKernel(64, 1, 1);
    k.options = new ExecutionOptions(1L << 40, 1 << 20, 100, 1 << 22);
    int n = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.builder.successors(k.block, loop);
    k.block = loop;
    k.add(Instruction.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
    int end = k.builder.block();
    branch(k, less(k, n, 1000), end, loop);
    k.block = end;
    k.exit();
    WorkGroupRecord record = k.run();
    assertThat(record.segments()).hasSize(11);
    assertThat(record.segments()).allMatch(Segment::isUniform);
    assertThat(record.segments().get(5).blockCount(0)).isEqualTo(100);
    assertThat(k.executor.workItemInstructions()).isEqualTo(64L * (2 + 3 * 1000));
  }

  @Test
  void aGroupMayBeSuspendedAtAnyBlock() {
    TestKernel k = new TestKernel(32, 1, 1);
    int out = k.buffer("out", 256, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int end = k.builder.block();
    int then = k.builder.block();
    branch(k, less(k, flat, 5), end, then);
    k.block = then;
    k.add(Instruction.of(Op.ADD, Type.I32).to(flat).from(r(flat), i(50)));
    k.builder.successors(then, end);
    k.block = end;
    k.storeOwn(out, Type.I32, flat);
    k.exit();
    k.run();
    k.memory.fill(0, new byte[1]);
    k.executor.begin(0);
    int calls = 0;
    while (!k.executor.run(1)) {
      calls++;
    }
    assertThat(calls).isGreaterThanOrEqualTo(2);
    assertThat(k.executor.finish().segments()).hasSize(1);
    assertThat(k.result(4)).isEqualTo(54);
    assertThat(k.result(5)).isEqualTo(5);
  }

  @Test
  void uninitialisedMemoryAndRegistersReadAsZeroInEveryGroup() {
    TestKernel k = new TestKernel(16, 1, 1);
    k.dynamicLocalBytes = 4;
    int out = k.buffer("out", 128, null);
    int value = k.register(Type.I32);
    int zero = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(i(0)));
    int old = k.register(Type.I32);
    load(k, old, zero, Space.LOCAL, Type.I32);
    k.add(Instruction.of(Op.ADD, Type.I32).to(value).from(r(value), r(old)));
    k.add(Instruction.of(Op.ADD, Type.I32).to(value).from(r(value), i(1)));
    store(k, zero, value, Space.LOCAL, Type.I32);
    k.storeOwn(out, Type.I32, value);
    k.exit();
    k.run();
    k.executor.execute(0);
    assertThat(k.result(3)).isEqualTo(1);
  }

  @Test
  void refusesByNameWhatItDoesNotExecute() {
    TestKernel wide = new TestKernel(1, 1, 1);
    wide.line = 9;
    wide.add(
        Instruction.of(Op.TEXTURE, Type.F16)
            .sourceType(Type.F32)
            .mode(1)
            .to(wide.register(Type.F16))
            .from(i(0), i(0))
            .memory(TestKernel.access(Space.TEXTURE, Type.F16, 1)));
    wide.exit();
    assertThatThrownBy(wide::run)
        .isInstanceOf(InputException.class)
        .hasMessage("k.ptx:9: k: a texture fetch of f16 is not supported yet by this version");
  }

  @Test
  void aTrapIsAnError() {
    TestKernel k = new TestKernel(1, 1, 1);
    k.line = 3;
    k.add(Instruction.of(Op.EXIT, Type.I1).mode(1));
    assertThatThrownBy(k::run).hasMessageContaining("k.ptx:3: kernel k: the kernel trapped");
  }

  @Test
  void launchesMustFitTheKernel() {
    TestKernel k = new TestKernel(8, 1, 1);
    k.builder.requiredGroupSize(List.of(16, 1, 1));
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("requires work-groups of [16, 1, 1], the launch has [8, 1, 1]");
    TestKernel a = new TestKernel(8, 1, 1);
    a.buffer("out", 4, null);
    a.exit();
    a.arguments.clear();
    assertThatThrownBy(a::run).hasMessageContaining("has 1 parameters, the launch gives 0");
  }

  @Test
  void moduleVariablesNeedTheirBuffers() {
    for (boolean bound : new boolean[] {true, false}) {
      TestKernel k = new TestKernel(2, 1, 1);
      int out = k.buffer("out", 16, null);
      k.builder.variable(new Variable("table", Space.CONSTANT, 0, 8, 4, new byte[0]));
      int table = k.memory.allocate("table", Type.I32, 8, null);
      k.memory.storeInt(Address.of(table, 4), 42);
      k.variableBuffers = new int[] {bound ? table : -1};
      int pointer =
          k.op(Type.PTR, Instruction.of(Op.MOVE, Type.PTR).from(i(Address.variable(0, 4))));
      int value = k.register(Type.I32);
      load(k, value, pointer, Space.CONSTANT, Type.I32);
      k.storeOwn(out, Type.I32, value);
      k.exit();
      if (bound) {
        WorkGroupRecord record = k.run();
        assertThat(k.result(1)).isEqualTo(42);
        assertThat(record.segments().get(0).base(0, 0)).isEqualTo(Address.of(table, 4));
      } else {
        assertThatThrownBy(k::run)
            .isInstanceOf(InputException.class)
            .hasMessageContaining("module symbol table");
      }
    }
  }

  @Test
  void genericAddressesFindTheirMemory() {
    TestKernel k = new TestKernel(3, 1, 1);
    int out = k.buffer("out", 24, null);
    k.dynamicLocalBytes = 16;
    k.builder.variable(new Variable("v", Space.PRIVATE, 0, 16, 4, new byte[0]));
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int local =
        k.op(
            Type.PTR,
            Instruction.of(Op.MOVE, Type.PTR)
                .from(i((Address.LOCAL_WINDOW << Address.OFFSET_BITS) + 4)));
    int own =
        k.op(
            Type.PTR,
            Instruction.of(Op.MOVE, Type.PTR)
                .from(i((Address.PRIVATE_WINDOW << Address.OFFSET_BITS) + 8)));
    int p = less(k, flat, 1);
    int q = less(k, flat, 2);
    int two = k.op(Type.PTR, Instruction.of(Op.SELECT, Type.PTR).from(r(local), r(own), r(q)));
    int at = k.op(Type.PTR, Instruction.of(Op.SELECT, Type.PTR).from(r(out), r(two), r(p)));
    int value = k.op(Type.I32, Instruction.of(Op.ADD, Type.I32).from(r(flat), i(70)));
    store(k, at, value, Space.GENERIC, Type.I32);
    int zero = k.op(Type.I32, Instruction.of(Op.MOVE, Type.I32).from(i(0)));
    int back = k.register(Type.I32);
    k.add(
        Instruction.of(Op.LOAD, Type.I32)
            .to(back)
            .from(r(zero))
            .memory(new MemoryAccess(Space.PRIVATE, Type.I32, 1, -1, 8, false, false)));
    int shared = k.register(Type.I32);
    k.add(
        Instruction.of(Op.LOAD, Type.I32)
            .to(shared)
            .from(r(zero))
            .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 4, false, false)));
    int sum = k.op(Type.I32, Instruction.of(Op.ADD, Type.I32).from(r(back), r(shared)));
    k.storeOwn(out, Type.I32, sum);
    k.exit();
    k.run();
    assertThat(k.result(0)).isEqualTo(71);
    assertThat(k.result(1)).isEqualTo(71);
    assertThat(k.result(2)).isEqualTo(72 + 71);
  }

  @Test
  void pointersOf32BitsAreTranslated() {
    TestKernel k = new TestKernel(4, 1, 1);
    k.builder.addressBits(32);
    k.memory.allocate("a", Type.I32, 32, null);
    k.memory.allocate("b", Type.I32, 64, null);
    k.arguments.add(Address.of(1, 16));
    k.builder.parameter(new Parameter("p", Type.I32, 0, 4, false, false));
    int pointer =
        k.op(
            Type.I32,
            Instruction.of(Op.LOAD, Type.I32)
                .from(i(0))
                .memory(access(Space.PARAMETER, Type.I32, 1)));
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int scaled = k.op(Type.I32, Instruction.of(Op.MUL, Type.I32).from(r(flat), i(8)));
    int at = k.op(Type.I32, Instruction.of(Op.ADD, Type.I32).from(r(pointer), r(scaled)));
    store(k, at, flat, Space.GLOBAL, Type.I32);
    int far = k.op(Type.I32, Instruction.of(Op.ADD, Type.I32).from(r(at), i(40)));
    k.exit();
    WorkGroupRecord record = k.run();
    assertThat(k.memory.loadInt(Address.of(1, 16 + 24))).isEqualTo(3);
    Segment s = record.segments().get(0);
    assertThat(s.base(0, 0)).isEqualTo(Address.of(1, 16));
    assertThat(s.stride(0, 0)).isEqualTo(8);
    assertThat(far).isPositive();
  }

  @Test
  void layoutsOf32BitsTellNeighboursApart() {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, 1000, null);
    memory.allocate("b", Type.I32, 5000, null);
    AddressLayout layout = new AddressLayout(memory, "k");
    for (long address :
        new long[] {
          Address.of(0, 0),
          Address.of(0, 999),
          Address.of(1, 0),
          Address.of(1, 4999),
          Address.of(0, 1000),
          Address.of(1, 6000),
          (Address.LOCAL_WINDOW << Address.OFFSET_BITS) + 12,
          (Address.PRIVATE_WINDOW << Address.OFFSET_BITS) + 12
        }) {
      assertThat(layout.lengthen(layout.shorten(address))).isEqualTo(address);
    }
    assertThat(layout.lengthen(layout.shorten(Address.of(1, 0)) - 4)).isEqualTo(Address.of(1, -4));
    assertThat(layout.lengthen(0)).isZero();
    memory.allocate("huge", Type.I8, 5L << 30, null);
    assertThatThrownBy(() -> new AddressLayout(memory, "k.ptx: k"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the kernel's pointers have 32 bits");
  }

  @Test
  void atomicValuesThatAreReadAreKnown() {
    for (boolean used : new boolean[] {true, false}) {
      TestKernel k = new TestKernel(4, 1, 1);
      int out = k.buffer("out", 64, null);
      int old = k.register(Type.I32);
      k.add(
          Instruction.of(Op.ATOMIC, Type.I32)
              .atomic(AtomicOp.ADD)
              .to(used ? old : -1)
              .from(r(out), i(1))
              .memory(access(Space.GLOBAL, Type.I32, 1)));
      k.storeOwn(out, Type.I32, used ? old : k.special(Special.LOCAL_ID_FLAT));
      k.exit();
      k.run();
      assertThat(k.executor.usesAtomicValues()).isEqualTo(used);
    }
  }
}
