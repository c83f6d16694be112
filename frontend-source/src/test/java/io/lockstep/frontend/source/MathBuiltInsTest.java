// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.source.MathFunctions.Function;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All mathematical functions against decimals of many digits, within the standard's limits. */
@Tag("slow")
class MathBuiltInsTest {
  /** A multiple of all widths of vectors. */
  private static final int INPUTS = 480;

  /** Widths of the arguments of calls on a vector and numbers. */
  private static final Map<String, List<List<Integer>>> SINGLES =
      Map.of(
          "fmax", List.of(List.of(2, 1, 1), List.of(16, 1, 1)),
          "fmin", List.of(List.of(3, 1, 1), List.of(8, 1, 1)),
          "max", List.of(List.of(4, 1, 1)),
          "min", List.of(List.of(8, 1, 1)),
          "ldexp", List.of(List.of(3, 1, 1), List.of(16, 1, 1)),
          "clamp", List.of(List.of(2, 1, 1), List.of(4, 1, 1)),
          "mix", List.of(List.of(3, 3, 1), List.of(8, 8, 1)),
          "step", List.of(List.of(1, 4, 1), List.of(1, 16, 1)),
          "smoothstep", List.of(List.of(2, 1, 1), List.of(8, 1, 1)));

  @TempDir private Path folder;

  @Test
  void everyFunctionIsWithinTheLimitsOfTheStandard() throws IOException {
    List<BuiltInCalls> types =
        Stream.of(Scalar.FLOAT, Scalar.DOUBLE).map(MathBuiltInsTest::functions).toList();
    assertThat(BuiltInCalls.wrong(folder, types)).isEmpty();
  }

  @Test
  void productsAndSumsMayBeContracted() throws IOException {
    List<BuiltInCalls> types =
        Stream.of(Scalar.FLOAT, Scalar.DOUBLE).map(MathBuiltInsTest::functions).toList();
    assertThat(BuiltInCalls.wrong(folder, types, "-ffp-contract=fast")).isEmpty();
  }

  private static BuiltInCalls functions(Scalar type) {
    boolean single = type == Scalar.FLOAT;
    double[][] arguments = arguments(single);
    long[][] columns = new long[3][INPUTS];
    for (int a = 0; a < 3; a++) {
      for (int i = 0; i < INPUTS; i++) {
        columns[a][i] = type.bits(arguments[a][i]);
      }
    }
    BuiltInCalls calls = new BuiltInCalls(new Scalar[] {type, type, type}, columns);
    List<Function> functions = MathFunctions.all();
    for (int f = 0; f < functions.size(); f++) {
      Function function = functions.get(f);
      if (single || function.twice() == function.twice()) {
        Map<List<Double>, MathValue> values = new HashMap<>();
        for (int n : BuiltInCalls.widths(f + type.ordinal())) {
          add(calls, function, type, List.of(n, n, n), values);
        }
        for (List<Integer> widths : SINGLES.getOrDefault(function.name(), List.of())) {
          add(calls, function, type, widths, values);
        }
      }
    }
    return calls;
  }

  private static void add(
      BuiltInCalls calls,
      Function function,
      Scalar type,
      List<Integer> widths,
      Map<List<Double>, MathValue> values) {
    int n = Collections.max(widths);
    String vector = type.of(n);
    String call =
        function
            .call()
            .replace("W", "convert_" + Scalar.INT.of(widths.get(1)) + "_sat(y)")
            .replace("BITS", "as_" + (type == Scalar.FLOAT ? Scalar.UINT : Scalar.ULONG).of(n))
            .replace("NUMBER", "convert_" + vector);
    if (call.matches(".*[;&].*")) {
      call = "({ %s r, p; %s k; r = %s; r; })".formatted(vector, Scalar.INT.of(n), call);
    }
    boolean single = type == Scalar.FLOAT;
    double limit = single ? function.single() : function.twice();
    calls.add(
        call,
        widths,
        type,
        n,
        new BuiltInCalls.Rule() {
          private MathValue value(int at) {
            double[] x = new double[3];
            List<Double> key = new ArrayList<>();
            for (int a = 0; a < 3; a++) {
              x[a] = calls.number(a, at / n * widths.get(a) + at % n % widths.get(a));
              if (a < function.arguments()) {
                key.add(x[a]);
              }
            }
            return values.computeIfAbsent(key, k -> function.reference().of(x, single));
          }

          @Override
          public boolean allows(int at, long got) {
            return MathValue.error(value(at), type.number(got), single) <= limit;
          }

          @Override
          public String instead(int at, long got) {
            double error = MathValue.error(value(at), type.number(got), single);
            return "expected %s within %s ulp, which is %s"
                .formatted(value(at).shown(), limit, error);
          }
        });
  }

