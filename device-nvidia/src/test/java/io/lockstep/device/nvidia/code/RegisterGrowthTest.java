// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Value.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RegisterGrowthTest {
  private static final int PAIRS = 4;

  private final List<SassOp> ops = new ArrayList<>();

  private static Value vector(int number) {
    return Value.register(Kind.VECTOR, number);
  }

  private SassOp op(int to, int... from) {
    SassOp op = new SassOp("FADD", Pipe.FMA);
    op.results.add(vector(to));
    for (int f : from) {
      op.sources.add(vector(f));
    }
    ops.add(op);
    return op;
  }

  @Test
  void aValueOccupiesARegisterUntilItsLastReader() {
    SassOp one = op(1, 0);
    SassOp other = op(2, 0);
    SassOp sum = op(3, 1, 2);
    RegisterGrowth growth = new RegisterGrowth(ops);

    growth.issue(one); // the register of 0 stays for the other one
    assertThat(growth.registers()).isEqualTo(1);
    growth.issue(other);
    assertThat(growth.registers()).isEqualTo(1);
    growth.issue(sum);
    assertThat(growth.registers()).isZero();
  }

  @Test
  void aResultInTheRegisterOfAnOperandOccupiesNoOther() {
    SassOp step = op(0, 0, 1);
    op(2, 1);
    RegisterGrowth growth = new RegisterGrowth(ops);

    growth.issue(step);
    assertThat(growth.registers()).isZero();
  }

  @Test
  void instructionsThatAddNoRegisterComeBeforeOthers() {
    op(10, 0);
    op(11, 0);
    op(12, 1, 2); // frees one
    op(13, 3); // in the register of its source

    assertThat(new RegisterGrowth(ops).least(new TreeSet<>(Set.of(0, 1)), ops, 0))
        .containsExactly(0, 1);
    assertThat(new RegisterGrowth(ops).least(new TreeSet<>(Set.of(0, 1, 2, 3)), ops, 0))
        .containsExactly(2, 3);
    assertThat(new RegisterGrowth(ops).least(new TreeSet<>(Set.of(0, 1, 2, 3)), ops, -2))
        .containsExactly(2);
  }

  @Test
  void anOrderWithoutRoomReducesEachPairBeforeTheNextOneIsThere() {
    for (int k = 0; k < PAIRS; k++) {
      op(10 + k, 0);
      op(20 + k, 0);
    }
    for (int k = 0; k < PAIRS; k++) {
      op(30 + k, 10 + k, 20 + k);
    }

    assertThat(mostRegisters(1 << 20)).isEqualTo(2 * PAIRS - 1); // a sum issues before the last one
    assertThat(mostRegisters(0)).isEqualTo(PAIRS); // the last reader frees 0
  }

  /** Returns the most registers that an order with room for a number of them adds. */
  private int mostRegisters(int room) {
    List<SassOp> ordered = new ArrayList<>(ops);
    new BlockSchedule(new Latencies(TestDevices.of(Capability.AMPERE)), room).order(ordered);
    RegisterGrowth growth = new RegisterGrowth(ordered);
    int most = 0;
    for (SassOp op : ordered) {
      growth.issue(op);
      most = Math.max(most, growth.registers());
    }
    assertThat(ordered).containsExactlyInAnyOrderElementsOf(ops);
    return most;
  }
}
