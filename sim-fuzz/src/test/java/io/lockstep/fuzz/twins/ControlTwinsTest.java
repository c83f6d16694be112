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

/** Control flow and data: {@link Twins}. */
@Tag("slow")
class ControlTwinsTest extends Twins {
  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("a return that no lane takes costs no more than its test")
  void aReturnThatNoLaneTakesCostsNoMoreThanItsTest(int seed) {
    begin(seed);
    String then = arithmetic(4);
    String other = arithmetic(4);
    String after = loop(arithmetic(8));
    String text =
        """
        and.b32 %%r1, %%x, 1;
        setp.eq.u32 %%p1, %%r1, 0;
        @%%p1 bra OTHER;
        setp.eq.u32 %%p2, %%x, 1000001;
        %s
        %s
        bra END;
        OTHER:
        %s
        END:
        %s
        """;
    int without = kernels.launch(text.formatted("", then, other, after), 64, 256, 50);
    int with = kernels.launch(text.formatted("@%p2 ret;", then, other, after), 64, 256, 50);
    times().forEach(t -> same(t, "with a return ÷ without", with, without, 0.05));
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("an unreachable default takes the time of a last case that is the default")
  void anUnreachableDefaultTakesTheTimeOfALastCaseThatIsTheDefault(int seed) {
    begin(seed);
    StringBuilder cases = new StringBuilder();
    for (int c = 0; c < 4; c++) {
      cases.append("C%d:\n%sbra END;\n".formatted(c, arithmetic(4 + c)));
    }
    String after = loop(arithmetic(8));
    String text =
        """
        and.b32 %%r1, %%x, 3;
        setp.eq.u32 %%p1, %%r1, 0;
        @%%p1 bra C0;
        setp.eq.u32 %%p2, %%r1, 1;
        @%%p2 bra C1;
        setp.eq.u32 %%p3, %%r1, 2;
        @%%p3 bra C2;
        setp.eq.u32 %%p4, %%r1, 3;
        @%%p4 bra C3;
        %s
        %s
        END:
        %s
        """;
    int known = kernels.launch(text.formatted("bra C3;", cases, after), 64, 256, 50);
    int exits = kernels.launch(text.formatted("exit;", cases, after), 64, 256, 50);
    times().forEach(t -> same(t, "with an unreachable default ÷ without", exits, known, 0.05));
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("values that decide no branch and no address change no time")
  void valuesThatDecideNoBranchAndNoAddressChangeNoTime(int seed) {
    begin(seed);
    kernels.launch(loop(arithmetic(12)), pick(1, 7, 64), pick(32, 100, 256), 20);
    kernels.launch("rem.u32 %y, %x, 1001;\n" + loop(arithmetic(3)), 16, 64, 20);
    List<Times> one = kernels.run(1, refusals);
    List<Times> other = kernels.run(2, refusals);
    for (int d = 0; d < one.size(); d++) {
      for (int k = 0; k < one.get(d).picos().length; k++) {
        atMost(one.get(d), "other data", other.get(d).of(k), one.get(d).of(k), 0);
        atMost(one.get(d), "other data", one.get(d).of(k), other.get(d).of(k), 0);
      }
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("two loops after each other take at least the longer one's time, at most the sum")
  void twoLoopsAfterEachOtherTakeAtLeastTheLongerOnesTimeAtMostTheSum(int seed) {
    begin(seed);
    String one = loop(arithmetic(pick(4, 9)));
    String two = loop("ld.global.u32 %r1, [%in];\nadd.u32 %y, %y, %r1;").replace("LOOP", "AGAIN");
    int groups = pick(8, 64);
    int a = kernels.launch(one, groups, 128, 40);
    int b = kernels.launch(two, groups, 128, 40);
    int both = kernels.launch(one + two, groups, 128, 40);
    for (Times t : times()) {
      atMost(t, "both ÷ sum", t.of(both), t.of(a) + t.of(b), 0.05);
      atMost(t, "longer one ÷ both", Math.max(t.of(a), t.of(b)), t.of(both), 0.02);
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("an unrolled loop of loads takes no longer than the loop")
  void anUnrolledLoopOfLoadsTakesNoLongerThanTheLoop(int seed) {
    begin(seed);
    String begin = "mov.u64 %rd1, %in;\nmul.wide.u32 %rd2, %n, 4096;\n";
    String step = "ld.global.u32 %r1, [%rd1];\nadd.u32 %y, %y, %r1;\nadd.u64 %rd1, %rd1, %rd2;\n";
    List<Integer> launches = new ArrayList<>();
    for (int unroll = 1; unroll <= 16; unroll *= 2) {
      StringBuilder body = new StringBuilder();
      for (int k = 0; k < unroll; k++) {
        body.append(step.replace("%r1", "%r" + (10 + k)));
      }
      String counted = loop(body.toString()).replace("%r90, %n", "%r90, " + 16 / unroll);
      launches.add(kernels.launch(begin + counted, 64, 256, 1));
    }
    for (Times t : times()) {
      for (int k = 1; k < launches.size(); k++) {
        String what = "unrolled " + (1 << k) + " times ÷ loop";
        atMost(t, what, t.of(launches.get(k)), t.of(launches.get(0)), 0.15);
      }
    }
    end(Set.of());
  }
}
