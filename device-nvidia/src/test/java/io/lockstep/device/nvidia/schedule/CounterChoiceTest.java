// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterChoiceTest {
  private static final int ADDRESS = 2; // number of a register
  private static final int FIRST = 10; // register of the first load

  private final List<SassOp> ops = new ArrayList<>();
  private final List<SassOp> loads = new ArrayList<>();

  private SassOp op(String name, Pipe pipe) {
    SassOp op = new SassOp(name, pipe);
    ops.add(op);
    return op;
  }

  private static Value register(int number) {
    return Value.register(Kind.VECTOR, number);
  }

  /** Appends loads, which have the next numbers. */
  private void load(int count) {
    for (int k = 0; k < count; k++) {
      SassOp load = op("LDG", Pipe.GLOBAL);
      load.sources.add(register(ADDRESS));
      load.results.add(register(FIRST + loads.size()));
      loads.add(load);
    }
  }

  private void read(int load) {
    op("FADD", Pipe.FMA).sources.add(register(FIRST + load));
  }

  private CounterChoice choose() {
    Latencies latencies = new Latencies(TestDevices.of(Capability.AMPERE));
    return new CounterChoice(List.of(ops), List.of(List.of(0)), latencies);
  }

  @Test
  void aLoadSharesNoCounterThatIsWaitedForSoonOnlyBecauseAnotherOneHasItForLong() {
    load(7);
    for (int k = 0; k < 5; k++) {
      read(k);
      load(1);
    }
    load(1); // all counters are in use
    for (int k : new int[] {5, 7, 8, 9, 10, 11, 12, 6}) {
      read(k);
    }
    CounterChoice choice = choose();

    assertThat(choice.writes(loads.get(6))).isEqualTo(choice.writes(loads.get(5)));
    assertThat(choice.writes(loads.get(12))).isEqualTo(choice.writes(loads.get(11)));
  }

  @Test
  void operandsThatTheNextTripOverwritesHaveACounterThatNoLoadHas() {
    SassOp next = op("IADD3", Pipe.ALU);
    next.sources.add(register(ADDRESS + 1));
    next.results.add(register(ADDRESS + 1));
    for (int k = 0; k < ControlBits.COUNTERS; k++) {
      load(1);
      read(k);
    }
    SassOp store = op("STG", Pipe.GLOBAL);
    store.sources.addAll(List.of(register(ADDRESS + 1), register(FIRST)));
    CounterChoice choice = choose();

    assertThat(choice.reads(store)).isLessThan(ControlBits.COUNTERS);
    assertThat(loads).extracting(choice::writes).doesNotContain(choice.reads(store));
  }

  @Test
  void theCounterThatAnEarlierBlockMayUseIsTakenLast() {
    for (int k = 0; k < 2 * ControlBits.COUNTERS; k++) {
      load(1);
      read(k);
    }
    assertThat(loads).extracting(choose()::writes).doesNotContain(ControlBits.COUNTERS - 1);

    load(ControlBits.COUNTERS);
    for (int k = 0; k < ControlBits.COUNTERS; k++) {
      read(2 * ControlBits.COUNTERS + k);
    }
    assertThat(loads).extracting(choose()::writes).contains(ControlBits.COUNTERS - 1);
  }
}
