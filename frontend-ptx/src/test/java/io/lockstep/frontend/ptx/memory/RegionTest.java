// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.frontend.ptx.Waiting;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Region memory and the barrier of a launch, against the same work one work-item at a time. */
class RegionTest {
  private static final String FRAME =
      """
      .version 8.5
      .target sm_70
      .address_size 64
      .visible .entry k(.param .u64 p0, .param .u64 p1)
      {
      .reg .pred %%p<9>;
      .reg .b32 %%r<20>;
      .reg .b64 %%rd<9>;
      ld.param.u64 %%rd1, [p0]; cvta.to.global.u64 %%rd1, %%rd1;
      ld.param.u64 %%rd2, [p1]; cvta.to.global.u64 %%rd2, %%rd2;
      mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%tid.x; mov.u32 %%r3, %%ntid.x;
      mad.lo.u32 %%r4, %%r1, %%r3, %%r2;
      mul.wide.u32 %%rd3, %%r4, 4; add.u64 %%rd4, %%rd1, %%rd3; add.u64 %%rd5, %%rd2, %%rd3;
      ld.global.u32 %%r5, [%%rd4];
      %s
      ret;
      }
      """;

  private static Waiting run(String body, int groups, int size, int... in) {
    int[] all = Arrays.copyOf(in, groups * size);
    return new Waiting(FRAME.formatted(body))
        .buffer("in", all)
        .buffer("out", new int[all.length])
        .run(groups, size);
  }

  /** Lanes of a wavefront of 64 that append, counted before those of later ones. */
  private static int[] appended(int[] takesPart, int size, int step) {
    int[] old = new int[takesPart.length];
    int sum = 0;
    for (int first = 0; first < old.length; ) {
      int end = Math.min(first + 64, (first / size + 1) * size);
      int count = 0;
      for (int i = first; i < end; i++) {
        old[i] = takesPart[i] != 0 ? sum : 0;
        count += takesPart[i] != 0 ? 1 : 0;
      }
      sum += step * count;
      first = end;
    }
    return old;
  }

  @Property(tries = 60)
  void appendsCountTheLanesThatExecuteThemWavefrontByWavefront(
      @ForAll @Size(max = 400) List<@IntRange(max = 1) Integer> takesPart,
      @ForAll @IntRange(min = 1, max = 3) int groups,
      @ForAll @IntRange(min = 1, max = 130) int size) {
    int[] in = Arrays.copyOf(takesPart.stream().mapToInt(i -> i).toArray(), groups * size);
    for (String op : List.of("append", "consume")) {
      Waiting done =
          run(
              """
              setp.eq.u32 %%p1, %%r5, 0; @%%p1 bra END;
              mov.u32 %%r6, 12; region.%s.u32 %%r7, %%r6; st.global.u32 [%%rd5], %%r7;
              END:
              """
                  .formatted(op)
                  .replace("%%", "%"),
              groups,
              size,
              in);
      assertThat(done.words(1)).isEqualTo(appended(in, size, op.equals("append") ? 1 : -1));
    }
  }

  @Test
  void atomicsOfLanesTakeTheirTurnsAndTheMemoryIsZeroAtFirst() {
    Waiting done =
        run(
            "mov.u32 %r6, 65532; region.add.u32 %r7, %r6, %r5; st.global.u32 [%rd5], %r7;",
            2, 3, 5, 1, 4, 2, 8, 9);
    assertThat(done.words(1)).containsExactly(0, 5, 6, 10, 12, 20);
  }

  @Test
  void anAccessBeyondRegionMemorySaysWhere() {
    assertThatThrownBy(() -> run("mov.u32 %r6, 65536; region.ld.u32 %r7, %r6;", 1, 1, 0))
        .hasMessageContaining("region memory of 65536 bytes");
  }

  @Test
  void orderedAppendsFollowTheWavefrontsOfAllGroups() {
    Waiting done = run("region.ordered.u32 %r7, 0; st.global.u32 [%rd5], %r7;", 3, 96, 0);
    int[] all = new int[288];
    Arrays.fill(all, 1);
    assertThat(done.words(1)).isEqualTo(appended(all, 96, 1));
  }

  @Test
  void aWavefrontThatLeavesItsTurnOutIsNamed() {
    String firstGroupAlone =
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra END; region.ordered.u32 %r7, 0; END:";
    assertThatThrownBy(() -> run(firstGroupAlone, 2, 64, 0))
        .hasMessageContaining("wavefront 0 of work-group 1 has appended in order less often");
    String allButFirst = "setp.eq.u32 %p1, %r1, 0; @%p1 bra END; region.ordered.u32 %r7, 0; END:";
    assertThatThrownBy(() -> run(allButFirst, 2, 64, 0))
        .hasMessageContaining("before wavefront 0 of work-group 0 has");
  }

  @Test
  void theLanesOfAWavefrontAppendAtOneAddress() {
    assertThatThrownBy(() -> run("shl.b32 %r6, %r2, 2; region.append.u32 %r7, %r6;", 1, 2, 0))
        .hasMessageContaining("append at different addresses");
  }

  @Property(tries = 20)
  void whatAllGroupsWroteBeforeABarrierOfTheLaunchIsReadBehindIt(
      @ForAll @IntRange(min = 1, max = 40) int groups,
      @ForAll @IntRange(min = 1, max = 3) int rounds) {
    String round =
        """
        mov.u32 %r6, 4; region.add.u32 %r7, %r6, %r5;
        region.barrier;
        region.ld.u32 %r8, %r6; ld.global.u32 %r9, [%rd5]; add.u32 %r8, %r8, %r9;
        st.global.u32 [%rd5], %r8;
        region.barrier;
        """;
    int[] in = new int[groups * 2];
    Arrays.setAll(in, i -> i + 1);
    int sum = Arrays.stream(in).sum();
    Waiting done = run(round.repeat(rounds), groups, 2, in);
    assertThat(done.words(1)).containsOnly(sum * rounds * (rounds + 1) / 2);
  }

  @Test
  void aGroupThatEndsBeforeTheBarrierOfTheLaunchIsADeadlock() {
    String body = "setp.eq.u32 %p1, %r1, 1; @%p1 bra END; region.barrier; END:";
    assertThatThrownBy(() -> run(body, 3, 32, 0))
        .hasMessageContaining("or for groups that have ended: work-group (0, 0, 0) waits at line ")
        .hasMessageContaining(" for all work-groups");
  }
}
