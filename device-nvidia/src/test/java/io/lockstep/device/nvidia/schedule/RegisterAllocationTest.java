// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.Pipe;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterAllocationTest {
  private static final int STACK = 1;

  private final VirtualRegisters registers =
      new VirtualRegisters(new RegisterFacts(Kernels.copy(false)));
  private final List<SassOp> ops = new ArrayList<>();

  private Value single() {
    Value value = registers.temporary(Kind.VECTOR);
    SassOp op = new SassOp("MOV", Pipe.ALU);
    op.results.add(value);
    ops.add(op);
    return value;
  }

  private void read(String name, Value... values) {
    SassOp op = new SassOp(name, name.equals("STG") ? Pipe.GLOBAL : Pipe.ALU);
    op.sources.addAll(List.of(values));
    ops.add(op);
  }

  private RegisterAllocation allocate(int spare) {
    registers.stack(); // every kernel has it
    Liveness liveness = Liveness.of(List.of(ops), List.of(List.of()), SassOp.ACCESSES);
    return new RegisterAllocation(List.of(ops), liveness, registers, spare);
  }

  @Test
  void aRegisterThatAQueueMayStillReadIsTakenOnlyWithoutSpareOnes() {
    Value stored = single();
    read("STG", stored);
    Value next = single();
    read("MOV", next);

    assertThat(allocate(8).used(Kind.VECTOR)).isEqualTo(STACK + 2);
    assertThat(allocate(0).used(Kind.VECTOR)).isEqualTo(STACK + 1);
  }
}
