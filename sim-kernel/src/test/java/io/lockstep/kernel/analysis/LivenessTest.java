// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LivenessTest {
  private final Kernel kernel = SampleKernels.diamond(Special.LOCAL_ID_X).build();
  private final Liveness liveness = new Liveness(kernel);

  @Test
  @DisplayName("nothing is live at the entry, value and address are live where the paths meet")
  void liveIn() {
    assertThat(liveness.liveIn(0).isEmpty()).isTrue();
    assertThat(liveness.liveIn(2).stream().boxed())
        .containsExactly(SampleKernels.VALUE, SampleKernels.ADDRESS);
    assertThat(liveness.liveOut(0)).isEqualTo(liveness.liveIn(2).clone());
  }

  @Test
  @DisplayName("B1 writes the value, so only the address is live before it")
  void b1WritesTheValueSoOnlyTheAddressIsLiveBeforeIt() {
    assertThat(liveness.liveIn(1).stream().boxed()).containsExactly(SampleKernels.ADDRESS);
  }

  @Test
  @DisplayName("id, limit and a 64-bit address: four 32-bit registers; predicates count nothing")
  void maxLive() {
    assertThat(new RegisterDemand(kernel).most()).isEqualTo(4);
    assertThat(new RegisterDemand(kernel).most(r -> r != SampleKernels.ADDRESS)).isEqualTo(2);
  }

  @Test
  @DisplayName("an address takes one register where pointers have 32 bits")
  void narrowPointers() {
    Kernel narrow = SampleKernels.diamond(Special.LOCAL_ID_X).addressBits(32).build();
    assertThat(new RegisterDemand(narrow).most()).isEqualTo(3);
  }

  @Test
  @DisplayName("a guarded write does not end a value's life")
  void guardedWrite() {
    KernelBuilder k = new KernelBuilder("guarded", "test", "guarded.test");
    int v = k.register(Type.I32, "v");
    int p = k.register(Type.I1, "p");
    int first = k.block();
    k.add(first, SampleKernels.move(v, SampleKernels.c(1), Type.I32));
    k.add(first, SampleKernels.move(p, SampleKernels.c(1), Type.I1));
    int b = k.block();
    k.add(
        b,
        InstructionBuilder.of(Op.MOVE, Type.I32)
            .to(v)
            .from(SampleKernels.c(2))
            .guard(p, false)
            .build());
    int s = k.register(Type.I32, "s");
    k.add(
        b,
        InstructionBuilder.of(Op.ADD, Type.I32)
            .to(s)
            .from(SampleKernels.r(v), SampleKernels.r(v))
            .build());
    k.add(b, SampleKernels.exit());
    assertThat(new Liveness(k.build()).liveIn(1).get(v)).isTrue();
  }

  @Test
  @DisplayName("a result takes its registers where it is written, though nothing reads it")
  void idleResult() {
    KernelBuilder k = new KernelBuilder("idle", "test", "idle.test");
    int v = k.register(Type.I32, "v");
    int idle = k.register(Type.I64, "idle");
    int w = k.register(Type.I32, "w");
    int b = k.block();
    k.add(b, SampleKernels.move(v, SampleKernels.c(1), Type.I32));
    k.add(b, SampleKernels.move(idle, SampleKernels.c(2), Type.I64));
    k.add(b, SampleKernels.move(w, SampleKernels.r(v), Type.I32));
    k.add(b, SampleKernels.exit());
    k.successors(b, List.of());
    RegisterDemand idleness = new RegisterDemand(k.build());
    assertThat(idleness.at(0)).containsExactly(1, 3, 1, 0);
    assertThat(idleness.most()).isEqualTo(3);
  }
}
