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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.TestKernel;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.matrix.Decoded;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is computed, and what is only recorded, if nothing reads what a launch writes. */
class AddressSliceTest {
  private static final int WORKERS = 64;

  private final TestKernel k = new TestKernel(WORKERS, 1, 1);
  private final int out = k.buffer("out", 512, null);
  private final int in = k.buffer("in", 512, words());
  private final int own = k.special(Special.LOCAL_ID_FLAT);

  /** The words 0, 0, 1, 0, 2, 0, …: those of even number differ. */
  private static byte[] words() {
    byte[] words = new byte[512];
    for (int n = 0; n < words.length / 8; n++) {
      words[8 * n] = (byte) n;
    }
    return words;
  }

  private int loaded(int from, int index) {
    int value = k.register(Type.I32);
    load(k, value, k.address(from, index, 8), Space.GLOBAL, Type.I32);
    return value;
  }

  private WorkGroupRecord run(boolean values) {
    k.memory.write(0, 0, new byte[512], 0, 512);
    k.options = ExecutionOptions.defaults();
    if (!values) {
      k.options = k.options.withoutValues();
    }
    return k.run();
  }

  private void recordsAreTheSame() {
    k.exit();
    WorkGroupRecord part = run(false);
    assertThat(Decoded.text(part)).isEqualTo(Decoded.text(run(true)));
  }

  private boolean isWritten() {
    byte[] bytes = new byte[512];
    k.memory.read(0, 0, bytes, 0, bytes.length);
    return !Arrays.equals(bytes, new byte[512]);
  }

  @Test
  void aSumThatIsOnlyStoredIsNotComputed() {
    k.storeOwn(out, Type.I32, loaded(in, own));
    recordsAreTheSame();
    assertThat(isWritten()).isTrue(); // by the execution with values
    run(false);
    assertThat(isWritten()).isFalse();
  }

  @Test
  void anAddressThatWasLoadedIsComputed() {
    loaded(in, loaded(in, own));
    recordsAreTheSame();
  }

  @Test
  void contentsThatTheLaunchWritesAndUsesInAnAddressAreWritten() {
    int value = loaded(in, own);
    k.storeOwn(out, Type.I32, value);
    loaded(in, loaded(out, own));
    recordsAreTheSame();
  }

  @Test
  void anAddressThroughLocalMemoryIsComputed() {
    k.dynamicLocalBytes = 512;
    int at = k.op(Type.I32, InstructionBuilder.of(Op.SHL, Type.I32).from(r(own), i(2)));
    store(k, at, loaded(in, own), Space.LOCAL, Type.I32);
    int value = k.register(Type.I32);
    load(k, value, at, Space.LOCAL, Type.I32);
    loaded(in, value);
    recordsAreTheSame();
  }

  @Test
  void aPathByALoadedValueIsComputed() {
    int taken = k.builder.block();
    int rest = k.builder.block();
    branch(k, less(k, loaded(in, own), 5), rest, taken);
    k.block = taken;
    k.goOn(rest);
    recordsAreTheSame();
  }

  @Test
  void anAtomicsOldValueInAnAddressIsComputed() {
    int old = k.register(Type.I32);
    k.add(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.ADD)
            .to(old)
            .from(r(out), i(1))
            .memory(access(Space.GLOBAL, Type.I32, 1)));
    loaded(in, old);
    recordsAreTheSame();
  }

  @Test
  void aGuardOfARecordedAccessIsComputed() {
    int guard = less(k, loaded(in, own), 5);
    k.add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .guard(guard, false)
            .from(r(k.address(out, own, 8)), i(1))
            .memory(access(Space.GLOBAL, Type.I32, 1)));
    recordsAreTheSame();
  }

  @Test
  void aStoreOutsideItsBufferIsStillAnError() {
    int far = k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(own), i(60)));
    store(k, k.address(out, far, 8), loaded(in, own), Space.GLOBAL, Type.I32);
    k.exit();
    assertThatThrownBy(() -> run(false))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("buffer out of 512 bytes")
        .hasMessage(messageOfTheWholeExecution());
  }

  private String messageOfTheWholeExecution() {
    try {
      run(true);
      return "no error";
    } catch (ExecutionException e) {
      return e.getMessage();
    }
  }
}
