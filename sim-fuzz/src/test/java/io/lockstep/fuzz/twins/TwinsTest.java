// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.twins;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.fuzz.twins.TwinKernels.Times;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Relations between times of small kernels that hold from first principles on every device: twins
 * that do the same work, sizes that grow, sums, ports' widths, groups and data that must not
 * matter. Property {@code lockstep.twins.seeds} sets the number of kernels of each relation.
 */
@Tag("slow")
class TwinsTest {
  private static final int SEEDS = Integer.getInteger("lockstep.twins.seeds", 1);

  /** TeraScale has no exchange between lanes, GT200 neither that nor votes with a result. */
  private static final Set<String> NO_SHUFFLES = Set.of("gtx280", "hd5870", "hd6970");

  /**
   * A fault of the built-in compiler, which this test holds at its present size: a load's operands
   * share a counter with results in flight, so that unrolled loads wait for each other.
   */
  private static final Set<String> UNROLLED_LOADS = Set.of("v100", "a100");

  @TempDir Path folder;

  private final List<String> violations = new ArrayList<>();
  private final SortedMap<String, String> refusals = new TreeMap<>();
  private TwinKernels kernels;
  private Random random;
  private long seed;

  static Stream<Integer> seeds() {
    return IntStream.range(0, SEEDS).boxed();
  }

  private void begin(int seed) {
    this.seed = seed;
    random = new Random(seed);
    kernels = new TwinKernels(folder);
  }

  private List<Times> times() {
    return kernels.run(1, refusals);
  }

  /** Fails if a relation was violated, or a device that should run the kernels refused them. */
  private void end(Set<String> refusing) {
    refusals.keySet().removeAll(refusing);
    assertThat(refusals).isEmpty();
    assertThat(violations)
        .withFailMessage(() -> String.join("\n", violations) + "\n" + kernels.text())
        .isEmpty();
  }

  private void violated(Times t, String what, double found, double bound) {
    violations.add(
        String.format(
            Locale.ROOT, "seed %d, %s: %s: %.3f, not %.3f", seed, t.device(), what, found, bound));
  }

  /** Two launches take the same time within a relative tolerance. */
  private void same(Times t, String what, int a, int b, double tolerance) {
    atMost(t, what, t.of(a), t.of(b), tolerance);
    atMost(t, what + ", reversed", t.of(b), t.of(a), tolerance);
  }

  private void atMost(Times t, String what, double found, double bound, double tolerance) {
    if (found > bound * (1 + tolerance)) {
      violated(t, what, found / bound, 1 + tolerance);
    }
  }

  /** Times of work n, 2n and 3n lie on a line. */
  private void linear(Times t, String what, int one, int two, int three, double tolerance) {
    double first = t.of(two) - t.of(one);
    double second = t.of(three) - t.of(two);
    if (first <= 0 || Math.abs(second / first - 1) > tolerance) {
      violated(t, what + " is linear, second third ÷ first", second / first, 1 + tolerance);
    }
  }

  /** A loop of {@code %n} trips. */
  private static String loop(String body) {
    return """
        mov.u32 %%r90, 0;
        LOOP:
        %s
        add.u32 %%r90, %%r90, 1;
        setp.lt.u32 %%p90, %%r90, %%n;
        @%%p90 bra LOOP;
        """
        .formatted(body);
  }

