// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.twins;

import io.lockstep.fuzz.twins.TwinKernels.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arithmetic, barriers, memories and exchanges between lanes, linear in their number: {@link
 * Twins}.
 */
@Tag("slow")
class ExchangeTwinsTest extends Twins {
  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("arithmetic, barriers, local and private memory take time linear in their number")
  void arithmeticBarriersLocalAndPrivateMemoryTakeTimeLinearInTheirNumber(int seed) {
    begin(seed);
    String local =
        "mov.u32 %r1, sh;\nmad.lo.u32 %r1, %t, 4, %r1;\nst.shared.u32 [%r1], %y;\n"
            + loop("ld.shared.u32 %r2, [%r1];\nadd.u32 %y, %y, %r2;");
    String own =
        "mov.u64 %rd1, priv;\n"
            + loop(
                "and.b32 %r1, %r90, 7;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n"
                    + "st.local.u32 [%rd3], %y;\nxor.b32 %r2, %r1, 1;\n"
                    + "mul.wide.u32 %rd4, %r2, 4;\nadd.u64 %rd5, %rd1, %rd4;\n"
                    + "ld.local.u32 %r3, [%rd5];\nadd.u32 %y, %y, %r3;");
    List<String> bodies =
        List.of(
            loop(arithmetic(pick(3, 8, 20))),
            loop(arithmetic(4) + "bar.sync 0;"),
            local,
            own,
            loop("atom.global.add.u32 %r1, [%out], %y;\nadd.u32 %y, %y, %r1;"),
            "mov.u32 %r1, sh;\nmad.lo.u32 %r1, %t, 4, %r1;\n"
                + loop("red.shared.add.u32 [%r1], %y;"));
    List<String> of =
        List.of("arithmetic", "barriers", "local", "private", "atomics", "local atomics");
    int groups = pick(1, 16, 100);
    int size = pick(64, 128, 256);
    List<int[]> launches = new ArrayList<>();
    for (String body : bodies) {
      // Private memory lies by SIMD: smaller groups find theirs in no cache on the next one.
      int s = body.equals(own) ? 256 : size;
      launches.add(
          IntStream.rangeClosed(1, 3).map(k -> kernels.launch(body, groups, s, 32 * k)).toArray());
    }
    for (Times t : times()) {
      for (int b = 0; b < bodies.size(); b++) {
        int[] l = launches.get(b);
        // GT200 has no cache for private memory: the order of DRAM's rows decides, by a half.
        boolean rows = t.device().equals("gtx280") && bodies.get(b).equals(own);
        linear(t, of.get(b), l[0], l[1], l[2], rows ? 0.6 : 0.15);
      }
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("exchanges and votes take time linear in their number, whichever lanes they name")
  void exchangesAndVotesTakeTimeLinearInTheirNumber(int seed) {
    begin(seed);
    String shuffle = "shfl.sync.%s.b32 %%r1, %%y, %d, %d, -1;\nadd.u32 %%y, %%y, %%r1;";
    String vote =
        "setp.gt.u32 %p1, %y, 7;\nvote.sync.ballot.b32 %r1, %p1, -1;\nadd.u32 %y, %y, %r1;";
    int groups = pick(1, 40);
    List<int[]> launches = new ArrayList<>();
    for (String body :
        List.of(
            shuffle.formatted("bfly", 1, 31),
            shuffle.formatted("bfly", 16, 31),
            shuffle.formatted("idx", 5, 31),
            vote)) {
      launches.add(
          IntStream.rangeClosed(1, 3)
              .map(k -> kernels.launch(loop(body), groups, 256, 32 * k))
              .toArray());
    }
    for (Times t : times()) {
      launches.forEach(l -> linear(t, "exchange or vote", l[0], l[1], l[2], 0.05));
      if (TwinKernels.width(t.device()) == 32) { // AMD has cheaper forms for near lanes
        same(t, "far ÷ near exchange", launches.get(1)[2], launches.get(0)[2], 0.01);
      }
    }
    end(NO_SHUFFLES);
  }
}
