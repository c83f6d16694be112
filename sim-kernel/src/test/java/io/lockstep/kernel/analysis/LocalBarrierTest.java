// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of a barrier in local memory. */
class LocalBarrierTest {
  private static final long ONE = LocalBarrier.arrivals(1, false);

  /** ptxas 13.0 for sm_90 stores 2 (2^20 - n) and 2^43 (2^20 - n); ours has bit 0 besides. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 256, LocalBarrier.MOST})
  void theLayoutIsThatOfCapability90(int count) {
    long missing = (1 << 20) - count;
    assertThat(LocalBarrier.of(count)).isEqualTo(missing << 43 | missing << 1 | 1);
    assertThat(LocalBarrier.pending(LocalBarrier.of(count))).isEqualTo(count);
    assertThat(LocalBarrier.expected(LocalBarrier.of(count))).isEqualTo(count);
  }

  @Test
  void aPhaseIsCompleteAfterTheLastArrivalAndTheNextOneBegins() {
    long first = LocalBarrier.of(3);
    long state = LocalBarrier.arrive(LocalBarrier.arrive(first, ONE), ONE);
    assertThat(LocalBarrier.pending(state)).isEqualTo(1);
    assertThat(LocalBarrier.isComplete(state, first)).isFalse();
    state = LocalBarrier.arrive(state, ONE);
    assertThat(LocalBarrier.isComplete(state, first)).isTrue();
    assertThat(LocalBarrier.pending(state)).isEqualTo(3);
    long third = LocalBarrier.arrive(state, LocalBarrier.arrivals(3, false));
    assertThat(third).isEqualTo(first);
  }

  @Test
  void droppingOutCountsInThisPhaseAndShortensTheNextOnes() {
    long drop = LocalBarrier.arrivals(1, true);
    long state = LocalBarrier.arrive(LocalBarrier.of(2), drop);
    assertThat(LocalBarrier.pending(state)).isEqualTo(1);
    assertThat(LocalBarrier.expected(state)).isEqualTo(1);
    state = LocalBarrier.arrive(state, ONE);
    assertThat(LocalBarrier.pending(state)).isEqualTo(1);
    long last = LocalBarrier.arrive(state, drop);
    assertThat(LocalBarrier.expected(last)).isZero();
    assertThat(LocalBarrier.isValid(last)).isTrue();
    assertThat(LocalBarrier.isComplete(last, state)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, LocalBarrier.MOST})
  void aPhaseIsCompleteWhenItsArrivalsAndItsBytesHaveComeInAnyOrder(int bytes) {
    long first = LocalBarrier.of(2);
    long expected = LocalBarrier.expect(first, bytes);
    assertThat(LocalBarrier.bytes(expected)).isEqualTo(bytes);
    assertThat(LocalBarrier.pending(expected)).isEqualTo(2);
    long early = LocalBarrier.expect(first, -bytes);
    assertThat(LocalBarrier.bytes(early)).isEqualTo(-bytes);
    assertThat(LocalBarrier.isValid(early)).isTrue();
    assertThat(LocalBarrier.expect(early, bytes)).isEqualTo(first);
    long arrived = LocalBarrier.arrive(LocalBarrier.arrive(expected, ONE), ONE);
    assertThat(LocalBarrier.isComplete(arrived, first)).isFalse();
    assertThat(LocalBarrier.pending(arrived)).isZero();
    long last = LocalBarrier.expect(arrived, -bytes);
    assertThat(LocalBarrier.isComplete(last, first)).isTrue();
    long before = LocalBarrier.expect(LocalBarrier.arrive(expected, ONE), -bytes);
    assertThat(LocalBarrier.isComplete(before, first)).isFalse();
    assertThat(LocalBarrier.arrive(before, ONE)).isEqualTo(last);
    assertThat(LocalBarrier.bytes(last)).isZero();
    assertThat(LocalBarrier.pending(last)).isEqualTo(2);
  }

  @Test
  void noArrivalChangesNothing() {
    long state = LocalBarrier.of(1);
    assertThat(LocalBarrier.arrive(state, 0)).isEqualTo(state);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4, -1, 0x3F80_0000_3F80_0000L})
  void otherContentsOfMemoryAreNoBarrier(long contents) {
    assertThat(LocalBarrier.isValid(contents)).isFalse();
    assertThat(LocalBarrier.isValid(LocalBarrier.of(7))).isTrue();
  }

  @Test
  void operationsOnBarriersAreAtomicsOn64BitsOfLocalMemory() {
    for (AtomicOp op : AtomicOp.OF_BARRIERS) {
      assertThat(problem(op, Type.I64, Space.LOCAL)).isEmpty();
      assertThat(problem(op, Type.I64, Space.GLOBAL)).isNotEmpty();
      assertThat(problem(op, Type.I32, Space.LOCAL)).isNotEmpty();
      assertThat(AtomicOp.OF_LANES).doesNotContain(op);
    }
    assertThat(AtomicOp.OF_BARRIERS).hasSize(7);
  }

  private static String problem(AtomicOp op, Type type, Space space) {
    return InstructionShape.variantProblem(
        InstructionBuilder.of(Op.ATOMIC, type)
            .atomic(op)
            .from(Operand.immediate(0), Operand.immediate(0))
            .memory(new MemoryAccess(space, type, 1, -1, 0))
            .build());
  }
}
