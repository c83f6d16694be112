// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SegmentTest {
  /** Two paths, the second at some distance behind the first, and no memory operations. */
  private static Segment of(long[] outcomes, int first, int second, int end) {
    return new Segment(
        2,
        new Segment.Paths(
            new int[] {0, 1}, new int[2], new int[2], new int[] {first, second, end}, outcomes),
        new Segment.Occurrences(new int[1], new int[0], new int[0]),
        new Segment.Formulas(new byte[0], new long[0], new long[0], new int[0]),
        Segment.Scatters.none(0),
        Waits.NONE);
  }

  @Test
  void outcomesOfTwoPathsAgreeUpToTheFirstBitThatDiffersOrTheEndOfOne() {
    Random random = new Random(5);
    int differing = 0;
    for (int turn = 0; turn < 20_000; turn++) {
      long[] outcomes = new long[1 + random.nextInt(6)];
      int bits = 64 * outcomes.length;
      int second = random.nextInt(bits + 1);
      int end = second + random.nextInt(bits - second + 1);
      int first = random.nextInt(second + 1);
      // Mostly equal bits, so that paths agree for long.
      for (int k = random.nextInt(12); k > 0; k--) {
        outcomes[random.nextInt(outcomes.length)] ^= 1L << random.nextInt(64);
      }
      Segment segment = of(outcomes, first, second, end);
      int shorter = Math.min(second - first, end - second);
      int from = random.nextInt(shorter + 1);
      int agree = 0;
      while (from + agree < shorter
          && segment.outcome(first + from + agree, 1)
              == segment.outcome(second + from + agree, 1)) {
        agree++;
      }
      differing += from + agree < shorter ? 1 : 0;
      assertThat(segment.agreement(0, 1, from)).isEqualTo(agree);
      assertThat(segment.agreement(1, 0, from)).isEqualTo(agree);
    }
    assertThat(differing).isGreaterThan(2_000);
  }

  /** One run of a kind, whose first work-item's address is the base plus an offset. */
  private static Segment of(RunKind kind, long base, int offset) {
    return new Segment(
        1,
        new Segment.Paths(null, new int[1], new int[] {1}, new int[2], new long[1]),
        new Segment.Occurrences(new int[] {0, 1}, new int[1], new int[] {1}),
        new Segment.Formulas(
            new byte[] {(byte) kind.ordinal()}, new long[] {base}, new long[1], new int[3]),
        new Segment.Scatters(new int[1], new int[1], new int[] {offset}, new long[] {offset}),
        Waits.NONE);
  }

  @Test
  void segmentsAreAlikeIfTheyDifferInBasesButNotInOffsets() {
    assertThat(of(RunKind.AFFINE, 100, 4).isLike(of(RunKind.AFFINE, 200, 4))).isTrue();
    assertThat(of(RunKind.SCATTER, 100, 4).isLike(of(RunKind.SCATTER, 200, 4))).isTrue();
    assertThat(of(RunKind.SCATTER, 100, 4).isLike(of(RunKind.SCATTER, 200, 8))).isFalse();
    assertThat(of(RunKind.SCATTER_WIDE, 0, 4).isLike(of(RunKind.SCATTER_WIDE, 0, 4)))
        .as("addresses of several buffers have no base")
        .isFalse();
  }
}
