// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Segments and the runs that accesses become. */
class RecordedRunsTest {
  /** The address pattern of a tiled product: 64 iterations, affine in x and y. */
  @Test
  void aRegularLoopIsOneRunPerAccess() {
    TestKernel k = new TestKernel(16, 16, 1);
    int in = k.buffer("in", 1 << 20, null);
    int x = k.special(Special.LOCAL_ID_X);
    int y = k.special(Special.LOCAL_ID_Y);
    int row = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(y), i(1024)));
    int index = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(row), r(x)));
    int n = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.goOn(loop);
    int value = k.register(Type.F32);
    load(k, value, k.address(in, index, 4), Space.GLOBAL, Type.F32);
    load(k, value, in, Space.GLOBAL, Type.F32);
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(index).from(r(index), i(16)));
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
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
    int index = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(r(flat)));
    int n = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.goOn(loop);
    load(k, k.register(Type.I32), k.address(in, index, 4), Space.GLOBAL, Type.I32);
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(index).from(r(index), i(32)));
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
    int p =
        k.op(
            Type.I1,
            InstructionBuilder.of(Op.COMPARE, Type.I32)
                .comparison(Comparison.LE)
                .from(r(n), r(flat)));
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
    int from =
        k.op(Type.PTR, InstructionBuilder.of(Op.SELECT, Type.PTR).from(r(out), r(other), r(p)));
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
  void aStoreToTheScatteredAddressesOfALoadSharesItsOffsets() {
    TestKernel k = new TestKernel(40, 1, 1);
    int buffer = k.buffer("buffer", 1024, new byte[] {9});
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int n = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.goOn(loop);
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
    int factor = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(n), r(flat)));
    int times = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(factor), i(77)));
    int at = k.op(Type.I32, InstructionBuilder.of(Op.AND, Type.I32).from(r(times), i(127)));
    int address = k.address(buffer, at, 4);
    int value = k.register(Type.I32);
    load(k, value, address, Space.GLOBAL, Type.I32);
    k.add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(r(address), r(value))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 64)));
    int end = k.builder.block();
    branch(k, less(k, n, 3), end, loop);
    k.block = end;
    k.exit();
    Segment s = k.run().segments().get(0);
    assertThat(s.runs()).isEqualTo(6);
    assertThat(s.pool()).hasSize(3 * 40);
    for (int round = 0; round < 3; round++) {
      assertThat(s.kind(3 + round)).isEqualTo(RunKind.SCATTER);
      assertThat(s.poolStart(3 + round)).isEqualTo(s.poolStart(round));
      for (int w = 0; w < 40; w++) {
        long loaded = Address.of(0, 4L * ((round + 1) * w * 77 & 127));
        assertThat(s.address(round, round, w, 40, 1)).isEqualTo(loaded);
        assertThat(s.address(3 + round, round, w, 40, 1)).isEqualTo(loaded + 64);
      }
    }
  }

  @Test
  void longKernelsAreCutWhereAllMeet() {
    TestKernel k = new TestKernel(64, 1, 1);
    k.options = new ExecutionOptions(1L << 40, 1 << 20, 100, 1 << 22);
    int n = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    k.goOn(loop);
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
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

  /** Half of the work-items wait behind a loop of the others: all never meet in it. */
  private static TestKernel loopOfSome(ExecutionOptions options) {
    TestKernel k = new TestKernel(64, 1, 1);
    k.options = options;
    int in = k.buffer("in", 1 << 22, null);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int n = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int loop = k.builder.block();
    int end = k.builder.block();
    branch(k, less(k, flat, 32), end, loop);
    k.block = loop;
    int square = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(flat), r(flat)));
    int index = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(square), r(n)));
    load(k, k.register(Type.I32), k.address(in, index, 4), Space.GLOBAL, Type.I32);
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(n).from(r(n), i(1)));
    branch(k, less(k, n, 1000), end, loop);
    k.block = end;
    k.exit();
    return k;
  }

  @Test
  @DisplayName(
      "where all do not meet for long, segments end wherever the work-items are: by blocks")
  void cutApartByBlocks() {
    WorkGroupRecord record = loopOfSome(new ExecutionOptions(1L << 40, 1 << 20, 10, 1 << 22)).run();
    assertThat(record.segments()).hasSizeBetween(6, 8);
    long blocks = 0;
    for (Segment s : record.segments()) {
      assertThat(s.blockCount(s.pathOf(0))).isLessThanOrEqualTo(160);
      blocks += s.blockCount(s.pathOf(0));
    }
    assertThat(blocks).isEqualTo(1002);
  }

  @Test
  @DisplayName("where all do not meet for long, segments end wherever the work-items are: by bytes")
  void cutApartByBytes() {
    ExecutionOptions options = new ExecutionOptions(1L << 40, 1, 1 << 20, 1000);
    WorkGroupRecord record = loopOfSome(options).run();
    assertThat(record.segments()).hasSizeGreaterThan(5);
    long blocks = 0;
    for (Segment s : record.segments()) {
      blocks += s.blockCount(s.pathOf(0));
    }
    assertThat(blocks).isEqualTo(1002);
  }

  @Test
  @DisplayName("strides are found where rows and planes begin at different work-items")
  void slantedSets() {
    TestKernel k = new TestKernel(8, 4, 2);
    int in = k.buffer("in", 1 << 16, null);
    int x = k.special(Special.LOCAL_ID_X);
    int y = k.special(Special.LOCAL_ID_Y);
    int z = k.special(Special.LOCAL_ID_Z);
    int slant = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(y), r(z)));
    int row = k.op(Type.I32, InstructionBuilder.of(Op.MAD, Type.I32).from(r(y), i(64), r(x)));
    int index = k.op(Type.I32, InstructionBuilder.of(Op.MAD, Type.I32).from(r(z), i(1024), r(row)));
    int inside =
        k.op(
            Type.I1,
            InstructionBuilder.of(Op.COMPARE, Type.I32)
                .comparison(Comparison.GE)
                .from(r(x), r(slant)));
    int then = k.builder.block();
    int end = k.builder.block();
    branch(k, inside, end, then);
    k.block = then;
    load(k, k.register(Type.I32), k.address(in, index, 4), Space.GLOBAL, Type.I32);
    k.goOn(end);
    k.exit();
    Segment s = k.run().segments().get(0);
    assertThat(s.kind(0)).isEqualTo(RunKind.AFFINE);
    assertThat(s.stride(0, 0)).isEqualTo(4);
    assertThat(s.stride(0, 1)).isEqualTo(4 * 64);
    assertThat(s.stride(0, 2)).isEqualTo(4 * 1024);
  }
}
