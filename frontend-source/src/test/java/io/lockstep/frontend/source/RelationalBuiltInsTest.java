// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relational functions (6.12.6), shuffles (6.12.12) and reinterpretations (6.2.4), exactly. */
@Tag("slow")
class RelationalBuiltInsTest {
  private static final List<Scalar> TYPES = List.of(Scalar.values());
  private static final int[] WIDTHS = {1, 2, 3, 4, 8, 16};

  /** Elements, where no number differs from another. */
  private static final int FEW = 96;

  @TempDir private Path folder;

  private void compare(List<Scalar> types, Function<Scalar, BuiltInCalls> calls)
      throws IOException {
    assertThat(BuiltInCalls.wrong(folder, types.stream().map(calls).toList())).isEmpty();
  }

  private interface Relation {
    boolean of(double x, double y);
  }

  private static Map<String, Relation> relations(Scalar type) {
    double normal = type == Scalar.FLOAT ? Float.MIN_NORMAL : Double.MIN_NORMAL;
    Map<String, Relation> all = new TreeMap<>();
    all.put("isequal(x, y)", (x, y) -> x == y);
    all.put("isnotequal(x, y)", (x, y) -> x != y);
    all.put("isgreater(x, y)", (x, y) -> x > y);
    all.put("isgreaterequal(x, y)", (x, y) -> x >= y);
    all.put("isless(x, y)", (x, y) -> x < y);
    all.put("islessequal(x, y)", (x, y) -> x <= y);
    all.put("islessgreater(x, y)", (x, y) -> x < y || x > y);
    all.put("isfinite(x)", (x, y) -> Double.isFinite(x));
    all.put("isinf(x)", (x, y) -> Double.isInfinite(x));
    all.put("isnan(x)", (x, y) -> x != x);
    all.put(
        "isnormal(x)", (x, y) -> Math.abs(x) >= normal && Math.abs(x) < Double.POSITIVE_INFINITY);
    all.put("isordered(x, y)", (x, y) -> x == x && y == y);
    all.put("isunordered(x, y)", (x, y) -> x != x || y != y);
    return all;
  }

  @Test
  void truthIsOneOfAScalarAndAllBitsOfAVector() throws IOException {
    compare(List.of(Scalar.FLOAT, Scalar.DOUBLE), RelationalBuiltInsTest::relationsOf);
  }

  private static BuiltInCalls relationsOf(Scalar type) {
    BuiltInCalls calls = new BuiltInCalls(type, 2, BuiltInCalls.INPUTS, 20261127);
    for (int n : WIDTHS) {
      Scalar to = n == 1 || type == Scalar.FLOAT ? Scalar.INT : Scalar.LONG;
      long yes = n == 1 ? 1 : to == Scalar.INT ? 0xffffffffL : -1;
      relations(type)
          .forEach(
              (call, relation) ->
                  calls.exact(
                      call,
                      n,
                      to,
                      at -> relation.of(calls.number(0, at), calls.number(1, at)) ? yes : 0L));
      calls.exact(
          "signbit(x)", n, to, at -> (calls.bits(0, at) >>> type.bits() - 1 & 1) != 0 ? yes : 0L);
    }
    return calls;
  }

  @Test
  void aScalarIsSelectedByItsTruthAndAnElementByItsHighestBit() throws IOException {
    compare(TYPES, type -> selections(type, true));
    compare(TYPES, type -> selections(type, false));
  }

  private static BuiltInCalls selections(Scalar type, boolean signed) {
    Scalar condition = type.isInteger() ? type : type == Scalar.FLOAT ? Scalar.INT : Scalar.LONG;
    Scalar by = condition.as(signed);
    long[][] columns = type.columns(3, BuiltInCalls.INPUTS, 20261128);
    long[] choices = by.columns(3, BuiltInCalls.INPUTS, 20261129)[0];
    BuiltInCalls calls =
        new BuiltInCalls(
            new Scalar[] {type, type, type, by},
            new long[][] {columns[0], columns[1], columns[2], choices});
    for (int n : BuiltInCalls.widths(type.ordinal() + (signed ? 0 : 2))) {
      calls.exact(
          "select(x, y, w)",
          n,
          type,
          at -> {
            boolean second = n == 1 ? choices[at] != 0 : choices[at] >>> by.bits() - 1 != 0;
            return columns[second ? 1 : 0][at];
          });
      calls.exact(
          "bitselect(x, y, z)",
          n,
          type,
          at -> columns[0][at] & ~columns[2][at] | columns[1][at] & columns[2][at]);
      if (by == type && signed) {
        truths(calls, n, type);
      }
    }
    return calls;
  }

