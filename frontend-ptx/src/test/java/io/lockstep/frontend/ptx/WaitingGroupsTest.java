// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitingGroupsTest {
  private static final String FRAME =
      """
      .version 8.5
      .target sm_70
      .address_size 64
      .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2)
      {
      .reg .pred %%p<9>;
      .reg .b32 %%r<40>;
      .reg .b64 %%rd<40>;
      ld.param.u64 %%rd1, [p0]; cvta.to.global.u64 %%rd1, %%rd1;
      ld.param.u64 %%rd2, [p1]; cvta.to.global.u64 %%rd2, %%rd2;
      ld.param.u32 %%r9, [p2];
      mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%tid.x;
      mul.wide.u32 %%rd3, %%r1, 4; add.u64 %%rd4, %%rd1, %%rd3; add.u64 %%rd5, %%rd2, %%rd3;
      %s
      ret;
      }
      """;

  private static Waiting kernel(String body) {
    return new Waiting(FRAME.formatted(body));
  }

  /** Each group waits for the flag of the one after it; the last one posts first. */
  private static final String BACKWARDS =
      """
      mov.u32 %r3, %nctaid.x; sub.u32 %r3, %r3, 1; setp.eq.u32 %p1, %r1, %r3; @%p1 bra POST;
      WAIT: ld.volatile.global.u32 %r4, [%rd4+4];
      setp.eq.u32 %p2, %r4, 0; @%p2 bra WAIT;
      POST: add.u32 %r5, %r4, 1; st.volatile.global.u32 [%rd4], %r5;
      """;

  @Test
  void aGroupGoesOnOnceALaterOneHasWritten() {
    Waiting run =
        kernel(BACKWARDS).buffer("flags", new int[8]).buffer("out", 0).number(0).run(7, 32);
    assertThat(run.words(0)).startsWith(7, 6, 5, 4, 3, 2, 1);
    assertThat(run.replay(7, 1)).isNull();
    assertThat(run.replay(6, 1)).contains("wait for ever");
  }

  @Test
  void theRoundsInWhichAGroupOnlyPolledAreNotRecorded() {
    Waiting run =
        kernel(BACKWARDS).buffer("flags", new int[8]).buffer("out", 0).number(0).run(7, 32);
    for (WorkGroupRecord record : run.records.subList(0, 6)) {
      int loads =
          record.segments().stream()
              .flatMapToInt(s -> IntStream.range(s.firstRun(0), s.firstRun(1)).map(s::runCount))
              .sum();
      assertThat(loads).isEqualTo(1);
      assertThat(record.hasWaits()).isTrue();
    }
    assertThat(run.records.get(6).hasWaits()).isFalse();
    Waiting forwards =
        kernel(BACKWARDS)
            .buffer("flags", 0, 1, 1, 1, 1, 1, 1, 0)
            .buffer("out", 0)
            .number(0)
            .run(7, 32);
    assertThat(run.executor.workItemInstructions())
        .isEqualTo(forwards.executor.workItemInstructions());
  }

  @Test
  void waitingForWhatIsNeverWrittenIsADeadlockThatNamesGroupLineBufferAndValue() {
    Waiting run =
        kernel(
                "WAIT: ld.volatile.global.u32 %r4, [%rd1+8];\n setp.ne.u32 %p2, %r4, 5; @%p2 bra WAIT;")
            .buffer("flags", 1, 2, 3)
            .buffer("out", 0)
            .number(0);
    assertThatThrownBy(() -> run.run(2, 32))
        .hasMessage(
            "k.ptx:14: kernel k: deadlock: all 2 work-groups that have not ended wait for one another:"
                + " work-group (0, 0, 0), work-item (0, 0, 0) waits at line 14 for a change of byte"
                + " 8 of buffer flags, which holds 3 and was not written by this launch; work-group"
                + " (1, 0, 0), work-item (0, 0, 0) waits at line 14 for a change of byte 8 of"
                + " buffer flags, which holds 3 and was not written by this launch");
  }

  @Test
  void aCircleOfGroupsIsNamed() {
    // Each takes the lock of its own number, then that of the other.
    Waiting run =
        kernel(
                """
                atom.global.cas.b32 %r4, [%rd4], 0, 1;
                atom.global.add.u32 %r6, [%rd2], 1;
                MEET: ld.volatile.global.u32 %r6, [%rd2]; setp.lt.u32 %p1, %r6, 2; @%p1 bra MEET;
                xor.b32 %r5, %r1, 1; mul.wide.u32 %rd6, %r5, 4; add.u64 %rd7, %rd1, %rd6;
                TAKE: atom.global.cas.b32 %r4, [%rd7], 0, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra TAKE;
                """)
            .buffer("locks", 0, 0)
            .buffer("met", 0)
            .number(0);
    assertThatThrownBy(() -> run.run(2, 1))
        .hasMessageContaining("deadlock: all 2 work-groups")
        .hasMessageContaining("which holds 1 since work-group (1, 0, 0) wrote it at line 14")
        .hasMessageEndingWith("the circle: (0, 0, 0) -> (1, 0, 0) -> (0, 0, 0)");
  }

  @Test
  void noMoreGroupsAreKeptAliveThanTheOptionsAllow() {
    ExecutionOptions options = ExecutionOptions.defaults().withAliveGroups(size -> 6);
    Waiting run = kernel(BACKWARDS).buffer("flags", new int[8]).buffer("out", 0).number(0);
    assertThatThrownBy(() -> run.run(7, 32, options))
        .hasMessageContaining(
            "of the first 6 work-groups none can go on, and no device holds more than 6 at once")
        .hasMessageContaining("work-group (0, 0, 0), work-item (0, 0, 0) waits at line 15")
        .hasMessageContaining("and 1 more");
    Waiting enough = kernel(BACKWARDS).buffer("flags", new int[8]).buffer("out", 0).number(0);
    assertThat(enough.run(7, 32, options.withAliveGroups(size -> 7)).words(0)).startsWith(7, 6);
  }

  @Test
  void aLoopThatCountsItsPollsWaitsAndGivesUpOnlyWhereNothingIsWritten() {
    String body =
        """
        mov.u32 %r6, 0;
        setp.eq.u32 %p1, %r1, 1; @%p1 bra POST;
        WAIT: ld.volatile.global.u32 %r4, [%rd1]; add.u32 %r6, %r6, 1;
        setp.ne.u32 %p2, %r4, 0; @%p2 bra DONE;
        setp.lt.u32 %p3, %r6, %r9; @%p3 bra WAIT;
        bra.uni DONE;
        POST: st.volatile.global.u32 [%rd1], 1; mov.u32 %r4, 3;
        DONE: st.global.u32 [%rd5], %r4;
        """;
    Waiting written = kernel(body).buffer("flag", 0).buffer("out", 9, 9).number(100_000).run(2, 1);
    assertThat(written.words(1)).containsExactly(1, 3);
    Waiting alone = kernel(body).buffer("flag", 0).buffer("out", 9, 9).number(10_000).run(1, 1);
    assertThat(alone.words(1)).containsExactly(0, 9);
    Waiting endless = kernel(body).buffer("flag", 0).buffer("out", 9, 9).number(-1);
    assertThatThrownBy(() -> endless.run(1, 1)).hasMessageContaining("an endless loop?");
  }

  @Test
  void othersOfAGroupGoOnWhileSomeOfItsWorkItemsWait() {
    // Even work-items wait for what odd ones of the same group write behind the loop.
    Waiting run =
        kernel(
                """
                and.b32 %r3, %r2, 1; setp.eq.u32 %p1, %r3, 1; @%p1 bra ODD;
                WAIT: ld.volatile.global.u32 %r4, [%rd4]; setp.lt.u32 %p2, %r4, 16; @%p2 bra WAIT;
                bra.uni DONE;
                ODD: atom.global.add.u32 %r5, [%rd4], 1;
                DONE: bar.sync 0; atom.global.add.u32 %r5, [%rd5], 1;
                """)
            .buffer("count", 0, 0)
            .buffer("out", 0, 0)
            .number(0)
            .run(2, 32);
    assertThat(run.words(1)).containsExactly(32, 32);
    assertThat(run.replay(1, 1)).isNull();
  }

  private static final String BARRIERS =
      """
      mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r3, %nctaid.x;
      ROUND: add.u32 %r6, %r6, %r3; atom.global.add.u32 %r4, [%rd1], 1;
      MEET: ld.volatile.global.u32 %r4, [%rd1]; setp.lt.u32 %p1, %r4, %r6; @%p1 bra MEET;
      add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, %r9; @%p2 bra ROUND;
      """;

  @Test
  void pollsAtABarrierOfManyGroupsNameItsLastArrival() {
    Waiting run = kernel(BARRIERS).buffer("met", 0).buffer("out", 0).number(4).run(300, 1);
    assertThat(run.needs()).hasSize(4 * 300).allMatch(n -> n % 300 == 0);
    assertThat(run.replay(300, 1)).isNull();
  }

  /** Group 0 counts up to the number of the launch; the others wait for every second count. */
  private static final String PROGRESS =
      """
      mov.u32 %r5, 0; setp.eq.u32 %p1, %r1, 0; @%p1 bra WORK;
      NEXT: add.u32 %r5, %r5, 2;
      WAIT: ld.volatile.global.u32 %r4, [%rd1]; setp.lt.u32 %p2, %r4, %r5; @%p2 bra WAIT;
      {USE}
      setp.lt.u32 %p3, %r5, %r9; @%p3 bra NEXT;
      bra.uni DONE;
      WORK: add.u32 %r5, %r5, 1; st.volatile.global.u32 [%rd1], %r5;
      setp.lt.u32 %p3, %r5, %r9; @%p3 bra WORK;
      DONE:
      """;

  @Test
  void aPollThatIsAnsweredAtOnceNamesTheFirstChangeThatWouldHaveEndedItsLoop() {
    Waiting run =
        kernel(PROGRESS.replace("{USE}", ""))
            .buffer("done", 0)
            .buffer("out", 0)
            .number(6)
            .run(3, 1);
    assertThat(run.needs()).containsExactly(2, 4, 6, 2, 4, 6);
  }

  @Test
  void aPollWhoseValueIsUsedNamesTheChangeThatItHasSeen() {
    Waiting run =
        kernel(PROGRESS.replace("{USE}", "st.global.u32 [%rd2], %r4;"))
            .buffer("done", 0)
            .buffer("out", 0)
            .number(6)
            .run(3, 1);
    assertThat(run.needs()).containsExactly(6, 6, 6, 6, 6, 6);
  }

  @Test
  void aPollThatWouldHaveEndedBeforeTheLaunchWaitsForNothing() {
    Waiting run =
        kernel(
                PROGRESS
                    .replace("{USE}", "")
                    .replace("st.volatile", "add.u32 %r5, %r5, 9; st.volatile"))
            .buffer("done", 9)
            .buffer("out", 0)
            .number(9)
            .run(2, 1);
    assertThat(run.words(0)).containsExactly(10);
    assertThat(run.needs()).containsExactly(1);
  }

  @Test
  void aRetriedUpdateIsNoPollAndRecordsNothingMore() {
    String body =
        """
        ld.global.u32 %r4, [%rd1];
        AGAIN: add.u32 %r5, %r4, %r2; mov.u32 %r6, %r4;
        atom.global.cas.b32 %r4, [%rd1], %r6, %r5;
        setp.ne.u32 %p1, %r4, %r6; @%p1 bra AGAIN;
        """;
    Waiting run = kernel(body).buffer("sum", 0).buffer("out", 0).number(0);
    assertThat(PollLoops.of(run.kernel).isEmpty()).isTrue();
    run.run(3, 32);
    assertThat(run.words(0)).containsExactly(3 * 31 * 16);
    assertThat(run.records).noneMatch(WorkGroupRecord::hasWaits);
    assertThat(run.records.get(0).segments()).allMatch(s -> s.waits().isEmpty());
  }

  @Test
  void whatALoopPollsIsFoundAndWhatItOnlyComputesIsNot() {
    assertThat(slots("L: ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 0; @%p1 bra L;"))
        .isEqualTo("{0}");
    // A plain load at an address that moves: a list is walked.
    assertThat(
            slots(
                "L: ld.global.u64 %rd6, [%rd1]; mov.u64 %rd1, %rd6; setp.ne.u64 %p1, %rd6, 0;"
                    + " @%p1 bra L;"))
        .isEqualTo("{}");
    // A queue's counter changes with every access.
    assertThat(
            slots("L: atom.global.add.u32 %r4, [%rd1], 1; setp.lt.u32 %p1, %r4, %r9; @%p1 bra L;"))
        .isEqualTo("{}");
    // The value decides nothing.
    assertThat(
            slots(
                "mov.u32 %r5, 0; L: ld.volatile.global.u32 %r4, [%rd1]; add.u32 %r5, %r5, 1;"
                    + " st.global.u32 [%rd2], %r4; setp.lt.u32 %p1, %r5, %r9; @%p1 bra L;"))
        .isEqualTo("{}");
    // A plain load, kept in the loop by a fence.
    assertThat(
            slots("L: ld.global.u32 %r4, [%rd1]; membar.gl; setp.eq.u32 %p1, %r4, 0; @%p1 bra L;"))
        .isEqualTo("{0}");
    // A counter goes up to a loaded bound.
    assertThat(
            slots(
                "mov.u32 %r5, 0; L: add.u32 %r5, %r5, 1; ld.global.u32 %r4, [%rd1];"
                    + " setp.lt.u32 %p1, %r5, %r4; @%p1 bra L;"))
        .isEqualTo("{}");
    // Each element is claimed once: the address walks on in every round.
    assertThat(
            slots(
                "mov.u32 %r5, 0; L: atom.global.cas.b32 %r4, [%rd1], 0, 1; add.u64 %rd1, %rd1, 4;"
                    + " setp.eq.u32 %p1, %r4, 0; @%p1 bra L;"))
        .isEqualTo("{}");
    // A look-back goes on only where it has found something.
    assertThat(
            slots(
                "L: ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 0; @%p1 bra L;"
                    + " setp.eq.u32 %p2, %r4, 2; @%p2 bra M; add.u64 %rd1, %rd1, -4; bra.uni L; M:"))
        .isEqualTo("{0}");
    assertThat(
            slots(
                "L: ld.volatile.global.u32 %r4, [%rd1]; setp.eq.u32 %p1, %r4, 1;"
                    + " add.u64 %rd6, %rd1, -4; selp.b64 %rd1, %rd6, %rd1, %p1;"
                    + " setp.ne.u32 %p2, %r4, 2; @%p2 bra L;"))
        .isEqualTo("{0}");
    // A lock that is looked at before it is taken: both accesses.
    assertThat(
            slots(
                "L: ld.volatile.global.u32 %r4, [%rd1]; setp.ne.u32 %p1, %r4, 0; @%p1 bra L;"
                    + " atom.global.cas.b32 %r5, [%rd1], 0, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra L;"))
        .isEqualTo("{0, 1}");
  }

  private static String slots(String body) {
    java.util.BitSet all = new java.util.BitSet();
    PollLoops.of(kernel(body).kernel).loops().forEach(l -> all.or(l.slots()));
    return all.toString();
  }

  @Test
  void segmentsOfKernelsWithoutPollsHoldNoWaits() {
    Waiting run = kernel("st.global.u32 [%rd4], %r1;").buffer("a", 0, 0).buffer("b", 0).number(0);
    run.run(2, 32);
    assertThat(run.records)
        .allSatisfy(
            r -> assertThat(r.segments()).extracting(Segment::waits).allMatch(w -> w.isEmpty()));
  }
}
