// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.kernel.ir.Kernel;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** All small programs of groups that wait, against what they must compute. */
class WaitingGroupsPropertyTest {
  /** Who polls at a barrier of the grid. */
  enum Who {
    /** The first work-item; the others wait at a barrier of the group. */
    LEADER,
    /** All work-items. */
    ALL,
    /** Odd work-items in one branch, even ones in the other. */
    APART
  }

  /** How a word is polled. */
  enum How {
    VOLATILE("ld.volatile.global.u32 %r10, [%rd3];"),
    ACQUIRE("ld.acquire.gpu.u32 %r10, [%rd3];"),
    ATOMIC("atom.global.or.b32 %r10, [%rd3], 0;"),
    COMPARED("atom.global.cas.b32 %r10, [%rd3], 77777, 1;");

    final String text;

    How(String text) {
      this.text = text;
    }
  }

  /**
   * Rounds: each work-item writes what it read of the next group's, then all groups meet. The value
   * read in round r must be the neighbour's of round r - 1.
   */
  private static Kernel barriers(Who who, How how) {
    String poll =
        """
        WAIT_%1$d:
        %2$s
        setp.lt.u32 %%p2, %%r10, %%r9;
        @%%p2 bra WAIT_%1$d;
        """;
    String meet =
        switch (who) {
          case LEADER ->
              "setp.ne.u32 %p3, %r1, 0; @%p3 bra MET; atom.global.add.u32 %r11, [%rd3], 1;\n"
                  + poll.formatted(1, how.text)
                  + "MET: bar.sync 0;";
          case ALL -> "atom.global.add.u32 %r11, [%rd3], 1;\n" + poll.formatted(1, how.text);
          case APART ->
              "atom.global.add.u32 %r11, [%rd3], 1; and.b32 %r12, %r1, 1;"
                  + " setp.eq.u32 %p3, %r12, 0; @%p3 bra EVEN;\n"
                  + poll.formatted(1, how.text)
                  + "bra.uni MET; EVEN:\n"
                  + poll.formatted(2, how.text)
                  + "MET: bar.sync 0;";
        };
    return Waiting.kernel(
        """
        .version 8.5
        .target sm_70
        .address_size 64
        .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .u32 p3)
        {
        .reg .pred %p<9>;
        .reg .b32 %r<40>;
        .reg .b64 %rd<40>;
        ld.param.u64 %rd1, [p0]; cvta.to.global.u64 %rd1, %rd1;
        ld.param.u64 %rd3, [p1]; cvta.to.global.u64 %rd3, %rd3;
        ld.param.u32 %r2, [p2];
        ld.param.u32 %r14, [p3];
        mov.u32 %r1, %tid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %nctaid.x;
        add.u32 %r6, %r4, 1; rem.u32 %r6, %r6, %r5;
        mad.lo.u32 %r7, %r6, %r3, %r1; mul.wide.u32 %rd4, %r7, 4; add.u64 %rd5, %rd1, %rd4;
        mad.lo.u32 %r8, %r4, %r3, %r1; mul.wide.u32 %rd6, %r8, 4; add.u64 %rd7, %rd1, %rd6;
        mov.u32 %r20, 0; mov.u32 %r9, 0;
        ROUND: setp.ge.u32 %p1, %r20, %r2; @%p1 bra DONE;
        ld.global.u32 %r21, [%rd5];
        add.u32 %r9, %r9, %r14;
        bar.sync 0;
        """
            + meet
            + """

        mad.lo.u32 %r22, %r21, 3, %r20; st.global.u32 [%rd7], %r22;
        add.u32 %r9, %r9, %r14;
        bar.sync 0;
        """
            + meet.replace("WAIT_", "WAITB_").replace("MET", "METB").replace("EVEN", "EVENB")
            + """

        add.u32 %r20, %r20, 1; bra.uni ROUND;
        DONE: ret;
        }
        """);
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void groupsMeetAtBarriersOfTheGrid(@ForAll Who who, @ForAll How how) {
    Kernel kernel = barriers(who, how);
    for (int groups = 1; groups <= 4; groups++) {
      for (int rounds = 0; rounds <= 2; rounds++) {
        for (int size : new int[] {1, 2, 33}) {
          meet(kernel, who, groups, rounds, size);
        }
      }
    }
  }

  private static void meet(Kernel kernel, Who who, int groups, int rounds, int size) {
    int[] values = new int[groups * size];
    Arrays.setAll(values, i -> 5 * i + 1);
    int arrivals = groups * (who == Who.LEADER ? 1 : size);
    Waiting run = new Waiting(kernel).buffer("values", values).buffer("arrived", 0);
    run.number(rounds).number(arrivals).run(groups, size);
    for (int r = 0; r < rounds; r++) {
      int[] before = values.clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = before[(i + size) % values.length] * 3 + r;
      }
    }
    assertThat(run.words(0)).isEqualTo(values);
    assertThat(run.words(1)).containsExactly(2 * rounds * arrivals);
    if (who == Who.LEADER) {
      // Released by the last arrival, not by what a group does that went on before.
      assertThat(run.needs()).allMatch(n -> n % arrivals == 0);
      assertThat(run.needs().size()).isEqualTo(groups * 2 * rounds);
    }
    for (int seed = 0; seed < 3; seed++) {
      assertThat(run.replay(groups, seed)).isNull();
    }
    if (groups > 1 && rounds > 0) {
      assertThat(run.replay(groups - 1, 0)).contains("wait for ever");
    }
  }

