// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.GcnKernel;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waits of a lowered kernel that loads its arguments and then chases pointers. */
class WaitCountersTest {
  private static final InstructionSet ISA = Specs.isa("gfx942");
  private static final int LOAD = GcnClass.VMEM_LOAD.ordinal();
  private static final int LDS = GcnClass.LDS_READ.ordinal();
  private static final int SMEM = GcnClass.SMEM.ordinal();

  private final GcnKernel code =
      (GcnKernel)
          new Specs()
              .device(Specs.of("mi300a"))
              .lower(Bench.loop((b, block, pointer, thread) -> Bench.chase(b, block, pointer)));
  private final WaitCounters counters = new WaitCounters(2, ISA, Specs.of("mi300a"));

  WaitCountersTest() {
    counters.begin(code);
  }

  /** The first wait for everything of one counter alone. */
  private int wait(byte[] counter, byte[] other) {
    return IntStream.range(0, code.size())
        .filter(i -> code.cls[i] == GcnClass.WAITCNT.ordinal())
        .filter(i -> counter[i] == 0 && other[i] == GcnKernel.NOT_WAITED_FOR)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("a wait looks at its counter only, and at its wavefront")
  void aWaitLooksAtItsCounterOnly() {
    int vector = wait(code.waits[0], code.waits[1]);
    int scalar = wait(code.waits[1], code.waits[0]);
    counters.of(LOAD).add(1, 500);
    counters.add(1, SMEM, 90);
    assertThat(counters.until(1, vector)).isEqualTo(500);
    assertThat(counters.until(1, scalar)).isEqualTo(90);
    assertThat(counters.until(0, vector)).as("nothing outstanding").isZero();
    assertThat(counters.cause(1, vector)).isEqualTo(GcnIssueCause.MEMORY);
    assertThat(counters.cause(1, scalar)).isEqualTo(GcnIssueCause.SCALAR);
    counters.retire(1, vector);
    assertThat(counters.of(LOAD).size(1)).isZero();
    assertThat(counters.of(LDS).size(1)).isEqualTo(1);
    counters.retire(1, scalar);
    assertThat(counters.of(LDS).size(1)).isZero();
  }

  @Test
  void aWaitForLgkmcntIsNamedByWhatIsThereLast() {
    int wait = wait(code.waits[1], code.waits[0]);
    int load = counters.add(0, SMEM, CompletionRing.UNKNOWN);
    counters.add(0, LDS, 90);
    assertThat(counters.cause(0, wait)).isEqualTo(GcnIssueCause.SCALAR);
    counters.of(LDS).complete(0, load, 80);
    assertThat(counters.cause(0, wait)).isEqualTo(GcnIssueCause.LDS);
    counters.retire(0, wait);
    counters.add(0, LDS, 100); // where the load was
    assertThat(counters.cause(0, wait)).isEqualTo(GcnIssueCause.LDS);
    counters.add(1, LDS, 100);
    counters.add(1, SMEM, 120);
    assertThat(counters.cause(1, wait)).isEqualTo(GcnIssueCause.SCALAR);
  }

  @Test
  @DisplayName("what is not known yet is waited for without an end")
  void whatIsNotKnownYetIsWaitedForWithoutAnEnd() {
    int vector = wait(code.waits[0], code.waits[1]);
    int place = counters.of(LOAD).add(0, CompletionRing.UNKNOWN);
    assertThat(counters.until(0, vector)).isEqualTo(CompletionRing.UNKNOWN);
    counters.of(LOAD).complete(0, place, 70);
    assertThat(counters.until(0, vector)).isEqualTo(70);
  }

  @Test
  @DisplayName("vmcnt counts to 63, lgkmcnt to 15 (gfx9: six bits and four)")
  void vmcntCountsTo63AndLgkmcntTo15() {
    for (int i = 0; i < 63; i++) {
      assertThat(counters.of(LDS).isFull(0)).isEqualTo(i >= 15);
      assertThat(counters.of(LOAD).isFull(0)).isFalse();
      counters.of(LOAD).add(0, i);
      if (i < 15) {
        counters.of(LDS).add(0, i);
      }
    }
    assertThat(counters.of(LOAD).isFull(0)).isTrue();
    counters.clear(0);
    assertThat(counters.of(LOAD).size(0) + counters.of(LDS).size(0)).isZero();
  }

  @Test
  void theCountersCountAsFarAsTheirFiguresSay() {
    WaitCounters few =
        new WaitCounters(
            2,
            ISA,
            Specs.of("mi300a").with("issue.vector_waits", "5").with("issue.local_waits", "1"));
    for (int i = 0; i < 5; i++) {
      assertThat(few.of(LOAD).isFull(1)).isFalse();
      few.of(LOAD).add(1, i);
    }
    few.of(LDS).add(1, 0);
    assertThat(few.of(LOAD).isFull(1)).isTrue();
    assertThat(few.of(LDS).isFull(1)).isTrue();
    assertThat(few.of(LOAD).isFull(0) || few.of(LDS).isFull(0)).as("the other wavefront").isFalse();
  }
}
