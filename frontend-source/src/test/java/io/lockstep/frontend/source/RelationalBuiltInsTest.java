package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Relational functions (6.12.6), shuffles (6.12.12) and reinterpretations (6.2.4), exactly. */
@Tag("slow")
class RelationalBuiltInsTest {
  private static final int[] WIDTHS = {1, 2, 3, 4, 8, 16};

  @TempDir private Path folder;

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

  @ParameterizedTest
  @EnumSource(
      value = Scalar.class,
      names = {"FLOAT", "DOUBLE"})
  void truthIsOneOfAScalarAndAllBitsOfAVector(Scalar type) throws IOException {
    BuiltInCalls calls = new BuiltInCalls(type, 2, 20261127);
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
                      at -> relation.of(calls.number(0, at), calls.number(1, at)) ? yes : 0));
      calls.exact(
          "signbit(x)", n, to, at -> (calls.bits(0, at) >>> type.bits() - 1 & 1) != 0 ? yes : 0);
    }
    assertThat(calls.wrong(folder)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Scalar.class)
  void aScalarIsSelectedByItsTruthAndAnElementByItsHighestBit(Scalar type) throws IOException {
    List<String> wrong = new ArrayList<>();
    Scalar condition = type.isInteger() ? type : type == Scalar.FLOAT ? Scalar.INT : Scalar.LONG;
    for (boolean signed : new boolean[] {true, false}) {
      Scalar by = condition.as(signed);
      long[][] columns = type.columns(3, BuiltInCalls.INPUTS, 20261128);
      long[] choices = by.columns(3, BuiltInCalls.INPUTS, 20261129)[0];
      BuiltInCalls calls =
          new BuiltInCalls(
              new Scalar[] {type, type, type, by},
              new long[][] {columns[0], columns[1], columns[2], choices});
      for (int n : WIDTHS) {
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
      wrong.addAll(calls.wrong(folder));
    }
    assertThat(wrong).isEmpty();
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
                return 1;
              }
            }
            return 0;
          };
      BuiltInCalls.Exact all =
          at -> {
            for (int i = 0; i < n; i++) {
              if (!highest(calls, x, at * n + i, type)) {
                return 0;
              }
            }
            return 1;
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

  @ParameterizedTest
  @EnumSource(Scalar.class)
  void shufflesTakeTheElementsThatTheMaskNames(Scalar type) throws IOException {
    long[][] columns = type.columns(2, BuiltInCalls.INPUTS, 20261130);
    Scalar by =
        type.isInteger() ? type.unsigned() : type == Scalar.FLOAT ? Scalar.UINT : Scalar.ULONG;
    // Random masks, whose higher bits are ignored.
    long[] mask = by.columns(2, BuiltInCalls.INPUTS, 20261131)[1];
    BuiltInCalls calls =
        new BuiltInCalls(
            new Scalar[] {type, type, by}, new long[][] {columns[0], columns[1], mask});
    for (int m : new int[] {2, 4, 8, 16}) {
      for (int n : new int[] {2, 4, 8, 16}) {
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
    assertThat(calls.wrong(folder)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Scalar.class)
  void aReinterpretationKeepsAllBits(Scalar type) throws IOException {
    BuiltInCalls calls = new BuiltInCalls(type, 1, 20261132);
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
    assertThat(calls.wrong(folder)).isEmpty();
  }
}