  /** Edges, and random numbers of several kinds. */
  private static double[][] arguments(boolean single) {
    List<Double> edges = new ArrayList<>();
    double[] positive = {
      0,
      0.25,
      0.5,
      0.75,
      1,
      1.5,
      2,
      2.5,
      3,
      7,
      8,
      10,
      33.2,
      35.5,
      38.9,
      100.5,
      61,
      64,
      127,
      128,
      255,
      1e5,
      3e7,
      0x1p23 + 0.5,
      0x1p23 + 1,
      0x1p24,
      0x1p31,
      1e9,
      5e14,
      1.3e-21,
      1e15,
      1e22,
      0x1p52 + 1,
      0x1p63,
      1e30,
      1e38,
      Math.PI,
      Math.PI / 2,
      Math.PI / 4,
      1e-3,
      1e-5,
      1e-10,
      1e-30,
      1e-38,
      single ? Float.MIN_VALUE : Double.MIN_VALUE,
      single ? Float.MIN_NORMAL : Double.MIN_NORMAL,
      single ? Math.nextDown(Float.MIN_NORMAL) : Math.nextDown(Double.MIN_NORMAL),
      single ? Float.MAX_VALUE : Double.MAX_VALUE,
      single ? 3e38 : 1e300,
      single ? Math.nextUp(1f) : Math.nextUp(1.0),
      single ? Math.nextDown(1f) : Math.nextDown(1.0),
      single ? Math.nextDown(0.5f) : Math.nextDown(0.5),
      single ? 1e-40f : 1e-310,
      Double.POSITIVE_INFINITY,
    };
    for (double x : positive) {
      edges.add(single ? (double) (float) x : x);
      edges.add(single ? (double) (float) -x : -x);
    }
    edges.add(Double.NaN);
    double[][] all = new double[3][INPUTS];
    SplittableRandom random = new SplittableRandom(single ? 20261123 : 20261124);
    for (int column = 0; column < 3; column++) {
      for (int i = 0; i < INPUTS; i++) {
        double x =
            i < edges.size() && column == 0 || column > 0 && i < 4 * edges.size()
                ? edges.get(column == 0 ? i : random.nextInt(edges.size()))
                : random(random, single);
        all[column][i] = single ? (float) x : x;
      }
    }
    // Pairs of edges, pairs that are close, and quotients near halves.
    for (int i = edges.size(); i < 4 * edges.size(); i++) {
      all[0][i] = edges.get(random.nextInt(edges.size()));
    }
    for (int i = 4 * edges.size(); i < INPUTS; i += 3) {
      double x = all[0][i] * (1 + (random.nextInt(9) - 4) * 0x1p-20);
      all[1][i] = single ? (float) x : x;
    }
    return all;
  }

  private static double random(SplittableRandom random, boolean single) {
    return switch (random.nextInt(9)) {
      case 0, 1 ->
          single
              ? Float.intBitsToFloat(random.nextInt())
              : Double.longBitsToDouble(random.nextLong());
      case 2 -> random.nextDouble(-50, 50);
      case 3 -> random.nextDouble(-800, 800);
      case 4 -> random.nextInt(-400, 400) / 4.0;
      case 5 -> Math.scalb(random.nextDouble(-1, 1), random.nextInt(-40, 40));
      case 6 -> 1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(single ? 24 : 53));
      case 7 -> random.nextDouble(-4, 4);
      default -> random.nextInt(-20, 20) + Math.scalb(random.nextDouble(), -random.nextInt(20));
    };
  }
}
