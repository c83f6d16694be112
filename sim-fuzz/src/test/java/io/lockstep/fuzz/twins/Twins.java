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
import org.junit.jupiter.api.io.TempDir;

/**
 * Relations between times of small kernels that hold from first principles on every device: twins
 * that do the same work, sizes that grow, sums, ports' widths, groups and data that must not
 * matter. Property {@code lockstep.twins.seeds} sets the number of kernels of each relation. The
 * subclasses have the relations by construct.
 */
abstract class Twins {
  private static final int SEEDS = Integer.getInteger("lockstep.twins.seeds", 1);

  /** TeraScale has no exchange between lanes, GT200 neither that nor votes with a result. */
  static final Set<String> NO_SHUFFLES = Set.of("gtx280", "hd5870", "hd6970");

  @TempDir Path folder;

  private final List<String> violations = new ArrayList<>();
  final SortedMap<String, String> refusals = new TreeMap<>();
  TwinKernels kernels;
  Random random;
  private long seed;

  static Stream<Integer> seeds() {
    return IntStream.range(0, SEEDS).boxed();
  }

  void begin(int seed) {
    this.seed = seed;
    random = new Random(seed);
    kernels = new TwinKernels(folder);
  }

  List<Times> times() {
    return kernels.run(1, refusals);
  }

  /** Fails if a relation was violated, or a device that should run the kernels refused them. */
  void end(Set<String> refusing) {
    refusals.keySet().removeAll(refusing);
    assertThat(refusals).isEmpty();
    assertThat(violations)
        .withFailMessage(() -> String.join("\n", violations) + "\n" + kernels.text())
        .isEmpty();
  }

  void violated(Times t, String what, double found, double bound) {
    violations.add(
        String.format(
            Locale.ROOT, "seed %d, %s: %s: %.3f, not %.3f", seed, t.device(), what, found, bound));
  }

  /** Two launches take the same time within a relative tolerance. */
  void same(Times t, String what, int a, int b, double tolerance) {
    atMost(t, what, t.of(a), t.of(b), tolerance);
    atMost(t, what + ", reversed", t.of(b), t.of(a), tolerance);
  }

  void atMost(Times t, String what, double found, double bound, double tolerance) {
    if (found > bound * (1 + tolerance)) {
      violated(t, what, found / bound, 1 + tolerance);
    }
  }

  /** Times of work n, 2n and 3n lie on a line. */
  void linear(Times t, String what, int one, int two, int three, double tolerance) {
    double first = t.of(two) - t.of(one);
    double second = t.of(three) - t.of(two);
    if (first <= 0 || Math.abs(second / first - 1) > tolerance) {
      violated(t, what + " is linear, second third ÷ first", second / first, 1 + tolerance);
    }
  }

  /** A loop of {@code %n} trips. */
  static String loop(String body) {
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
  String arithmetic(int operations) {
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

  int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  void rising(Times t, String what, List<Integer> launches, double tolerance) {
    for (int k = 1; k < launches.size(); k++) {
      String step = what + ", step " + k + ", before ÷ after";
      atMost(t, step, t.of(launches.get(k - 1)), t.of(launches.get(k)), tolerance);
    }
  }
}