  /** Each group interprets its row of the script: 2f posts flag f, 2f + 1 waits for it. */
  private static final Kernel SCRIPT =
      Waiting.kernel(
          """
          .version 8.5
          .target sm_70
          .address_size 64
          .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2)
          {
          .reg .pred %p<9>;
          .reg .b32 %r<40>;
          .reg .b64 %rd<40>;
          ld.param.u64 %rd1, [p0]; cvta.to.global.u64 %rd1, %rd1;
          ld.param.u64 %rd2, [p1]; cvta.to.global.u64 %rd2, %rd2;
          ld.param.u32 %r2, [p2];
          mov.u32 %r1, %ctaid.x;
          mul.lo.u32 %r3, %r1, %r2; mul.wide.u32 %rd3, %r3, 4; add.u64 %rd1, %rd1, %rd3;
          mov.u32 %r4, 0;
          NEXT: setp.ge.u32 %p1, %r4, %r2; @%p1 bra DONE;
          ld.global.u32 %r5, [%rd1];
          add.u64 %rd1, %rd1, 4; add.u32 %r4, %r4, 1;
          shr.u32 %r6, %r5, 1; mul.wide.u32 %rd4, %r6, 4; add.u64 %rd5, %rd2, %rd4;
          and.b32 %r7, %r5, 1; setp.eq.u32 %p2, %r7, 1; @%p2 bra WAIT;
          st.volatile.global.u32 [%rd5], 1;
          bra.uni NEXT;
          WAIT: ld.volatile.global.u32 %r8, [%rd5];
          setp.eq.u32 %p3, %r8, 0; @%p3 bra WAIT;
          bra.uni NEXT;
          DONE: ret;
          }
          """);

  private static final int STEPS = 3;

  @Property(tries = 300)
  void groupsEndExactlyWhereSomeOrderLetsThemEnd(
      @ForAll @Size(3 * STEPS) java.util.List<@IntRange(max = 5) Integer> raw) {
    int[] script = raw.stream().mapToInt(Integer::intValue).toArray();
    Waiting run = new Waiting(SCRIPT).buffer("script", script).buffer("flags", 0, 0, 0);
    run.number(STEPS);
    Throwable thrown = catchThrowable(() -> run.run(3, 1));
    if (ends(script)) {
      assertThat(thrown).isNull();
      assertThat(run.replay(3, 1)).isNull();
      assertThat(run.replay(3, 2)).isNull();
    } else {
      assertThat(thrown).isInstanceOf(ExecutionException.class).hasMessageContaining("deadlock");
    }
  }

  /** Flags are never taken back, so groups that go as far as they can find out. */
  private static boolean ends(int[] script) {
    boolean[] posted = new boolean[3];
    int[] at = new int[3];
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int g = 0; g < 3; g++) {
        while (at[g] < STEPS && can(script[g * STEPS + at[g]], posted)) {
          at[g]++;
          moved = true;
        }
      }
    }
    return Arrays.stream(at).allMatch(a -> a == STEPS);
  }

  private static boolean can(int step, boolean[] posted) {
    if (step % 2 == 1) {
      return posted[step / 2];
    }
    posted[step / 2] = true;
    return true;
  }

  @Property(tries = 40)
  void locksLetOneGroupInAtATimeHoweverManyRoundsAndGroups(
      @ForAll @IntRange(min = 1, max = 9) int groups, @ForAll @IntRange(max = 4) int rounds) {
    Waiting run = new Waiting(LOCK).buffer("lock", 0).buffer("counter", 0).number(rounds);
    run.run(groups, 32);
    assertThat(run.words(0)).containsExactly(0);
    assertThat(run.words(1)).containsExactly(groups * rounds);
    assertThat(run.replay(groups, 1)).isNull();
    assertThat(run.replay(1, 1)).isNull();
  }

  private static final Kernel LOCK =
      Waiting.kernel(
          """
          .version 8.5
          .target sm_70
          .address_size 64
          .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2)
          {
          .reg .pred %p<9>;
          .reg .b32 %r<40>;
          .reg .b64 %rd<40>;
          ld.param.u64 %rd1, [p0]; cvta.to.global.u64 %rd1, %rd1;
          ld.param.u64 %rd2, [p1]; cvta.to.global.u64 %rd2, %rd2;
          ld.param.u32 %r2, [p2];
          mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;
          mov.u32 %r4, 0;
          NEXT: setp.ge.u32 %p1, %r4, %r2; @%p1 bra DONE;
          TAKE: atom.global.cas.b32 %r5, [%rd1], 0, 1;
          setp.ne.u32 %p2, %r5, 0; @%p2 bra TAKE;
          ld.volatile.global.u32 %r6, [%rd2]; add.u32 %r6, %r6, 1; st.volatile.global.u32 [%rd2], %r6;
          atom.global.exch.b32 %r7, [%rd1], 0;
          add.u32 %r4, %r4, 1; bra.uni NEXT;
          DONE: ret;
          }
          """);
}
