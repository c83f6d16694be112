// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class LoopNestTest {
  /** A loop of block 2 within one of blocks 1 to 3. */
  private static final int[][] NESTED = {{1}, {2}, {2, 3}, {1, 4}, {}};

  /** A loop of blocks 1 to 4 whose sides 2 and 3 meet at 4. */
  private static final int[][] SIDES = {{1}, {2, 3}, {4}, {4}, {1, 5}, {}};

  private static BitSet blocks(int... all) {
    BitSet blocks = new BitSet();
    for (int b : all) {
      blocks.set(b);
    }
    return blocks;
  }

  @Test
  void anInnerLoopsBlocksAreNotThoseOfTheOuterOne() {
    assertThat(new LoopNest(NESTED).loops())
        .containsExactlyInAnyOrder(
            new LoopNest.Loop(1, blocks(1, 2, 3), blocks(1, 3)),
            new LoopNest.Loop(2, blocks(2), blocks(2)));
  }

  @Test
  void loopsOneBehindTheOtherAreTwo() {
    assertThat(new LoopNest(new int[][] {{0, 1}, {1, 2}, {}}).loops())
        .extracting(LoopNest.Loop::header)
        .containsExactlyInAnyOrder(0, 1);
    assertThat(new LoopNest(new int[][] {{1}, {}}).loops()).isEmpty();
  }

  @Test
  void anIterationAvoidsABlockOfOneSideButNoneThatBothSidesPass() {
    LoopNest nest = new LoopNest(SIDES);
    LoopNest.Loop loop = nest.loops().get(0);
    assertThat(nest.canAvoid(loop, blocks())).isTrue();
    assertThat(nest.canAvoid(loop, blocks(2))).isTrue();
    assertThat(nest.canAvoid(loop, blocks(2, 3))).isFalse();
    assertThat(nest.canAvoid(loop, blocks(4))).isFalse();
    assertThat(nest.canAvoid(loop, blocks(1))).isFalse();
  }

  @Test
  void blocksWithoutAnotherAreThoseOfWaysAroundIt() {
    LoopNest nest = new LoopNest(SIDES);
    assertThat(nest.without(2)).isEqualTo(blocks(0, 1, 3, 4, 5));
    assertThat(nest.without(4)).isEqualTo(blocks());
    assertThat(nest.without(0)).isEqualTo(blocks());
  }
}
