// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EarlyLoadsTest {
  /** Loads, adds to the word and loads again, with other instructions in between. */
  private static List<Op> ops(Space space, int ahead, Consumer<Sample> between) {
    Sample k = new Sample();
    k.words(6);
    k.load(space, 1, r(0));
    k.op(Op.ADD, 2, r(1), c(1));
    between.accept(k);
    k.op(Op.SUB, 3, r(0), c(64));
    k.load(space, 4, r(3));
    k.op(Op.MUL, 5, r(4), r(2));
    Kernel early =
        EarlyLoads.of(k.build(), ahead, i -> i.op() == Op.LOAD && i.memory().space() == space);
    return early.blocks().get(0).instructions().stream().map(Instruction::op).toList();
  }

  private static boolean isEarly(Space space, Consumer<Sample> between) {
    List<Op> ops = ops(space, 1, between);
    return ops.indexOf(Op.SUB) == 1 && ops.get(2) == Op.LOAD;
  }

  @Test
  @DisplayName("a load moves with its address before the first reader of the last one")
  void aLoadMovesWithItsAddressBeforeTheFirstReaderOfTheLastOne() {
    assertThat(ops(Space.GLOBAL, 1, k -> {}))
        .containsExactly(Op.LOAD, Op.SUB, Op.LOAD, Op.ADD, Op.MUL, Op.EXIT);
  }

  @Test
  @DisplayName("no more loads are outstanding than the limit and the one that is read")
  void noMoreLoadsAreOutstandingThanTheLimitAndTheOneThatIsRead() {
    Sample k = new Sample();
    int word = k.words(12);
    for (int n = 0; n < 4; n++) {
      k.load(Space.GLOBAL, word + n, c(64 * n));
      k.op(Op.ADD, word + 4 + n, r(word + n), c(1));
    }
    Kernel kernel = k.build();
    for (int ahead = 0; ahead < 4; ahead++) {
      List<Op> ops =
          EarlyLoads.of(kernel, ahead, EarlyLoads::isDeviceLoad)
              .blocks()
              .get(0)
              .instructions()
              .stream()
              .map(Instruction::op)
              .toList();
      assertThat(ops.indexOf(Op.ADD)).isEqualTo(1 + ahead);
    }
  }

  @Test
  @DisplayName("a load passes no store that may change what it reads")
  void aLoadPassesNoStoreThatMayChangeWhatItReads() {
    for (Space loaded : List.of(Space.GLOBAL, Space.LOCAL, Space.PRIVATE, Space.GENERIC)) {
      for (Space stored : List.of(Space.GLOBAL, Space.LOCAL, Space.PRIVATE, Space.GENERIC)) {
        boolean separate = loaded != stored && loaded != Space.GENERIC && stored != Space.GENERIC;
        assertThat(isEarly(loaded, k -> k.store(stored, r(0), c(1))))
            .as("%s past %s", loaded, stored)
            .isEqualTo(separate);
      }
    }
    assertThat(isEarly(Space.GLOBAL, k -> k.store(Space.REGION, r(0), c(1)))).isFalse();
  }

  @Test
  @DisplayName("a load passes other loads but no volatile one and no fence")
  void aLoadPassesOtherLoadsButNoVolatileOneAndNoFence() {
    MemoryAccess kept =
        new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0, MemoryAccess.Qualifiers.VOLATILE);
    assertThat(isEarly(Space.GLOBAL, k -> k.load(Space.LOCAL, 5, r(0)))).isTrue();
    assertThat(
            isEarly(
                Space.GLOBAL,
                k ->
                    k.add(
                        InstructionBuilder.of(Op.LOAD, Type.I32)
                            .to(5)
                            .from(r(0))
                            .memory(kept)
                            .build())))
        .isFalse();
    assertThat(isEarly(Space.GLOBAL, k -> k.add(InstructionBuilder.of(Op.FENCE, Type.I1).build())))
        .isFalse();
  }

  @Test
  @DisplayName("a load stays behind a reader or a writer of the registers that it would take along")
  void aLoadStaysBehindAReaderOrAWriterOfTheRegistersThatItWouldTakeAlong() {
    assertThat(isEarly(Space.GLOBAL, k -> k.op(Op.ADD, 5, r(4), c(1)))).isFalse();
    assertThat(isEarly(Space.GLOBAL, k -> k.op(Op.ADD, 4, r(0), c(1)))).isFalse();
    assertThat(isEarly(Space.GLOBAL, k -> k.op(Op.ADD, 5, r(3), c(1)))).isFalse();
    assertThat(isEarly(Space.GLOBAL, k -> k.op(Op.ADD, 5, r(0), c(1)))).isTrue();
  }

  @Test
  @DisplayName("a guarded load and one whose address has a guard stay")
  void aGuardedLoadAndOneWhoseAddressHasAGuardStay() {
    Consumer<Sample> guarded =
        k -> {
          int p = k.registers(Type.I1, 1);
          k.add(
              InstructionBuilder.of(Op.COMPARE, Type.I32)
                  .comparison(Comparison.EQ)
                  .to(p)
                  .from(r(0), c(0))
                  .build());
          k.add(
              InstructionBuilder.of(Op.ADD, Type.I32)
                  .to(0)
                  .from(r(0), c(4))
                  .guard(p, false)
                  .build());
        };
    assertThat(isEarly(Space.GLOBAL, guarded)).isFalse();
    Sample k = new Sample();
    k.words(3);
    int p = k.registers(Type.I1, 1);
    k.load(Space.GLOBAL, 1, r(0));
    k.op(Op.ADD, 2, r(1), c(1));
    Instruction load = k.load(Space.GLOBAL, 2, r(0));
    Kernel kernel = k.build();
    Instruction last = InstructionBuilder.from(load).guard(p, false).build();
    List<Instruction> code = new ArrayList<>(kernel.blocks().get(0).instructions());
    code.set(2, last);
    Kernel with = kernel.withBlocks(List.of(PortableCode.with(kernel.blocks().get(0), code)));
    assertThat(EarlyLoads.of(with, 1, EarlyLoads::isDeviceLoad).blocks()).isEqualTo(with.blocks());
  }

  @Test
  @DisplayName("kernels that poll keep their order")
  void kernelsThatPollKeepTheirOrder() {
    Sample k = new Sample();
    k.words(6);
    int p = k.registers(Type.I1, 1);
    k.jump(1).block();
    k.add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(1)
            .from(c(0))
            .memory(
                new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0, MemoryAccess.Qualifiers.VOLATILE))
            .build());
    k.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.EQ)
            .to(p)
            .from(r(1), c(0))
            .build());
    k.branch(p, 2, 1).block();
    k.load(Space.GLOBAL, 2, c(4));
    k.op(Op.ADD, 3, r(2), c(1));
    k.load(Space.GLOBAL, 4, c(8));
    Kernel kernel = k.build();
    assertThat(EarlyLoads.of(kernel, 1, EarlyLoads::isDeviceLoad)).isSameAs(kernel);
  }

  @Test
  @DisplayName("device loads read global memory or texels and are not volatile")
  void deviceLoadsReadGlobalMemoryOrTexelsAndAreNotVolatile() {
    Sample k = new Sample();
    k.words(2);
    assertThat(EarlyLoads.isDeviceLoad(k.load(Space.GLOBAL, 0, c(0)))).isTrue();
    assertThat(EarlyLoads.isDeviceLoad(k.load(Space.LOCAL, 0, c(0)))).isFalse();
    assertThat(EarlyLoads.isDeviceLoad(k.op(Op.ADD, 0, r(1), c(0)))).isFalse();
    MemoryAccess kept =
        new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0, MemoryAccess.Qualifiers.VOLATILE);
    assertThat(
            EarlyLoads.isDeviceLoad(
                InstructionBuilder.of(Op.LOAD, Type.I32).to(0).from(c(0)).memory(kept).build()))
        .isFalse();
  }
}
