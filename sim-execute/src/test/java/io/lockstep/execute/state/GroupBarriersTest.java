// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Variant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The state of a group's barriers, one by one. */
class GroupBarriersTest {
  private final GroupBarriers barriers = new GroupBarriers();

  private int reduced(Variant.Barrier kind, int... predicates) {
    barriers.reset();
    for (int p : predicates) {
      barriers.arrive(4, predicates.length, p);
    }
    return barriers.reduced(4, kind);
  }

  @Test
  @DisplayName("a barrier counts the true predicates, or says whether all or any are")
  void aBarrierCountsTheTruePredicates() {
    Variant.Barrier any = Variant.Barrier.ANY_TRUE;
    assertThat(reduced(Variant.Barrier.COUNT_TRUE, 1, 0, 1)).isEqualTo(2);
    assertThat(reduced(Variant.Barrier.ALL_TRUE, 1, 0, 1)).isZero();
    assertThat(reduced(Variant.Barrier.ALL_TRUE, 1, 1, 1)).isEqualTo(1);
    assertThat(reduced(Variant.Barrier.ALL_TRUE, 0, 0, 0)).isZero();
    assertThat(reduced(any, 1, 0, 1)).isEqualTo(1);
    assertThat(reduced(any, 0, 0, 0)).isZero();
  }

  @Test
  @DisplayName("who comes agrees with those that wait about how many a barrier is for")
  void whoComesAgreesWithThoseThatWaitAboutHowManyABarrierIsFor() {
    assertThat(barriers.arrive(1, 8, 0)).as("the first says").isTrue();
    assertThat(barriers.arrive(1, 8, 0)).isTrue();
    assertThat(barriers.arrive(1, 6, 0)).isFalse();
    barriers.clear(1);
    assertThat(barriers.arrive(1, 6, 0)).as("once it is free again").isTrue();
  }

  @Test
  @DisplayName("complete with as many as it is for; for all of the group, with all that still run")
  void barriersAreCompleteWithAsManyAsTheyAreFor() {
    assertThat(barriers.isComplete(2, 0)).as("where nobody is").isFalse();
    barriers.arrive(2, 2, 0);
    assertThat(barriers.isComplete(2, 1)).isFalse();
    barriers.arrive(2, 2, 0);
    assertThat(barriers.isComplete(2, 8)).isTrue();
    barriers.arriveTogether(3, 5);
    assertThat(barriers.isComplete(3, 6)).isFalse();
    assertThat(barriers.isComplete(3, 5)).as("one has exited").isTrue();
  }
}
