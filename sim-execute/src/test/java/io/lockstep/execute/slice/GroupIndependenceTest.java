// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.slice;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.Operators.store;
import static io.lockstep.execute.TestKernel.access;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.TestKernel;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Kernels whose records depend on what other groups write, and kernels whose records do not. */
class GroupIndependenceTest {
  private final TestKernel k = new TestKernel(64, 1, 1);
  private final int out = k.buffer("out", 512, null);
  private final int in = k.buffer("in", 512, new byte[512]);
  private final int own = k.special(Special.LOCAL_ID_FLAT);

  private int loaded(int from) {
    int value = k.register(Type.I32);
    load(k, value, k.address(from, own, 4), Space.GLOBAL, Type.I32);
    return value;
  }

  private boolean isIndependent() {
    k.exit();
    k.run();
    return k.executor.isIndependent();
  }

  private void branchOn(int value) {
    int taken = k.builder.block();
    int rest = k.builder.block();
    branch(k, less(k, value, 5), rest, taken);
    k.block = taken;
    k.goOn(rest);
  }

  @Test
  void aSumOfLoadedValuesIsIndependent() {
    k.storeOwn(out, Type.I32, loaded(in));
    k.storeOwn(out, Type.I32, loaded(out));
    assertThat(isIndependent()).isTrue();
  }

  @Test
  void addressesThatWereLoadedFromAnUnwrittenBufferAreIndependent() {
    store(k, k.address(out, loaded(in), 4), own, Space.GLOBAL, Type.I32);
    assertThat(isIndependent()).isTrue();
  }

  @Test
  void addressesThatWereLoadedFromAWrittenBufferAreDependent() {
    store(k, k.address(out, loaded(out), 4), own, Space.GLOBAL, Type.I32);
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void aLoadThroughADependentAddressIsDependent() {
    int value = k.register(Type.I32);
    load(k, value, k.address(in, loaded(out), 4), Space.GLOBAL, Type.I32);
    k.storeOwn(out, Type.I32, value);
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void twoParametersMayNameTheSameBuffer() {
    k.storeOwn(out, Type.I32, loaded(in));
    branchOn(loaded(in));
    k.arguments.set(1, k.arguments.get(0));
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void aPathByAValueOfAnUnwrittenBufferIsIndependent() {
    k.storeOwn(out, Type.I32, own);
    branchOn(loaded(in));
    assertThat(isIndependent()).isTrue();
  }

  @Test
  void aPathByAWrittenValueIsDependent() {
    k.storeOwn(out, Type.I32, own);
    branchOn(loaded(out));
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void aPathByTheOldValueOfAnAtomicIsDependent() {
    int old = k.register(Type.I32);
    k.add(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.ADD)
            .to(old)
            .from(r(out), i(1))
            .memory(access(Space.GLOBAL, Type.I32, 1)));
    branchOn(old);
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void aWrittenValueStaysDependentInLocalMemory() {
    k.dynamicLocalBytes = 256;
    int at = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    k.storeOwn(out, Type.I32, own);
    store(k, at, loaded(out), Space.LOCAL, Type.I32);
    int value = k.register(Type.I32);
    load(k, value, at, Space.LOCAL, Type.I32);
    branchOn(value);
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void addressesFromAnotherLaunchsResultsAreDependent() {
    store(k, k.address(out, loaded(in), 4), own, Space.GLOBAL, Type.I32);
    assertThat(isIndependent()).isTrue();
    assertThat(k.executor.isIndependent(BitSet.valueOf(new long[] {0b10}))).isFalse(); // in
    assertThat(k.executor.isIndependent(BitSet.valueOf(new long[] {0b01}))).isTrue(); // out
    assertThat(k.executor.writes()).contains(BitSet.valueOf(new long[] {0b01}));
  }

  @Test
  void aPathByTheClockIsDependent() {
    branchOn(k.special(Special.CLOCK));
    assertThat(isIndependent()).isFalse();
  }

  @Test
  void aStoreThroughALoadedPointerMayWriteAnyBuffer() {
    int pointer = k.register(Type.PTR);
    load(k, pointer, in, Space.GLOBAL, Type.PTR);
    int rest = k.builder.block();
    int taken = k.builder.block();
    branch(k, less(k, own, 0), rest, taken); // not executed, but part of the kernel
    k.block = taken;
    store(k, pointer, own, Space.GLOBAL, Type.I32);
    k.goOn(rest);
    branchOn(loaded(in));
    assertThat(isIndependent()).isFalse();
  }
}
