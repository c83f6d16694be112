package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.source.MathFunctions.AnyZero;
import io.lockstep.frontend.source.MathFunctions.Exactly;
import io.lockstep.frontend.source.MathFunctions.Function;
import io.lockstep.frontend.source.MathFunctions.Near;
import io.lockstep.frontend.source.MathFunctions.Real;
import io.lockstep.frontend.source.MathFunctions.Value;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All mathematical functions against decimals of many digits, within the standard's limits. */
@Tag("slow")
class MathBuiltInsTest {
  /** A multiple of all widths of vectors. */
  private static final int INPUTS = 960;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"float", "double"})
  void everyFunctionIsWithinTheLimitsOfTheStandard(String type) throws IOException {
    boolean single = type.equals("float");
    LocalClang clang = new LocalClang(folder);
    List<Function> functions =
        MathFunctions.all().stream().filter(f -> single || f.twice() == f.twice()).toList();
    ByteBuffer input = ByteBuffer.allocate(3 * INPUTS * 8).order(ByteOrder.LITTLE_ENDIAN);
    double[][] arguments = arguments(single);
    for (double[] column : arguments) {
      for (double x : column) {
        if (single) {
          input.putFloat((float) x);
        } else {
          input.putDouble(x);
        }
      }
    }
    Value[][] expected = new Value[functions.size()][INPUTS];
    for (int f = 0; f < expected.length; f++) {
      for (int i = 0; i < INPUTS; i++) {
        double[] x = {arguments[0][i], arguments[1][i], arguments[2][i]};
        expected[f][i] = functions.get(f).reference().of(x, single);
      }
    }
    List<String> wrong = new ArrayList<>();
    for (int n : new int[] {1, 2, 3, 4, 8, 16}) {
      KernelRun run = new KernelRun(folder, clang);
      for (int f = 0; f < functions.size(); f++) {
        run.kernel(INPUTS / n, body(functions.get(f), type, n, f));
      }
      ByteBuffer out = run.execute(input, functions.size() * INPUTS * 8);
      for (int f = 0; f < functions.size(); f++) {
        judge(functions.get(f), single, n, expected[f], arguments, out, f, wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String body(Function f, String type, int n, int at) {
    String vector = type + (n == 1 ? "" : n);
    String whole = "int" + (n == 1 ? "" : n);
    StringBuilder text = new StringBuilder();
    for (int a = 0; a < 3; a++) {
      String from = "((__global const " + type + " *)in + " + a * INPUTS + ")";
      String x = n == 1 ? from + "[i]" : "vload" + n + "(i, " + from + ")";
      text.append("  %s %s = %s;\n".formatted(vector, "xyz".charAt(a), x));
    }
    String call =
        f.call()
            .replace("W", "convert_" + whole + "_sat(y)")
            .replace("NUMBER", "convert_" + vector);
    text.append("  %s r, p; %s k; r = %s;\n".formatted(vector, whole, call));
    String to = "(__global " + type + " *)out + " + at * INPUTS;
    text.append(n == 1 ? "  (" + to + ")[i] = r;" : "  vstore" + n + "(r, i, " + to + ");");
    return text.toString();
  }

  private static void judge(
      Function f,
      boolean single,
      int n,
      Value[] expected,
      double[][] arguments,
      ByteBuffer out,
      int at,
      List<String> wrong) {
    int bad = 0;
    double worst = 0;
    String first = null;
    for (int i = 0; i < INPUTS; i++) {
      int place = at * INPUTS + i;
      double got = single ? out.getFloat(4 * place) : out.getDouble(8 * place);
      double error = error(expected[i], got, single);
      if (!(error <= (single ? f.single() : f.twice()))) {
        bad++;
        if (first == null || error > worst) {
          worst = Math.max(error, worst);
          first =
              "%s of %s %s %s is %s, expected %s"
                  .formatted(
                      f.name(),
                      arguments[0][i],
                      f.arguments() > 1 ? arguments[1][i] : "",
                      f.arguments() > 2 ? arguments[2][i] : "",
                      got,
                      shown(expected[i]));
        }
      }
    }
    if (bad > 0) {
      wrong.add(
          "%s%d: %d wrong, by up to %s ulp: %s"
              .formatted(single ? "float" : "double", n, bad, worst, first));
    }
  }

  private static String shown(Value value) {
    return value instanceof Real r
        ? r.number().round(new MathContext(20)).toString()
        : value instanceof Near r ? r.number().round(new MathContext(20)).toString() : "" + value;
  }

  /** The distance of a result, in units of the last place. */
  private static double error(Value expected, double got, boolean single) {
    if (expected instanceof Exactly e) {
      return Double.doubleToLongBits(e.number()) == Double.doubleToLongBits(got)
          ? 0
          : Double.POSITIVE_INFINITY;
    }
    if (expected instanceof AnyZero) {
      return got == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    if (expected == null) {
      return 0;
    }
    BigDecimal exact = expected instanceof Real r ? r.number() : ((Near) expected).number();
    if (got != got) {
      return Double.POSITIVE_INFINITY;
    }
    double rounded = single ? exact.floatValue() : exact.doubleValue();
    if (got == rounded) {
      return got == 0 && (Math.copySign(1, got) < 0) != exact.signum() < 0
          ? Double.POSITIVE_INFINITY
          : 0;
    }
    double largest = single ? Float.MAX_VALUE : Double.MAX_VALUE;
    if (Double.isInfinite(got)) {
      // As the number that would follow the largest.
      BigDecimal next = BigDecimal.valueOf(2).pow(single ? 128 : 1024);
      exact = exact.multiply(BigDecimal.valueOf((long) Math.signum(got)));
      return next.subtract(exact).doubleValue()
          / (single ? Math.ulp((float) largest) : Math.ulp(largest));
    }
    if (Double.isInfinite(rounded)) {
      return Double.POSITIVE_INFINITY;
    }
    BigDecimal unit = expected instanceof Near r ? r.unit() : exact.abs();
    double down =
        single
            ? Math.abs(Math.nextAfter(unit.floatValue(), 0))
            : Math.nextAfter(unit.doubleValue(), 0);
    double of = single ? unit.floatValue() : unit.doubleValue();
    // The unit of the numbers between which the exact one lies.
    double place = new BigDecimal(of).compareTo(unit) > 0 ? down : of;
    double ulp = single ? Math.ulp((float) place) : Math.ulp(place);
    return new BigDecimal(got)
        .subtract(exact)
        .abs()
        .divide(new BigDecimal(ulp), MathContext.DECIMAL64)
        .doubleValue();
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
