// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.gcn.lowering.GcnClass;
import io.lockstep.gcn.lowering.GcnKernel;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waits of a lowered kernel that loads its arguments and then chases pointers. */
class WaitCountersTest {
  private final GcnKernel code =
      (GcnKernel)
          new Specs()
              .device(Specs.of("mi300a"))
              .lower(Bench.loop((b, block, pointer, thread) -> Bench.chase(b, block, pointer)));
  private final WaitCounters counters = new WaitCounters(2, Specs.of("mi300a"));

  WaitCountersTest() {
    counters.begin(code);
  }

  /** The first wait for everything of one counter alone. */
  private int wait(byte[] counter, byte[] other) {
    return IntStream.range(0, code.size())
        .filter(i -> code.cls[i] == GcnClass.WAITCNT.ordinal())
        .filter(i -> counter[i] == 0 && other[i] == 127)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("a wait looks at its counter only, and at its wavefront")
  void aWaitLooksAtItsCounterOnly() {
    int vector = wait(code.waitVm, code.waitLgkm);
    int scalar = wait(code.waitLgkm, code.waitVm);
    counters.vm.add(1, 500);
    counters.addScalar(1, 90);
    assertThat(counters.until(1, vector)).isEqualTo(500);
    assertThat(counters.until(1, scalar)).isEqualTo(90);
    assertThat(counters.until(0, vector)).as("nothing outstanding").isZero();
    assertThat(counters.cause(1, vector)).isEqualTo(GcnIssueCause.MEMORY);
    assertThat(counters.cause(1, scalar)).isEqualTo(GcnIssueCause.SCALAR);
    counters.retire(1, vector);
    assertThat(counters.vm.size(1)).isZero();
    assertThat(counters.lgkm.size(1)).isEqualTo(1);
    counters.retire(1, scalar);
    assertThat(counters.lgkm.size(1)).isZero();
  }

  @Test
  void aWaitForLgkmcntIsNamedByWhatIsThereLast() {
    int wait = wait(code.waitLgkm, code.waitVm);
    int load = counters.addScalar(0, CompletionRing.UNKNOWN);
    counters.addLocal(0, 90);
    assertThat(counters.cause(0, wait)).isEqualTo(GcnIssueCause.SCALAR);
    counters.lgkm.complete(0, load, 80);
    assertThat(counters.cause(0, wait)).isEqualTo(GcnIssueCause.LDS);
    counters.retire(0, wait);
    counters.addLocal(0, 100); // where the load was
    assertThat(counters.cause(0, wait)).isEqualTo(GcnIssueCause.LDS);
    counters.addLocal(1, 100);
    counters.addScalar(1, 120);
    assertThat(counters.cause(1, wait)).isEqualTo(GcnIssueCause.SCALAR);
  }

  @Test
  @DisplayName("what is not known yet is waited for without an end")
  void whatIsNotKnownYetIsWaitedForWithoutAnEnd() {
    int vector = wait(code.waitVm, code.waitLgkm);
    int place = counters.vm.add(0, CompletionRing.UNKNOWN);
    assertThat(counters.until(0, vector)).isEqualTo(CompletionRing.UNKNOWN);
    counters.vm.complete(0, place, 70);
    assertThat(counters.until(0, vector)).isEqualTo(70);
  }

  @Test
  @DisplayName("vmcnt counts to 63, lgkmcnt to 15 (gfx9: six bits and four)")
  void vmcntCountsTo63AndLgkmcntTo15() {
    for (int i = 0; i < 63; i++) {
      assertThat(counters.lgkm.isFull(0)).isEqualTo(i >= 15);
      assertThat(counters.vm.isFull(0)).isFalse();
      counters.vm.add(0, i);
      if (i < 15) {
        counters.lgkm.add(0, i);
      }
    }
    assertThat(counters.vm.isFull(0)).isTrue();
    counters.clear(0);
    assertThat(counters.vm.size(0) + counters.lgkm.size(0)).isZero();
  }

  @Test
  void theCountersCountAsFarAsTheirFiguresSay() {
    WaitCounters few =
        new WaitCounters(
            2, Specs.of("mi300a").with("issue.vector_waits", "5").with("issue.local_waits", "1"));
    for (int i = 0; i < 5; i++) {
      assertThat(few.vm.isFull(1)).isFalse();
      few.vm.add(1, i);
    }
    few.lgkm.add(1, 0);
    assertThat(few.vm.isFull(1)).isTrue();
    assertThat(few.lgkm.isFull(1)).isTrue();
    assertThat(few.vm.isFull(0) || few.lgkm.isFull(0)).as("the other wavefront").isFalse();
  }
}