  /** Dependent operations on {@code %y}. */
  private String arithmetic(int operations) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < operations; k++) {
      text.append(
          switch (random.nextInt(6)) {
            case 0 -> "add.u32 %y, %y, 12345;\n";
            case 1 -> "xor.b32 %y, %y, %x;\n";
            case 2 -> "mad.lo.u32 %y, %y, 1664525, %x;\n";
            case 3 -> "shr.u32 %y, %y, 1;\n";
            case 4 -> "sub.u32 %y, %x, %y;\n";
            default -> "mul.lo.u32 %y, %y, 22695477;\n";
          });
    }
    return text.toString();
  }

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

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
  @DisplayName("atomic sums, maxima and logic take the same time")
  void atomicSumsMaximaAndLogicTakeTheSameTime(int seed) {
    begin(seed);
    int mask = pick(0, 3, 31);
    String place = "and.b32 %%r1, %%t, %d;\nmul.wide.u32 %%rd1, %%r1, 4;\n".formatted(mask);
    String global = "ld.param.u64 %rd2, [out];\n" + place + "add.u64 %rd1, %rd1, %rd2;\n";
    String local =
        "mov.u32 %r2, sh;\nand.b32 %r1, %t, " + mask + ";\nmad.lo.u32 %r2, %r1, 4, %r2;\n";
    int size = pick(64, 256);
    List<Integer> far = new ArrayList<>();
    List<Integer> near = new ArrayList<>();
    for (String op : List.of("add.u32", "max.u32", "or.b32", "and.b32")) {
      far.add(kernels.launch(global + loop("red.global." + op + " [%rd1], %y;"), 16, size, 8));
      near.add(kernels.launch(local + loop("red.shared." + op + " [%r2], %y;"), 8, size, 8));
    }
    for (Times t : times()) {
      for (int k = 1; k < far.size(); k++) {
        same(t, "global atomic " + k + " ÷ add, mask " + mask, far.get(k), far.get(0), 0.15);
        same(t, "local atomic " + k + " ÷ add, mask " + mask, near.get(k), near.get(0), 0.05);
      }
    }
    end(Set.of("gtx280"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("float and 64-bit sums in local memory take no less time than 32-bit ones")
  void floatAnd64BitSumsInLocalMemoryTakeNoLessTimeThan32BitOnes(int seed) {
    begin(seed);
    String local =
        "mov.u32 %r2, sh;\nand.b32 %r1, %t, "
            + pick(0, 3, 31)
            + ";\nmad.lo.u32 %r2, %r1, 8, %r2;\n";
    int size = pick(64, 256);
    int word = kernels.launch(local + loop("red.shared.add.u32 [%r2], 1;"), 8, size, 8);
    int real = kernels.launch(local + loop("red.shared.add.f32 [%r2], 0f3F800000;"), 8, size, 8);
    int wide = kernels.launch(local + loop("red.shared.add.u64 [%r2], 1;"), 8, size, 8);
    for (Times t : times()) {
      // NVIDIA has neither: a loop of a read, a sum and a compare-and-swap.
      double least = TwinKernels.width(t.device()) == 32 ? 1.5 : 1;
      atMost(t, "32-bit integer ÷ float", least * t.of(word), t.of(real), 0.02);
      atMost(t, "32-bit integer ÷ 64-bit integer", least * t.of(word), t.of(wide), 0.02);
    }
    end(NO_SHUFFLES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName(
      "more lanes at one word never take less time; lanes that change places take the same")
  void moreLanesAtOneWordNeverTakeLessTime(int seed) {
    begin(seed);
    String near = "mov.u32 %%r2, sh;\n%s\nmad.lo.u32 %%r2, %%r1, 4, %%r2;\n";
    String red = loop("red.shared.add.u32 [%r2], %y;");
    String read = loop("ld.shared.u32 %r3, [%r2];\nadd.u32 %y, %y, %r3;");
    int size = pick(64, 128, 256);
    List<Integer> contended = new ArrayList<>();
    for (int bits = 8; bits >= 0; bits -= 2) {
      String at = "and.b32 %r1, %t, " + ((1 << bits) - 1) + ";";
      contended.add(kernels.launch(near.formatted(at) + red, 8, size, 8));
    }
    List<Integer> strided = new ArrayList<>();
    for (int stride : new int[] {1, 2, 4, 8, 16}) {
      String at = "and.b32 %r1, %t, 63;\nmul.lo.u32 %r1, %r1, " + stride + ";";
      strided.add(kernels.launch(near.formatted(at) + read, 8, size, 32));
    }
    String swapped = "xor.b32 %r1, %t, " + (1 + random.nextInt(15)) + ";\nand.b32 %r1, %r1, 63;";
    int permuted = kernels.launch(near.formatted(swapped) + read, 8, size, 32);
    for (Times t : times()) {
      // An instruction more before the loop shifts wavefronts against each other.
      rising(t, "atomics at fewer words", contended, 0.03);
      rising(t, "reads of twice the stride", strided, 0.03);
      same(t, "reads by lanes in another order", permuted, strided.get(0), 0.06);
    }
    end(Set.of());
  }

  private void rising(Times t, String what, List<Integer> launches, double tolerance) {
    for (int k = 1; k < launches.size(); k++) {
      String step = what + ", step " + k + ", before ÷ after";
      atMost(t, step, t.of(launches.get(k - 1)), t.of(launches.get(k)), tolerance);
    }
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
      double tolerance = UNROLLED_LOADS.contains(t.device()) ? 0.6 : 0.15;
      for (int k = 1; k < launches.size(); k++) {
        String what = "unrolled " + (1 << k) + " times ÷ loop";
        atMost(t, what, t.of(launches.get(k)), t.of(launches.get(0)), tolerance);
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

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("bytes read for the first time need the time of DRAM's pins")
  void bytesReadForTheFirstTimeNeedTheTimeOfDramsPins(int seed) {
    begin(seed);
    // 4 MiB, of which the timed launch reads what the launch before it has not touched.
    String read = "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\nadd.u32 %y, %r1, %r4;\n";
    String place =
        "ld.param.u64 %rd1, [in];\nmul.wide.u32 %rd2, %id, 16;\nadd.u64 %rd1, %rd1, %rd2;\n";
    int lanes = TwinKernels.WORDS / 4;
    kernels.cold("", lanes / 256, 256, 0); // the words of %x
    int cold = kernels.cold(place + read, lanes / 256, 256, 0);
    double bytes = 4.0 * (TwinKernels.WORDS - lanes);
    for (Times t : times()) {
      double picos = bytes / TwinKernels.spec(t.device()).value("dram.bandwidth");
      atMost(t, "time of the pins ÷ time", picos * 1e12, t.of(cold), 0);
    }
    end(Set.of());
  }
}
