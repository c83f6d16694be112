// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.twins;

import io.lockstep.fuzz.twins.TwinKernels.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Grids and the order of groups and lanes: {@link Twins}. */
@Tag("slow")
class LaunchTwinsTest extends Twins {
  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("more groups never take less time, and twice the groups at most twice the time")
  void moreGroupsNeverTakeLessTimeAndTwiceTheGroupsAtMostTwiceTheTime(int seed) {
    begin(seed);
    String body = loop(arithmetic(6) + "ld.global.u32 %r1, [%in];\nadd.u32 %y, %y, %r1;");
    int size = pick(32, 64, 96, 256);
    int[] groups = {1, 5, 40, 80, 160, 320, 640};
    List<Integer> launches = new ArrayList<>();
    for (int g : groups) {
      launches.add(kernels.launch(body, g, size, 12));
    }
    for (Times t : times()) {
      for (int k = 1; k < groups.length; k++) {
        double before = t.of(launches.get(k - 1));
        double after = t.of(launches.get(k));
        String what = groups[k] + " groups of " + size;
        atMost(t, "fewer ÷ " + what, before, after, 0.02);
        // Resident groups share the first level of caches.
        atMost(t, what + " ÷ fewer", after, before * groups[k] / groups[k - 1], 0.25);
      }
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("groups of three wavefronts take the time of as much work in groups of four")
  void groupsOfThreeWavefrontsTakeTheTimeOfAsMuchWorkInGroupsOfFour(int seed) {
    begin(seed);
    String body = loop("ld.global.u32 %r1, [%in];\nxor.b32 %y, %y, %r1;\n" + arithmetic(2));
    int groups = 960; // each of enough trips that the start of a group does not bind
    int[] launches = new int[4];
    for (int w = 0; w < 2; w++) {
      launches[2 * w] = kernels.launch(body, groups * 4 / (w + 1), 96 * (w + 1), 24);
      launches[2 * w + 1] = kernels.launch(body, groups * 3 / (w + 1), 128 * (w + 1), 24);
    }
    for (Times t : times()) {
      int w = TwinKernels.width(t.device()) == 64 ? 1 : 0;
      boolean limits = !t.device().equals("mi300a"); // as many groups as wavefronts
      long limit = limits ? TwinKernels.spec(t.device()).value("unit.groups") : 1 << 20;
      long wavefronts = limits ? TwinKernels.spec(t.device()).value("unit.wavefronts") : 1;
      // Fewer wavefronts are resident where the number of groups limits them.
      double fewer = Math.max(1, Math.min(wavefronts, 4.0 * limit) / (3.0 * limit));
      double of = t.of(launches[2 * w]);
      atMost(t, "three ÷ four", of, fewer * t.of(launches[2 * w + 1]), 0.15);
      atMost(t, "four ÷ three", t.of(launches[2 * w + 1]), of, 0.15);
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("groups in reverse order, and lanes of a line in another, take the same time")
  void groupsInReverseOrderAndLanesOfALineInAnotherTakeTheSameTime(int seed) {
    begin(seed);
    int groups = pick(64, 240, 512);
    int size = 128;
    String place =
        """
        ld.param.u64 %%rd1, [in];
        %s
        mad.lo.u32 %%r1, %%r1, %d, %%r2;
        mul.wide.u32 %%rd2, %%r1, 4;
        add.u64 %%rd1, %%rd1, %%rd2;
        ld.global.u32 %%r3, [%%rd1 + 1048576];
        add.u32 %%y, %%y, %%r3;
        """;
    String straight = "mov.u32 %r1, %g;\nmov.u32 %r2, %t;";
    String reverse = "sub.u32 %r1, " + (groups - 1) + ", %g;\nmov.u32 %r2, %t;";
    String lanes = "mov.u32 %r1, %g;\nxor.b32 %r2, %t, " + (1 + random.nextInt(7)) + ";";
    int a = kernels.launch(place.formatted(straight, size), groups, size, 0);
    int b = kernels.launch(place.formatted(reverse, size), groups, size, 0);
    int c = kernels.launch(place.formatted(lanes, size), groups, size, 0);
    for (Times t : times()) {
      // DRAM sees rows in another order.
      same(t, "groups in reverse order", b, a, 0.1);
      same(t, "lanes in another order", c, a, 0.1);
    }
    end(Set.of());
  }
}
