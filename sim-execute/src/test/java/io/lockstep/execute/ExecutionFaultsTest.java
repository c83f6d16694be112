// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.Operators.store;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.trace.record.Geometry;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a kernel or a launch does wrong is told with its place. */
class ExecutionFaultsTest {
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
    int index = k.op(Type.I32, InstructionBuilder.of(Op.SUB, Type.I32).from(r(flat), i(1)));
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

  /** Rows are moved at once where the shape of the addresses shows that all of them are right. */
  @Test
  @DisplayName("where only some rows are wrong, the first work-item that is wrong is named")
  void wrongRows() {
    assertThatThrownBy(rows(18, 1 << 10)::run)
        .hasMessageContaining("offset 18 of buffer in is not aligned")
        .hasMessageContaining("work-item (0, 1, 0)");
    assertThatThrownBy(rows(20, 3 * 20 + 12)::run)
        .hasMessageContaining("offset 72 out of bounds of buffer in")
        .hasMessageContaining("work-item (3, 3, 0)");
    rows(20, 3 * 20 + 16).run();
  }

  /** Each of 4 x 4 work-items loads 4 bytes at 4 x + pitch y. */
  private static TestKernel rows(int pitch, long bytes) {
    TestKernel k = new TestKernel(4, 4, 1);
    int in = k.buffer("in", bytes, null);
    int x = k.special(Special.LOCAL_ID_X);
    int y = k.special(Special.LOCAL_ID_Y);
    int column = k.op(Type.I32, InstructionBuilder.of(Op.SHL, Type.I32).from(r(x), i(2)));
    int at =
        k.op(Type.I32, InstructionBuilder.of(Op.MAD, Type.I32).from(r(y), i(pitch), r(column)));
    load(k, k.register(Type.I32), k.address(in, at, 1), Space.GLOBAL, Type.I32);
    k.exit();
    return k;
  }

  @Test
  void localAndPrivateMemoryHaveBounds() {
    TestKernel k = new TestKernel(4, 1, 1);
    k.dynamicLocalBytes = 12;
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int at = k.op(Type.I32, InstructionBuilder.of(Op.SHL, Type.I32).from(r(flat), i(2)));
    store(k, at, flat, Space.LOCAL, Type.I32);
    k.exit();
    assertThatThrownBy(k::run)
        .hasMessageContaining("offset 12 out of bounds of work-group memory of 12 bytes")
        .hasMessageContaining("work-item (3, 0, 0)");
    TestKernel p = new TestKernel(4, 1, 1);
    p.builder.variable(new Variable("v", Space.PRIVATE, 0, 16, 4, new byte[0]));
    int lane = p.special(Special.LOCAL_ID_FLAT);
    int bad = p.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(lane), i(7)));
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
    k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
    k.block = loop;
    k.line = 12;
    int end = k.builder.block();
    branch(k, less(k, k.special(Special.LOCAL_ID_FLAT), 4), end, loop);
    k.block = end;
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.ptx:12: kernel k: the budget of 1000")
        .hasMessageContaining(
            "Of its last 942 instructions: line 12 33 %, line 13 33 %, line 14 33 %; 4 of 4 work-items")
        .hasMessageContaining("no work-group of the launch has ended before it")
        .hasMessageContaining("work-group (0, 0, 0), work-item (0, 0, 0)");
  }

  /** As the compiler makes it of a loop that waits for a value which nothing can change. */
  @Test
  void aLoopWithoutAWayOutIsAnErrorWhenItIsReached() {
    TestKernel k = new TestKernel(4, 1, 1);
    int loop = k.builder.block();
    int end = k.builder.block();
    branch(k, less(k, k.special(Special.LOCAL_ID_FLAT), 3), loop, end);
    k.block = loop;
    k.line = 12;
    k.special(Special.CLOCK);
    k.builder.successors(loop, loop);
    k.block = end;
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessage(
            "k.ptx:12: kernel k: an endless loop: no path leads from here to the end of the kernel,"
                + " work-group (0, 0, 0), work-item (3, 0, 0)");
  }

  @Test
  void refusesByNameWhatItDoesNotExecute() {
    TestKernel wide = new TestKernel(1, 1, 1);
    wide.line = 9;
    wide.add(
        InstructionBuilder.of(Op.TEXTURE, Type.F16)
            .sourceType(Type.F32)
            .variant(Texels.Fetch.of(Texels.Geometry.LINE))
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
    k.add(InstructionBuilder.of(Op.EXIT, Type.I1).variant(Variant.Exit.TRAP));
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
    TestKernel b = new TestKernel(8, 1, 1);
    b.builder.bounds(new LaunchBounds(List.of(), 4, 0, 0, 0));
    b.exit();
    assertThatThrownBy(b::run)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has launch bounds of 4 work-items a group, the launch has 8");
    TestKernel a = new TestKernel(8, 1, 1);
    a.buffer("out", 4, null);
    a.exit();
    a.arguments.clear();
    assertThatThrownBy(a::run).hasMessageContaining("has 1 parameters, the launch gives 0");
  }
}
