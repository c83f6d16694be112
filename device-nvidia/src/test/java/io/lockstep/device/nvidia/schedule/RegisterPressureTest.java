// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.device.nvidia.schedule.ListSchedule.Scarcity;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.Pipe;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegisterPressureTest {
  private static final int PAIRS = 4;
  private static final int REGISTERS = 140;

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

  /** Returns the pressure at the start of the instructions. */
  private RegisterPressure pressure(List<Integer> liveIn, List<Integer> liveOut) {
    return new RegisterPressure(ops, registers(), set(liveIn), set(liveOut));
  }

  private static BitSet set(List<Integer> registers) {
    BitSet set = new BitSet();
    registers.forEach(set::set);
    return set;
  }

  private static VirtualRegisters registers() {
    VirtualRegisters registers = new VirtualRegisters(new RegisterFacts(Kernels.copy(false)));
    while (registers.size() < REGISTERS) {
      registers.temporary(Kind.VECTOR);
    }
    return registers;
  }

  @Test
  void aValueIsLiveUntilItsLastReader() {
    op(101, 100);
    op(102, 100);
    op(103, 101, 102);
    RegisterPressure pressure = pressure(List.of(100), List.of());

    pressure.issue(0); // the other one still reads 100
    assertThat(pressure.registers()).isEqualTo(2);
    pressure.issue(1);
    assertThat(pressure.registers()).isEqualTo(2);
    pressure.issue(2);
    assertThat(pressure.registers()).isEqualTo(1);
  }

  @Test
  void aPredicateIsAddedButOccupiesNoVectorRegister() {
    VirtualRegisters registers = registers();
    Value carry = registers.temporary(Kind.PREDICATE);
    op(101, 100).results.add(carry); // the low half of a sum: its carry is live
    op(103, 102).sources.add(carry);
    RegisterPressure pressure =
        new RegisterPressure(ops, registers, set(List.of(100, 102)), set(List.of(101, 103)));

    assertThat(pressure.added(0, true)).isEqualTo(1); // 101 for 100, and the carry
    assertThat(pressure.added(0, false)).isZero();
    pressure.issue(0);
    assertThat(pressure.registers()).isEqualTo(2);
    assertThat(pressure.added(1, true)).isEqualTo(-1); // 103 for 102, and the carry ends
    assertThat(pressure.added(1, false)).isZero();
  }

  @Test
  void aValueThatLaterBlocksReadStaysLive() {
    op(101, 100);

    assertThat(pressure(List.of(100), List.of()).added(0, false)).isZero();
    assertThat(pressure(List.of(100), List.of(100)).added(0, false)).isEqualTo(1);
  }

  @Test
  void valuesThatPassTheBlockOccupyRegisters() {
    op(101, 100);

    assertThat(pressure(List.of(100, 104, 105), List.of(104, 105)).registers()).isEqualTo(3);
  }

  @Test
  void aResultInTheRegisterOfAnOperandOccupiesNoOther() {
    op(100, 100, 101);
    op(102, 101);
    RegisterPressure pressure = pressure(List.of(100, 101), List.of(100));

    assertThat(pressure.added(0, false)).isZero();
    pressure.issue(0);
    assertThat(pressure.registers()).isEqualTo(2);
  }

  @Test
  void theStartOfABlockCanBeReturnedTo() {
    op(101, 100);
    op(102, 101);
    op(101, 102);
    RegisterPressure pressure = pressure(List.of(100, 104), List.of(104));
    for (int k = 0; k < ops.size(); k++) {
      pressure.issue(k);
    }
    assertThat(pressure.registers()).isEqualTo(2); // nothing reads 101 again, which ends nowhere

    pressure.restart();

    assertThat(pressure.registers()).isEqualTo(2);
    assertThat(pressure.added(0, false)).isZero();
  }

  @Test
  void instructionsThatAddNoRegisterComeBeforeOthers() {
    op(110, 100);
    op(111, 100);
    op(112, 101, 102); // frees one
    op(113, 103); // in the register of its source
    op(114, 113); // so that there is a longer path behind the one before
    List<Integer> liveIn = List.of(100, 101, 102, 103);
    RegisterPressure pressure = pressure(liveIn, List.of());

    assertThat(IntStream.range(0, 4).map(p -> pressure.added(p, false)))
        .containsExactly(1, 1, -1, 0);
    assertThat(ordered(1, liveIn, List.of()).get(0)).isSameAs(ops.get(3)); // the longest path
    assertThat(ordered(0, liveIn, List.of()).get(0)).isSameAs(ops.get(2));
    assertThat(ordered(ListSchedule.FREE, liveIn, List.of()).get(0)).isSameAs(ops.get(3));
  }

  @Test
  void anOrderWithoutRegistersReducesEachPairBeforeTheNextOneIsThere() {
    for (int k = 0; k < PAIRS; k++) {
      op(110 + k, 100);
      op(120 + k, 100);
    }
    for (int k = 0; k < PAIRS; k++) {
      op(130 + k, 110 + k, 120 + k);
    }
    List<Integer> sums = List.of(130, 131, 132, 133);

    // The first sum issues before the last value.
    assertThat(mostRegisters(ListSchedule.FREE, sums)).isEqualTo(2 * PAIRS);
    assertThat(mostRegisters(0, sums)).isEqualTo(PAIRS + 1); // the last reader frees 100
  }

  private List<SassOp> ordered(int most, List<Integer> liveIn, List<Integer> liveOut) {
    BlockSchedule schedule =
        new BlockSchedule(
            new Latencies(TestDevices.of(Capability.AMPERE)),
            registers(),
            ops,
            set(liveIn),
            set(liveOut));
    List<SassOp> ordered =
        schedule.order(most, Scarcity.FEWEST_REGISTERS).stream()
            .flatMap(part -> part.ops.stream())
            .toList();
    assertThat(ordered).containsExactlyInAnyOrderElementsOf(ops);
    return ordered;
  }

  /** Returns the most live registers of an order that is made for a number of them. */
  private int mostRegisters(int most, List<Integer> liveOut) {
    List<SassOp> ordered = ordered(most, List.of(100, 101), liveOut);
    RegisterPressure pressure = pressure(List.of(100), liveOut);
    int registers = 0;
    for (SassOp op : ordered) {
      pressure.issue(ops.indexOf(op));
      registers = Math.max(registers, pressure.registers());
    }
    return registers;
  }
}
