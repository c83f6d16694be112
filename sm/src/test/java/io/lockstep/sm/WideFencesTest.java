// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.transaction.MemoryUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideFencesTest {
  private static final int WARPS = 5;
  private static final int TOKENS = 40;

  private final List<Integer> resumed = new ArrayList<>();
  private final WideFences fences = new WideFences(WARPS, TOKENS, resumed::add);

  @Test
  void aFenceWaitsForTheWritesBeforeItAndNoneBehindIt() {
    fences.issued(1, MemoryUnit.PENDING);
    assertThat(fences.until(0)).isEqualTo(WarpTable.NEVER);
    fences.issued(2, MemoryUnit.PENDING);
    fences.acknowledged(1, 70);
    assertThat(resumed).containsExactly(0);
    assertThat(fences.until(0)).isEqualTo(70);
    assertThat(fences.until(3)).isEqualTo(WarpTable.NEVER);
    fences.acknowledged(2, 90);
    assertThat(resumed).containsExactly(0, 3);
    assertThat(fences.until(3)).isEqualTo(90);
  }

  @Test
  void aFenceWithoutWritesBeforeItGoesOnWhateverComesLater() {
    assertThat(fences.until(2)).isZero();
    fences.issued(7, MemoryUnit.PENDING);
    assertThat(fences.until(2)).isZero();
    fences.passed(2);
    assertThat(fences.until(2)).isEqualTo(WarpTable.NEVER);
  }

  @Test
  void aWriteWhoseEndIsKnownIsAwaitedUntilThen() {
    fences.issued(3, 55);
    assertThat(fences.isWrite(3)).isFalse();
    assertThat(fences.until(1)).isEqualTo(55);
  }

  @Test
  void fencesOfAllWarpsPassInTheOrderInWhichTheirWritesEnd() {
    Random random = new Random(7);
    List<List<Integer>> awaited = new ArrayList<>(); // by warp: tokens before its fence, or null
    for (int w = 0; w < WARPS; w++) {
      awaited.add(null);
    }
    List<Integer> open = new ArrayList<>();
    for (int step = 1; step < 20_000; step++) {
      int what = random.nextInt(5);
      if (what < 2 && open.size() < TOKENS) {
        int token = random.nextInt(TOKENS);
        while (open.contains(token)) {
          token = (token + 1) % TOKENS;
        }
        open.add(token);
        fences.issued(token, MemoryUnit.PENDING);
      } else if (what < 4 && !open.isEmpty()) {
        Integer token = open.remove(random.nextInt(open.size()));
        resumed.clear();
        fences.acknowledged(token, step);
        List<Integer> free = new ArrayList<>();
        for (int w = 0; w < WARPS; w++) {
          List<Integer> before = awaited.get(w);
          if (before != null && before.remove(token) && before.isEmpty()) {
            free.add(w);
          }
        }
        assertThat(resumed).as("step %d", step).containsExactlyElementsOf(free);
      } else {
        int warp = random.nextInt(WARPS);
        if (awaited.get(warp) == null) {
          awaited.set(warp, new ArrayList<>(open));
        }
        boolean waits = !awaited.get(warp).isEmpty();
        assertThat(fences.until(warp) == WarpTable.NEVER).as("step %d", step).isEqualTo(waits);
        if (!waits) {
          fences.passed(warp);
          awaited.set(warp, null);
        }
      }
    }
  }
}