  /** any and all of the highest bits; a shift makes them rare and frequent. */
  private static void truths(BuiltInCalls calls, int n, Scalar type) {
    List<Integer> widths = List.of(n, n, n, n);
    String t = type.of(n);
    for (String x : List.of("x", "(%s)(x & y & z & w)", "(%s)(x | y | z | w)")) {
      BuiltInCalls.Exact any =
          at -> {
            for (int i = 0; i < n; i++) {
              if (highest(calls, x, at * n + i, type)) {
                return 1L;
              }
            }
            return 0L;
          };
      BuiltInCalls.Exact all =
          at -> {
            for (int i = 0; i < n; i++) {
              if (!highest(calls, x, at * n + i, type)) {
                return 0L;
              }
            }
            return 1L;
          };
      calls.exact("any(" + x.formatted(t) + ")", widths, Scalar.INT, 1, any);
      calls.exact("all(" + x.formatted(t) + ")", widths, Scalar.INT, 1, all);
    }
  }

  private static boolean highest(BuiltInCalls calls, String x, int at, Scalar type) {
    long bits = calls.bits(0, at);
    for (int c = 1; c < 4 && x.length() > 1; c++) {
      bits = x.contains("&") ? bits & calls.bits(c, at) : bits | calls.bits(c, at);
    }
    return (bits >>> type.bits() - 1 & 1) != 0;
  }

  @Test
  void shufflesTakeTheElementsThatTheMaskNames() throws IOException {
    compare(TYPES, RelationalBuiltInsTest::shuffles);
  }

  private static BuiltInCalls shuffles(Scalar type) {
    long[][] columns = type.columns(2, FEW, 20261130);
    Scalar by =
        type.isInteger() ? type.unsigned() : type == Scalar.FLOAT ? Scalar.UINT : Scalar.ULONG;
    // Random masks, whose higher bits are ignored.
    long[] mask = by.columns(2, FEW, 20261131)[1];
    BuiltInCalls calls =
        new BuiltInCalls(
            new Scalar[] {type, type, by}, new long[][] {columns[0], columns[1], mask});
    for (int m : new int[] {2, 4, 8, 16}) {
      for (int n : new int[] {2, 4, 8, 16}) {
        // Each pair of widths with half of the types.
        if (Integer.numberOfTrailingZeros(m * n) % 2 == type.ordinal() % 2) {
          continue;
        }
        List<Integer> widths = List.of(m, m, n);
        calls.exact(
            "shuffle(x, z)",
            widths,
            type,
            n,
            at -> columns[0][at / n * m + (int) (mask[at] & m - 1)]);
        calls.exact(
            "shuffle2(x, y, z)",
            widths,
            type,
            n,
            at -> {
              int k = (int) (mask[at] & 2 * m - 1);
              return columns[k / m][at / n * m + k % m];
            });
      }
    }
    return calls;
  }

  @Test
  void aReinterpretationKeepsAllBits() throws IOException {
    compare(TYPES, RelationalBuiltInsTest::reinterpretations);
  }

  private static BuiltInCalls reinterpretations(Scalar type) {
    BuiltInCalls calls = new BuiltInCalls(type, 1, FEW, 20261132);
    for (int m : WIDTHS) {
      for (Scalar to : Scalar.values()) {
        for (int n : WIDTHS) {
          // Three elements have the size of four.
          int from = m == 3 ? 4 : m;
          if ((n == 3 ? 4 : n) * to.bytes != from * type.bytes) {
            continue;
          }
          calls.add(
              "as_%s(x)".formatted(to.of(n)),
              List.of(m),
              to,
              n,
              (at, got) -> {
                int bit = at % n * to.bits();
                long expected = 0;
                for (int b = 0; b < to.bits(); b += Math.min(8, type.bits())) {
                  int element = (bit + b) / type.bits();
                  if (element >= m) {
                    return true;
                  }
                  long bits = calls.bits(0, at / n * m + element);
                  expected |= (bits >>> (bit + b) % type.bits() & 0xff) << b;
                }
                return got == expected;
              });
        }
      }
    }
    return calls;
  }
}
